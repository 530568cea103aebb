import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink, useNavigate } from 'react-router';

import { useToasts } from '~/ui/toasts/slice';

import type { Channel, CodeAnswer, NextStep } from '../api';
import { type FlowState, pathOf } from '../flowState';
import { useCodeRequests } from '../useCodeRequests';
import { useLoginCompletion } from '../useLoginCompletion';
import { AuthLayout } from './AuthLayout';
import { CodeActions } from './CodeActions';
import { CodeForm } from './CodeForm';
import { CodeExpiry, Delivery } from './Delivery';

const UNCLEAR = 'Verification completed but next step is unclear. Please contact support.';
const UNKNOWN_CONTEXT = 'Unknown verification context. Please contact support.';

interface VerificationProps {
  readonly title: string;
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: CodeAnswer;
}

/** A code on its way, its entry, and what follows a right one. */
export function Verification({ title, flow, channel, code }: VerificationProps) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const { complete, completing } = useLoginCompletion();
  const nothingSent = code.expiresAt === null;
  const requests = useCodeRequests({
    flow,
    channel,
    nothingSent,
    onFailed: toasts.error,
  });

  const goOn = async (nextStep: NextStep): Promise<string | null> => {
    if (flow.context !== 'LOGIN') return UNKNOWN_CONTEXT;
    if (nextStep === 'PASSWORD_RESET_REQUIRED') {
      await navigate('/reset-password', { replace: true, state: { ...flow, temporaryPassword: true } });
      return null;
    }
    if (nextStep === 'LOGIN_COMPLETE' || nextStep === 'VERIFICATION_NOT_REQUIRED') return complete(flow.userId);
    return UNCLEAR;
  };

  const switchTo = async (other: Channel) => {
    if (await requests.switchTo(other)) await navigate(pathOf(other), { replace: true, state: flow });
  };

  return (
    <AuthLayout
      title={title}
      subtitle={<Delivery code={code} />}
      foot={
        <Link component={RouterLink} to="/login" variant="body2">
          Back to login
        </Link>
      }
    >
      <CodeForm
        key={code.expiresAt}
        flow={flow}
        channel={channel}
        attemptsRemaining={code.attemptsRemaining}
        completing={completing}
        onVerified={goOn}
      />
      <Box sx={{ display: 'grid', gap: 1, mt: 2 }}>
        {code.expiresAt !== null && <CodeExpiry expiresAt={code.expiresAt} />}
        <CodeActions
          resendAt={code.resendAt}
          nothingSent={nothingSent}
          otherChannel={code.channels.find((other) => other !== channel) ?? null}
          busy={requests.busy || completing}
          onRequest={() => void requests.askFirst()}
          onResend={() => void requests.resend()}
          onSwitch={(other) => void switchTo(other)}
        />
      </Box>
    </AuthLayout>
  );
}
