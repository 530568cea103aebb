import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Link } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';
import { use, useEffect, useState } from 'react';
import { type Control, useFormState, useWatch } from 'react-hook-form';
import { useLocation, useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';

import { serverApi } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { DidYouMean } from '~/forms/DidYouMean';
import { Form } from '~/forms/Form';
import { CheckboxField } from '~/forms/RadioField';
import { email, fullName, phone, says } from '~/forms/schemas';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { PasswordField, TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { emptyValues, useZodForm } from '~/forms/useZodForm';
import { BRAND_NAME } from '~/lib/brand';
import { looksLikeEmail, looksLikePhone, normalizePhone } from '~/lib/contacts';
import { InstituteContext } from '~/lib/institute';
import { meetsPolicy } from '~/lib/passwordRules';
import { useSettled } from '~/lib/useSettled';
import { InstituteHint } from '~/ui/institutes/InstituteHint';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note, TextLink } from '~/ui/Text';

import { authApi, type RegisterAnswer } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { type FlowState, onwardFrom, SIGNUP_DRAFT, UNCLEAR } from '../flowState';
import { RobotCheck, useRobotCheck } from '../robotCheck/RobotCheck';

const trimmed = (text: string) => text.trim();
const lengthOf = (text: string) => Array.from(text).length;

// The first of several errors of a field is shown.
const signupSchema = z
  .object({
    fullName,
    email,
    phone,
    password: z.string().check(
      z.minLength(1, says(msg`Password is required`)),
      z.refine(meetsPolicy, says(msg`Password must be at least medium strength`)),
      z.refine((password) => lengthOf(password) >= 8, says(msg`Password must be at least 8 characters long`)),
    ),
    confirmPassword: z.string(),
    terms: z.boolean().check(z.refine((accepted) => accepted, says(msg`Please accept the Terms & Conditions`))),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      ...says(msg`Passwords do not match`),
      path: ['confirmPassword'],
    }),
  );

type SignupValues = z.infer<typeof signupSchema>;

interface SignupFormProps {
  /** The company of an application; null when a company is registered. */
  readonly applyTo: string | null;
  /** Null on success, else the sentence to show. */
  readonly onRegistered: (answer: RegisterAnswer, contacts: FlowState['contacts']) => Promise<string | null>;
}

function SignupForm({ applyTo, onRegistered }: SignupFormProps) {
  const form = useZodForm<SignupValues>(signupSchema, emptyValues(signupSchema, { terms: false }));
  const { control } = form;
  // The mail that invites a person to register a company has it in its link.
  const invitation = useLocation().hash.slice(1);
  // Kept until the sign-up is complete: a mistyped contact leads back here.
  useDraft({ form, ...SIGNUP_DRAFT });
  const [register, { isLoading }] = authApi.useRegisterMutation();
  const robotCheck = useRobotCheck();
  const [name, email, password] = useWatch({ control, name: ['fullName', 'email', 'password'] });

  // Editing the password may make the repetition valid.
  useEffect(() => {
    if (form.getFieldState('confirmPassword').error !== undefined) void form.trigger('confirmPassword');
  }, [form, password]);
  // The error above the form is of the application that was refused.
  useEffect(() => form.clearErrors('root'), [form, applyTo]);

  const submit = async (values: SignupValues) => {
    const application = applyTo === null ? (invitation === '' ? {} : { invitation }) : { applyTo };
    const { data, error } = await register({
      registerRequest: {
        fullName: values.fullName,
        email: values.email,
        phone: normalizePhone(values.phone),
        password: values.password,
        recaptchaToken: robotCheck.payload,
        ...application,
      },
    });
    robotCheck.renew();
    if (data === undefined) robotCheck.showRefusal(form, error, t`Signup failed. Please try again.`);
    const sentence = data === undefined ? applyToError(error) : await onRegistered(data, { EMAIL: values.email, SMS: values.phone });
    if (sentence !== null) form.setError('root', { message: sentence });
  };

  return (
    <Form form={form} label={t`Sign up`} onSubmit={submit}>
      <TextField control={control} name="fullName" label={t`Full name`} autoComplete="name" enterKeyHint="next" initialFocus />
      <ContactField control={control} name="email" label={t`Email`} type="email" tidy={trimmed} looksWhole={looksLikeEmail} useCheck={useEmailCheck} onUse={(email) => form.setValue('email', email, { shouldDirty: true, shouldValidate: true })} />
      <ContactField control={control} name="phone" label={t`Phone`} type="tel" tidy={normalizePhone} looksWhole={looksLikePhone} useCheck={usePhoneCheck} />
      <PasswordField control={control} name="password" label={t`Password`} autoComplete="new-password" enterKeyHint="next" />
      <StrengthMeter password={password} person={{ fullName: name, email }} fieldError={form.formState.errors.password?.message} />
      <PasswordField control={control} name="confirmPassword" label={t`Confirm password`} autoComplete="new-password" enterKeyHint="go" />
      <CheckboxField control={control} name="terms" label={TERMS} />
      {!robotCheck.isOff && <RobotCheck {...robotCheck.widget} />}
      <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel={t`Creating your account…`}>
        {t`Sign up`}
      </ProgressButton>
    </Form>
  );
}

/** What the server says of the company; no field of the form has its name. */
const applyToError = (error: unknown) => (isProblem(error) ? error.errors?.['applyTo'] : undefined) ?? null;

// Opened in a new tab: the form keeps its text.
const elsewhere = { target: '_blank', rel: 'noopener' } as const;

const TERMS = (
  <Trans>
    I accept the{' '}
    <Link href="/terms" {...elsewhere}>
      Terms &amp; Conditions
    </Link>{' '}
    and the{' '}
    <Link href="/privacy" {...elsewhere}>
      Privacy Policy
    </Link>
  </Trans>
);

const useEmailCheck = (email: string, skip: boolean) => authApi.useCheckEmailQuery({ email }, { skip });
const usePhoneCheck = (phone: string, skip: boolean) => authApi.useCheckPhoneQuery({ phone }, { skip });

interface ContactFieldProps {
  readonly control: Control<SignupValues>;
  readonly name: 'email' | 'phone';
  readonly label: string;
  readonly type: 'email' | 'tel';
  readonly tidy: (typed: string) => string;
  readonly looksWhole: (value: string) => boolean;
  readonly useCheck: (value: string, skip: boolean) => { readonly currentData?: { readonly available: boolean; readonly didYouMean?: string | null } | undefined; readonly error?: unknown };
  readonly onUse?: (meant: string) => void;
}

/**
 * An email or a phone, with a note where another account has it or it looks misspelt, which is asked for while it is
 * typed. It is only a hint: errors of the limit or the network are ignored.
 */
function ContactField({ control, name, label, type, tidy, looksWhole, useCheck, onUse }: ContactFieldProps) {
  const { errors } = useFormState({ control, name });
  const value = tidy(useWatch({ control, name }));
  const settled = useSettled(looksWhole(value) ? value : '');
  const [isLimited, setLimited] = useState(false);
  const { currentData, error } = useCheck(settled, settled === '' || isLimited);
  if (!isLimited && isProblem(error) && error.retryAfter !== undefined) setLimited(true);
  const answer = settled === value ? currentData : undefined;

  // Rendered empty first, so that screen readers announce it.
  const note = (
    <>
      <Box component="span" role="status" sx={{ color: 'error.main' }}>
        {answer?.available === false && errors[name] === undefined && t`${label} already registered`}
      </Box>
      {type === 'email' && answer?.available === false && (
        <>
          {' '}
          <TextLink to="/login" state={{ email: value }}>
            {t`Log in`}
          </TextLink>
        </>
      )}
      {onUse !== undefined && <DidYouMean email={answer?.didYouMean ?? null} onUse={onUse} />}
    </>
  );
  return <TextField control={control} name={name} label={label} type={type} autoComplete={type} inputMode={type} enterKeyHint="next" tidy={tidy} hint={note} />;
}

/** Says why there is no form: companies are not registered here, or the company takes no applications. */
function useClosed(applies: boolean, takesApplications: boolean): string | null {
  const { hash } = useLocation();
  const { data } = serverApi.useShowRobotCheckQuery();
  if (applies) return takesApplications ? null : t`This company does not take applications now. Please ask it when it does again.`;
  if (data?.signUp === 'closed') return t`New companies cannot be registered here. To join one, use the link that it has given you.`;
  return data?.signUp === 'invitation' && hash === '' ? t`Companies are registered here by invitation only. Please open the link of your invitation.` : null;
}

/** Registers a company or, at `/apply/` and its short name, applies to one, which is named where the operator has verified it. */
export function SignupPage() {
  const navigate = useNavigate();
  const { slug } = useParams();
  const applyTo = slug ?? null;
  const { data: company } = authApi.useReadCompanyQuery(slug === undefined ? skipToken : { slug });
  const drawn = use(InstituteContext);
  const told = company === undefined ? drawn : company.companyName === null ? null : { name: company.companyName, logo: company.companyLogo ?? '' };
  const institute = slug === undefined ? null : told;

  const goOn = async ({ userId, nextStep }: RegisterAnswer, contacts: FlowState['contacts']): Promise<string | null> => {
    const onward = onwardFrom({ userId, context: 'SIGNUP', temporaryPassword: false, contacts }, nextStep);
    if (onward === null || onward === 'complete') return t(UNCLEAR);
    await navigate(onward.path, { state: onward.state });
    return null;
  };

  const applies = applyTo !== null;
  const closed = useClosed(applies, company?.takesApplications ?? true);
  return (
    <AuthLayout
      institute={institute && { ...institute, name: '' }}
      title={institute === null ? (applies ? t`Sign up to apply` : t`Sign up`) : t`Apply to ${{ companyName: institute.name }}`}
      subtitle={closed !== null ? undefined : applies ? t`Create your account to apply and to follow your application on ${BRAND_NAME}.` : t`Create your account, then tell us about your company.`}
      foot={
        <Note component="div" sx={{ display: 'grid', gap: 1 }}>
          <span>
            <Trans>
              Already have an account?{' '}
              <TextLink to="/login">Login</TextLink>
            </Trans>
          </span>
          {!applies && <InstituteHint />}
          {applies && (
            <TextLink to="/signup" sx={{ justifySelf: 'start' }}>
              {t`Register a company instead`}
            </TextLink>
          )}
        </Note>
      }
    >
      {closed === null ? <SignupForm applyTo={applyTo} onRegistered={goOn} /> : <Note role="status">{closed}</Note>}
    </AuthLayout>
  );
}
