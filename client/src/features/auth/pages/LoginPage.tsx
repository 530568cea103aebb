import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useSelector } from 'react-redux';
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';

import { type EndReason, selectEndReason } from '~/api/session/slice';
import { BRAND_NAME } from '~/lib/brand';
import { returnPathOf } from '~/lib/redirects';
import { CheckCircleIcon, InfoIcon } from '~/ui/icons';

import type { AuthenticateAnswer } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { LoginForm } from '../components/LoginForm';
import { emailOf, type FlowState } from '../flowState';
import { useLoginCompletion } from '../useLoginCompletion';

const EXPIRED = 'Your session has expired. Please login again.';

const endMessages: Readonly<Partial<Record<EndReason, string>>> = {
  revoked: 'You were signed out from another device.',
  deleted: 'This account no longer exists.',
  deactivated: 'This account has been deactivated. Please contact your administrator.',
  password_reset: 'Your password was changed. Please login again.',
  token_reuse: 'You were signed out for your security. Please login again.',
};

function isAfterReset(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'passwordResetComplete' in state && state.passwordResetComplete === true;
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
    <AuthLayout
      title="Login"
      subtitle="Welcome back. Sign in to continue."
      foot={
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          New to {BRAND_NAME}?{' '}
          <Link component={RouterLink} to="/signup">
            Sign up
          </Link>
        </Typography>
      }
    >
      <Notice afterReset={isAfterReset(location.state)} />
      <LoginForm email={emailOf(location.state)} from={from} onAuthenticated={goOn} completing={completing} />
    </AuthLayout>
  );
}
