import Link from '@mui/material/Link';
import { useRef, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation, useNavigate } from 'react-router';

import { supportsPasskeys } from '~/lib/supportsPasskeys';

import { useCompleteResetMutation, useSetOwnPasswordMutation } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { NewPasswordForm } from '../components/NewPasswordForm';
import { NewRecoveryCodes } from '../components/NewRecoveryCodes';
import { PasskeyInstead } from '../components/PasskeyInstead';
import { type FlowState, readFlowState } from '../flowState';
import { starts } from '../nextStepRoutes';
import type { NewPasswordValues } from '../schema';
import { useLoginCompletion } from '../useLoginCompletion';

interface StepProps {
  readonly flow: FlowState;
}

function StartAgain({ flow }: StepProps) {
  const { path, label } = starts[flow.context];
  return (
    <Link component={RouterLink} to={path} state={{ email: flow.email, from: flow.from }} variant="body2">
      {label}
    </Link>
  );
}

function textsOf({ invitedBy, fullName, email }: FlowState) {
  if (invitedBy === undefined) {
    return {
      title: 'Set New Password',
      subtitle: 'You logged in with a temporary password. Choose your own to go on to your dashboard.',
    };
  }
  return {
    title: 'Choose your password',
    subtitle: `Welcome${fullName === undefined ? '' : `, ${fullName}`}. ${invitedBy} has made an account for you. You log in with ${email ?? 'your email'} and this password.`,
  };
}

/** The last step of a first sign-in: a new password replaces the temporary one. */
function SetNewPassword({ flow }: StepProps) {
  const [replacePassword, { isLoading }] = useSetOwnPasswordMutation();
  const { complete, completing } = useLoginCompletion();
  const { userId } = flow;
  const replaced = useRef(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  // A password is replaced once; what fails after that is the login, which can be retried.
  const save = async (values: NewPasswordValues): Promise<unknown> => {
    if (!replaced.current) {
      const { error } = await replacePassword({ newPasswordRequest: { userId, ...values } });
      if (error !== undefined) return error;
      replaced.current = true;
    }
    return complete(userId);
  };

  if (codes !== null) return <NewRecoveryCodes codes={codes} completing={completing} onKept={() => complete(userId)} />;
  return (
    <AuthLayout {...textsOf(flow)} foot={<StartAgain flow={flow} />}>
      <NewPasswordForm person={flow} busy={isLoading || completing} submitLabel="Set password" onSubmit={save} />
      {flow.invitedBy !== undefined && supportsPasskeys() && (
        <PasskeyInstead userId={userId} busy={isLoading || completing} onAccepted={setCodes} />
      )}
    </AuthLayout>
  );
}

/** The last step of a reset. The sign-in with the new password follows. */
function ResetPassword({ flow }: StepProps) {
  const navigate = useNavigate();
  const [completeReset, { isLoading }] = useCompleteResetMutation();
  const { userId, email, from } = flow;

  const save = async (values: NewPasswordValues): Promise<unknown> => {
    const { error } = await completeReset({ completeResetRequest: { userId, ...values } });
    if (error !== undefined) return error;
    await navigate('/login', { replace: true, state: { passwordResetComplete: true, email, from } });
    return null;
  };

  return (
    <AuthLayout
      title="Reset Password"
      subtitle="Choose a new password. You will be logged out everywhere."
      foot={<StartAgain flow={flow} />}
    >
      <NewPasswordForm person={flow} busy={isLoading} submitLabel="Reset password" onSubmit={save} />
    </AuthLayout>
  );
}

export function ResetPasswordPage() {
  const location = useLocation();
  const flow = readFlowState(location.state);
  if (flow?.context === 'PASSWORD_RESET') return <ResetPassword flow={flow} />;
  if (flow?.context === 'LOGIN' && flow.temporaryPassword) return <SetNewPassword flow={flow} />;
  return <Navigate to="/login" replace />;
}
