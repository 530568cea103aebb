import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { startSession } from '~/api/session/lifecycle';
import { Form } from '~/forms/Form';
import { MISSING } from '~/forms/newPassword';
import { SelectField } from '~/forms/SelectField';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { emptyValues, showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { useAppDispatch } from '~/lib/dispatch';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type Industry, useCompleteSignupMutation } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { StartAgain } from '../components/Delivery';
import { dropSignupDraft, type FlowState, readFlowState, starts } from '../flowState';
import { REQUIRED_MESSAGE } from '../schema';
import { ACCOUNT_CREATED } from '../useLoginCompletion';

/** As the server takes it. */
export interface Company {
  readonly companyName: string;
  readonly industry: Industry;
  readonly companyWebsite: string | null;
}

interface CompanyFormProps {
  /** The owner of the draft. */
  readonly userId: string;
  readonly busy: boolean;
  /** Null on success, else a sentence or a problem. */
  readonly onSubmit: (company: Company) => Promise<unknown>;
}

const FAILED = 'Failed to create company. Please try again.';

export function CompanyForm({ userId, busy, onSubmit }: CompanyFormProps) {
  const form = useZodForm<CompanyValues>(companySchema, emptyValues(companySchema));
  const [formError, setFormError] = useState<string | null>(null);
  const dropDraft = useDraft({ form, name: 'company', userId });

  const submit = async ({ companyName, industry: chosen, companyWebsite }: CompanyValues) => {
    const industry = INDUSTRIES.find((known) => known === chosen);
    if (industry === undefined) return;
    setFormError(null);
    const website = withScheme(companyWebsite);
    const error = await onSubmit({ companyName, industry, companyWebsite: website === '' ? null : website });
    if (error === null) dropDraft();
    if (error === null || showFieldErrors(form, error)) return;
    setFormError(typeof error === 'string' ? error : messageOf(error, FAILED));
  };

  const onInvalid = () => {
    const { companyName, industry } = form.getValues();
    setFormError(companyName.trim() === '' || industry === '' ? REQUIRED_MESSAGE : null);
  };

  return (
    <Form form={form} label="Company" error={formError} onSubmit={submit} onInvalid={onInvalid}>
      <TextField control={form.control} name="companyName" label="Company name" autoComplete="organization" enterKeyHint="next" initialFocus />
      <SelectField control={form.control} name="industry" label="Industry" placeholder="Choose an industry" options={INDUSTRIES} />
      <TextField
        control={form.control}
        name="companyWebsite"
        label="Company website"
        type="url"
        autoComplete="url"
        inputMode="url"
        enterKeyHint="go"
        tidy={withScheme}
        hint="Such as https://example.com. Leave it blank if there is none."
      />
      <ProgressButton type="submit" size="large" fullWidth busy={busy} busyLabel="Creating your company…">
        Complete sign-up
      </ProgressButton>
    </Form>
  );
}

/** In the order in which they are shown. */
export const INDUSTRIES: readonly Industry[] = [
  'Education',
  'Technology',
  'Healthcare',
  'Finance',
  'Manufacturing',
  'Retail',
  'Fashion',
  'Construction',
  'IT',
  'Food and Beverage',
  'Consulting',
  'Non-Profit',
  'Government',
  'Other',
];

const LONGEST_NAME = 200;
const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;

export const companySchema = z.object({
  companyName: z.string().check(
    z.trim(),
    z.minLength(1, MISSING),
    z.maxLength(LONGEST_NAME, `Company name must be at most ${LONGEST_NAME} characters`),
  ),
  industry: z.string().check(z.minLength(1, MISSING)),
  companyWebsite: z.string().check(z.trim()),
});

export type CompanyValues = z.infer<typeof companySchema>;

/** "example.com" -> "https://example.com". */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return text === '' || SCHEME.test(text) ? text : `https://${text}`;
}

const REGISTRATION_FAILED = 'Failed to create company. Please try again.';

/** The last step of a sign-up: the company and the account are created; the guest guard then redirects. */
function CompanyInfo({ flow }: { readonly flow: FlowState }) {
  const { userId } = flow;
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [completeSignup, { isLoading }] = useCompleteSignupMutation();

  const save = async (company: Company): Promise<unknown> => {
    const { data, error } = await completeSignup({ completeSignupRequest: { userId, ...company } });
    if (data === undefined) return error;
    if (!dispatch(startSession({ ...data, accessToken: data.jwtToken }))) return REGISTRATION_FAILED;
    dropSignupDraft();
    toasts.success(ACCOUNT_CREATED);
    return null;
  };

  return (
    <AuthLayout
      title="Your company"
      subtitle="The last step. You will be its Super Admin and can add everyone else."
      foot={<StartAgain flow={flow} />}
    >
      <CompanyForm userId={userId} busy={isLoading} onSubmit={save} />
    </AuthLayout>
  );
}

export function CompanyPage() {
  const flow = readFlowState(useLocation().state);
  return flow?.context === 'SIGNUP' ? <CompanyInfo flow={flow} /> : <Navigate to={starts.SIGNUP.path} replace />;
}
