import { Navigate, useLocation } from 'react-router';

import { useSetOwnPasswordMutation } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { NewPasswordForm } from '../components/NewPasswordForm';
import { readFlowState } from '../flowState';
import type { NewPasswordValues } from '../schema';
import { useLoginCompletion } from '../useLoginCompletion';

interface SetNewPasswordProps {
  readonly userId: string;
}

/** The last step of a first sign-in: the temporary password gives way to one's own. */
function SetNewPassword({ userId }: SetNewPasswordProps) {
  const [replacePassword, { isLoading }] = useSetOwnPasswordMutation();
  const { complete, completing } = useLoginCompletion();

  const save = async (values: NewPasswordValues): Promise<unknown> => {
    const { error } = await replacePassword({ newPasswordRequest: { userId, ...values } });
    return error ?? complete(userId);
  };

  return (
    <AuthLayout
      title="Set New Password"
      subtitle="You signed in with a temporary password. Choose your own to go on to your dashboard."
    >
      <NewPasswordForm busy={isLoading || completing} submitLabel="Set password" onSubmit={save} />
    </AuthLayout>
  );
}

export function ResetPasswordPage() {
  const location = useLocation();
  const flow = readFlowState(location.state);
  const known = flow !== null && flow.context === 'LOGIN' && flow.temporaryPassword;
  return known ? <SetNewPassword userId={flow.userId} /> : <Navigate to="/login" replace />;
}
