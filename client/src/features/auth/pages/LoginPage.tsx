import Alert from '@mui/material/Alert';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { type EndReason, selectEndReason } from '~/api/session/slice';
import { returnPathOf } from '~/lib/redirects';
import { CheckCircleIcon, InfoIcon } from '~/ui/icons';

import type { AuthenticateAnswer } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { LoginForm } from '../components/LoginForm';
import type { FlowState } from '../flowState';
import { useLoginCompletion } from '../useLoginCompletion';

const EXPIRED = 'Your session has expired. Please login again.';

const endMessages: Readonly<Partial<Record<EndReason, string>>> = {
  revoked: 'You were signed out from another device.',
  deleted: 'This account no longer exists.',
  deactivated: 'This account has been deactivated. Please contact your administrator.',
  password_reset: 'Your password was changed. Please login again.',
  token_reuse: 'You were signed out for your security. Please login again.',
};

interface AfterReset {
  readonly email: string;
}

function readAfterReset(state: unknown): AfterReset | null {
  if (typeof state !== 'object' || state === null || !('passwordResetComplete' in state)) return null;
  const email = 'email' in state && typeof state.email === 'string' ? state.email : '';
  return state.passwordResetComplete === true ? { email } : null;
}

function Notice({ afterReset }: { readonly afterReset: boolean }) {
  const [query] = useSearchParams();
  const ended = useSelector(selectEndReason);
  if (afterReset) {
    return (
      <Alert severity="success" role="status" icon={<CheckCircleIcon fontSize="small" />} sx={{ mb: 3 }}>
        Password reset successful! Please login with your new password.
      </Alert>
    );
  }
  if (query.get('session') !== 'expired') return null;
  return (
    <Alert severity="info" role="status" icon={<InfoIcon fontSize="small" />} sx={{ mb: 3 }}>
      {(ended === null ? undefined : endMessages[ended]) ?? EXPIRED}
    </Alert>
  );
}

const UNCLEAR = 'Login failed. Please try again.';

export function LoginPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const { complete, completing } = useLoginCompletion();
  const afterReset = readAfterReset(location.state);
  const from = returnPathOf(location.state);

  const goOn = async (answer: AuthenticateAnswer): Promise<string | null> => {
    const { userId, nextStep } = answer;
    if (nextStep === 'LOGIN_COMPLETE' || nextStep === 'VERIFICATION_NOT_REQUIRED') return complete(userId);
    const page = { SMS_VERIFICATION_REQUIRED: '/sms-verification', EMAIL_VERIFICATION_REQUIRED: '/email-verification' };
    if (nextStep !== 'SMS_VERIFICATION_REQUIRED' && nextStep !== 'EMAIL_VERIFICATION_REQUIRED') return UNCLEAR;
    const state: FlowState = {
      userId,
      context: 'LOGIN',
      temporaryPassword: answer.temporaryPassword || answer.isTemporaryPassword,
      ...(from === null ? {} : { from }),
    };
    await navigate(page[nextStep], { state });
    return null;
  };

  return (
    <AuthLayout title="Login" subtitle="Welcome back. Sign in to continue.">
      <Notice afterReset={afterReset !== null} />
      <LoginForm email={afterReset?.email ?? ''} onAuthenticated={goOn} completing={completing} />
    </AuthLayout>
  );
}
