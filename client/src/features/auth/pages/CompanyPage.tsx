import Link from '@mui/material/Link';
import { Link as RouterLink, Navigate, useLocation } from 'react-router';

import { startSession } from '~/api/session/lifecycle';
import { useAppDispatch } from '~/lib/dispatch';
import { useToasts } from '~/ui/toasts/slice';

import { AuthLayout } from '../components/AuthLayout';
import { type Company, CompanyForm } from '../components/CompanyForm';
import { readFlowState } from '../flowState';
import { starts } from '../nextStepRoutes';
import { useCompleteSignupMutation } from '../signupApi';
import { dropSignupDraft } from '../signupDraft';
import { ACCOUNT_CREATED } from '../useLoginCompletion';

const FAILED = 'Failed to create company. Please try again.';

/** The last step of a sign-up: the company and the account are created; the guest guard then redirects. */
function CompanyInfo({ userId }: { readonly userId: string }) {
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [completeSignup, { isLoading }] = useCompleteSignupMutation();

  const save = async (company: Company): Promise<unknown> => {
    const { data, error } = await completeSignup({ completeSignupRequest: { userId, ...company } });
    if (data === undefined) return error;
    if (!dispatch(startSession({ ...data, accessToken: data.jwtToken }))) return FAILED;
    dropSignupDraft();
    toasts.success(ACCOUNT_CREATED);
    return null;
  };

  return (
    <AuthLayout
      title="Your company"
      subtitle="The last step. You will be its Super Admin and can add everyone else."
      foot={
        <Link component={RouterLink} to={starts.SIGNUP.path} variant="body2">
          {starts.SIGNUP.label}
        </Link>
      }
    >
      <CompanyForm userId={userId} busy={isLoading} onSubmit={save} />
    </AuthLayout>
  );
}

export function CompanyPage() {
  const flow = readFlowState(useLocation().state);
  return flow?.context === 'SIGNUP' ? <CompanyInfo userId={flow.userId} /> : <Navigate to={starts.SIGNUP.path} replace />;
}
