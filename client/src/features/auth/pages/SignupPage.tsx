import { Box, Link, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';

import { isProblem, messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { CheckboxField } from '~/forms/RadioField';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { PasswordField, TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { emptyValues, showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { BRAND_NAME } from '~/lib/brand';
import { looksLikeEmail, looksLikePhone, normalizePhone } from '~/lib/contacts';
import { meetsPolicy } from '~/lib/passwordRules';
import { ProgressButton } from '~/ui/ProgressButton';

import { type RegisterAnswer, useLazyCheckEmailQuery, useLazyCheckPhoneQuery, useRegisterMutation, useShowRobotCheckQuery } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { type FlowState, onwardFrom, SIGNUP_DRAFT, UNCLEAR } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';

type Contacts = NonNullable<FlowState['contacts']>;

interface SignupFormProps {
  /** The company of an application; null when a company is registered. */
  readonly applyTo: string | null;
  /** Null on success, else the sentence to show. */
  readonly onRegistered: (answer: RegisterAnswer, contacts: Contacts) => Promise<string | null>;
}

/** The error above the form; it is dropped when the application changes. */
interface Failure {
  readonly sentence: string | null;
  readonly applyTo: string | null;
}

const FAILED = 'Signup failed. Please try again.';

export function SignupForm({ applyTo, onRegistered }: SignupFormProps) {
  const form = useZodForm<SignupValues>(signupSchema, EMPTY_SIGNUP);
  const { control } = form;
  // Kept until the sign-up is complete: a mistyped contact leads back here.
  useDraft({ form, ...SIGNUP_DRAFT });
  const [register, { isLoading }] = useRegisterMutation();
  const { data: check } = useShowRobotCheckQuery();
  const [failure, setFailure] = useState<Failure | null>(null);
  const robotCheck = useRobotCheck();
  const [fullName, email, password] = useWatch({ control, name: ['fullName', 'email', 'password'] });

  // Editing the password may make the repetition valid.
  useEffect(() => {
    if (form.getFieldState('confirmPassword').error !== undefined) void form.trigger('confirmPassword');
  }, [form, password]);

  const say = (sentence: string | null) => setFailure({ sentence, applyTo });

  const showFailure = (error: unknown) => {
    const refusedCompany = isProblem(error) ? error.errors?.['applyTo'] : undefined;
    const unchecked = robotCheck.showRefusal(error);
    const shown = showFieldErrors(form, error);
    if (refusedCompany !== undefined) say(refusedCompany);
    else if (!shown && !unchecked) say(messageOf(error, FAILED));
  };

  const submit = async ({ fullName, email, phone: typed, password: chosen }: SignupValues) => {
    say(null);
    const phone = normalizePhone(typed);
    const application = applyTo === null ? {} : { applyTo };
    const { data, error } = await register({
      registerRequest: { fullName, email, phone, password: chosen, recaptchaToken: robotCheck.payload, ...application },
    });
    robotCheck.renew();
    if (data === undefined) {
      showFailure(error);
      return;
    }
    say(await onRegistered(data, { EMAIL: email, SMS: typed }));
  };

  return (
    <Form form={form} label="Sign up" error={failure?.applyTo === applyTo ? failure.sentence : null} onSubmit={submit}>
      <TextField control={control} name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" initialFocus />
      <EmailField control={control} />
      <PhoneField control={control} />
      <PasswordField control={control} name="password" label="Password" autoComplete="new-password" enterKeyHint="next" />
      <StrengthMeter password={password} person={{ fullName, email }} fieldError={form.formState.errors.password?.message} />
      <PasswordField control={control} name="confirmPassword" label="Confirm password" autoComplete="new-password" enterKeyHint="go" />
      <TermsField control={control} />
      {check?.kind !== 'off' && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel="Creating your account…">
        Sign up
      </ProgressButton>
    </Form>
  );
}

// Opened in a new tab: the form keeps its text.
const elsewhere = { target: '_blank', rel: 'noopener' } as const;

export function TermsField({ control }: { readonly control: Control<SignupValues> }) {
  return (
    <CheckboxField
      control={control}
      name="terms"
      label={
        <>
          I accept the{' '}
          <Link href="/terms" {...elsewhere}>
            Terms &amp; Conditions
          </Link>{' '}
          and the{' '}
          <Link href="/privacy" {...elsewhere}>
            Privacy Policy
          </Link>
        </>
      }
    />
  );
}

interface ContactFieldProps {
  readonly control: Control<SignupValues>;
}

/** Rendered empty first, so that screen readers announce it; empty while the value is free or the field has an error. */
function TakenNote({ message }: { readonly message: string | null }) {
  return (
    <Box component="span" role="status" sx={{ color: 'error.main' }}>
      {message}
    </Box>
  );
}

function useHasError(control: Control<SignupValues>, name: 'email' | 'phone'): boolean {
  return useController({ control, name }).fieldState.error !== undefined;
}

export function EmailField({ control }: ContactFieldProps) {
  const [check] = useLazyCheckEmailQuery();
  const email = useWatch({ control, name: 'email' }).trim();
  const taken = useTaken(looksLikeEmail(email) ? email : null, (asked) => check({ email: asked }, true));
  const refused = useHasError(control, 'email');
  return (
    <TextField
      control={control}
      name="email"
      label="Email"
      type="email"
      autoComplete="email"
      inputMode="email"
      enterKeyHint="next"
      hint={<TakenNote message={taken && !refused ? 'Email already registered' : null} />}
    />
  );
}

export function PhoneField({ control }: ContactFieldProps) {
  const [check] = useLazyCheckPhoneQuery();
  const phone = normalizePhone(useWatch({ control, name: 'phone' }));
  const taken = useTaken(looksLikePhone(phone) ? phone : null, (asked) => check({ phone: asked }, true));
  const refused = useHasError(control, 'phone');
  return (
    <TextField
      control={control}
      name="phone"
      label="Phone"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      enterKeyHint="next"
      tidy={normalizePhone}
      hint={<TakenNote message={taken && !refused ? 'Phone already registered' : null} />}
    />
  );
}

const ASK_AFTER = 400;

interface Asked {
  readonly abort: () => void;
  readonly unwrap: () => Promise<{ readonly available: boolean }>;
}

/**
 * Whether another account has this value, checked while it is typed; null skips the check. It is only a hint: errors of
 * the limit or the network are ignored.
 */
export function useTaken(value: string | null, ask: (value: string) => Asked): boolean {
  const [taken, setTaken] = useState<string | null>(null);
  const quietUntil = useRef(0);

  useEffect(() => {
    if (value === null) return undefined;
    let asked: Asked | undefined;
    const readAnswer = async (question: Asked) => {
      try {
        const { available } = await question.unwrap();
        setTaken(available ? null : value);
      } catch (error) {
        if (isProblem(error)) quietUntil.current = Date.now() + (error.retryAfter ?? 0) * 1000;
      }
    };
    const timer = setTimeout(() => {
      if (Date.now() < quietUntil.current) return;
      asked = ask(value);
      void readAnswer(asked);
    }, ASK_AFTER);
    return () => {
      clearTimeout(timer);
      asked?.abort();
    };
    // `ask` makes the same request of the same value, whenever it was made.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);

  return value !== null && taken === value;
}

const LONGEST_NAME = 200;
const LEAST_LENGTH = 8;

const lengthOf = (text: string) => Array.from(text).length;

// The first of several errors of a field is shown.
export const signupSchema = z
  .object({
    fullName: z.string().check(
      z.trim(),
      z.minLength(1, 'Full name is required'),
      z.maxLength(LONGEST_NAME, `Full name must be at most ${LONGEST_NAME} characters`),
    ),
    email: z.string().check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.refine(looksLikeEmail, 'Please enter a valid email address'),
    ),
    phone: z.string().check(
      z.trim(),
      z.minLength(1, 'Phone is required'),
      z.refine(looksLikePhone, 'Please enter a valid phone number'),
    ),
    password: z.string().check(
      z.minLength(1, 'Password is required'),
      z.refine(meetsPolicy, 'Password must be at least medium strength'),
      z.refine((password) => lengthOf(password) >= LEAST_LENGTH, 'Password must be at least 8 characters long'),
    ),
    confirmPassword: z.string(),
    terms: z.boolean().check(z.refine((accepted) => accepted, 'Please accept the Terms & Conditions')),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  );

export type SignupValues = z.infer<typeof signupSchema>;

export const EMPTY_SIGNUP = emptyValues(signupSchema, { terms: false });

function Foot({ applies }: { readonly applies: boolean }) {
  return (
    <Typography variant="body2" component="div" sx={{ display: 'grid', gap: 1, color: 'text.secondary' }}>
      <span>
        Already have an account?{' '}
        <Link component={RouterLink} to="/login">
          Login
        </Link>
      </span>
      {applies && (
        <Link component={RouterLink} to="/signup" sx={{ justifySelf: 'start' }}>
          Register a company instead
        </Link>
      )}
    </Typography>
  );
}

/** Registers a company or, with `?apply=` and the company's name, applies to one. */
export function SignupPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const slug = query.get('apply')?.trim() ?? '';
  const applyTo = slug === '' ? null : slug;

  const goOn = async ({ userId, nextStep }: RegisterAnswer, contacts: FlowState['contacts']): Promise<string | null> => {
    const onward = onwardFrom({ userId, context: 'SIGNUP', temporaryPassword: false, contacts }, nextStep);
    if (onward === null || onward === 'complete') return UNCLEAR;
    await navigate(onward.path, { state: onward.state });
    return null;
  };

  const subtitle =
    applyTo === null
      ? `Create your account, then tell us about your company.`
      : `Create your account to apply and to follow your application on ${BRAND_NAME}.`;
  return (
    <AuthLayout title={applyTo === null ? 'Sign up' : 'Sign up to apply'} subtitle={subtitle} foot={<Foot applies={applyTo !== null} />}>
      <SignupForm applyTo={applyTo} onRegistered={goOn} />
    </AuthLayout>
  );
}
