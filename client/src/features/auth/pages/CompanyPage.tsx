import { msg, t } from '@lingui/core/macro';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';

import { Form } from '~/forms/Form';
import { MISSING, says } from '~/forms/schemas';
import { SelectField } from '~/forms/SelectField';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { emptyValues, showFailure, useZodForm } from '~/forms/useZodForm';
import { INDUSTRIES, isIndustry } from '~/lib/industries';
import { ProgressButton } from '~/ui/ProgressButton';

import { authApi } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { StartAgain } from '../components/Delivery';
import { ACCOUNT_CREATED, type FlowState, readFlowState, starts, useSessionStart } from '../flowState';

const LONGEST_NAME = 200;
const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;
const FAILED = msg`Failed to create company. Please try again.`;

const companySchema = z.object({
  companyName: z.string().check(
    z.trim(),
    z.minLength(1, MISSING),
    z.maxLength(LONGEST_NAME, says(msg`Company name must be at most ${LONGEST_NAME} characters`)),
  ),
  industry: z.string().check(z.minLength(1, MISSING)),
  companyWebsite: z.string().check(z.trim()),
});

type CompanyValues = z.infer<typeof companySchema>;

/** "example.com" -> "https://example.com". */
function withScheme(typed: string): string {
  const text = typed.trim();
  return text === '' || SCHEME.test(text) ? text : `https://${text}`;
}

function CompanyInfo({ flow }: { readonly flow: FlowState }) {
  const { userId } = flow;
  const form = useZodForm<CompanyValues>(companySchema, emptyValues(companySchema));
  const { control } = form;
  const dropDraft = useDraft({ form, name: 'company', userId });
  const begin = useSessionStart();
  const [completeSignup, { isLoading }] = authApi.useCompleteSignupMutation();

  const submit = async ({ companyName, industry: chosen, companyWebsite }: CompanyValues) => {
    if (!isIndustry(chosen)) return;
    const website = withScheme(companyWebsite);
    const { data, error } = await completeSignup({
      completeSignupRequest: { userId, companyName, industry: chosen, companyWebsite: website === '' ? null : website },
    });
    if (data !== undefined && begin(data, t(ACCOUNT_CREATED))) dropDraft();
    else showFailure(form, error, t(FAILED));
  };

  return (
    <AuthLayout title={t`Your company`} subtitle={t`The last step. You will be its Super Admin and can add everyone else.`} foot={<StartAgain flow={flow} />}>
      <Form form={form} label={t`Company`} onSubmit={submit}>
        <TextField control={control} name="companyName" label={t`Company name`} autoComplete="organization" enterKeyHint="next" initialFocus />
        <SelectField control={control} name="industry" label={t`Industry`} placeholder={t`Choose an industry`} options={Object.entries(INDUSTRIES)} />
        <TextField
          control={control}
          name="companyWebsite"
          label={t`Company website`}
          type="url"
          autoComplete="url"
          inputMode="url"
          enterKeyHint="go"
          tidy={withScheme}
          hint={t`Such as https://example.com. Leave it blank if there is none.`}
        />
        <ProgressButton type="submit" size="large" fullWidth busy={isLoading} busyLabel={t`Creating your company…`}>
          {t`Complete sign-up`}
        </ProgressButton>
      </Form>
    </AuthLayout>
  );
}

export function CompanyPage() {
  const flow = readFlowState(useLocation().state);
  return flow?.context === 'SIGNUP' ? <CompanyInfo flow={flow} /> : <Navigate to={starts.SIGNUP.path} replace />;
}
