import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { showFieldErrors } from '~/forms/problems';
import { SelectField } from '~/forms/SelectField';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { emptyValues, useZodForm } from '~/forms/useZodForm';
import { ProgressButton } from '~/ui/ProgressButton';

import { companySchema, type CompanyValues, withScheme } from '../companySchema';
import { INDUSTRIES } from '../industries';
import { REQUIRED_MESSAGE } from '../schema';
import type { Industry } from '../signupApi';

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
