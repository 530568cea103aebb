import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useRef, useState } from 'react';
import { Link as RouterLink, Navigate, useNavigate } from 'react-router';

import { FormError } from '~/forms/FormError';
import { useToasts } from '~/ui/toasts/slice';

import type { Channel, FlowStateAnswer } from '../api';
import { type FlowState, pathOf } from '../flowState';
import { onwardFrom, starts, UNCLEAR } from '../nextStepRoutes';
import { useCodeRequests } from '../useCodeRequests';
import { useDeliveryTrouble } from '../useDeliveryTrouble';
import { useFollowedFlow } from '../useFollowedFlow';
import { ACCOUNT_CREATED, useLoginCompletion } from '../useLoginCompletion';
import { AuthLayout } from './AuthLayout';
import { CodeAccepted } from './CodeAccepted';
import { CodeActions } from './CodeActions';
import { CodeForm } from './CodeForm';
import { Delivery } from './Delivery';

type Step = Pick<FlowStateAnswer, 'nextStep' | 'fullName'>;

interface VerificationProps {
  readonly title: string;
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: FlowStateAnswer;
}

/** The delivery of a code, its entry, and the step after a right one. */
export function Verification({ title, flow, channel, code }: VerificationProps) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const { complete, completing } = useLoginCompletion();
  const going = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A new code replaces what was typed. That of the first one may be typed before the page knows that it was sent.
  const [firstExpiry, setFirstExpiry] = useState(code.expiresAt);
  if (firstExpiry === null && code.expiresAt !== null) setFirstExpiry(code.expiresAt);
  const trouble = useDeliveryTrouble(code, flow.context);
  const verified = code.state !== 'code_required';
  const nothingSent = !verified && code.expiresAt === null;
  const otherChannel = flow.context === 'PASSWORD_RESET' ? undefined : code.channels.find((other) => other !== channel);
  const requests = useCodeRequests({
    flow,
    channel,
    nothingSent,
    onFailed: toasts.error,
  });

  /** Null on success, else the sentence to show. */
  const lead = async ({ nextStep, fullName }: Step): Promise<string | null> => {
    const onward = onwardFrom(fullName ? { ...flow, fullName } : flow, nextStep);
    if (onward === null) return UNCLEAR;
    if (onward === 'complete') return complete(flow.userId, flow.context === 'SIGNUP' ? ACCOUNT_CREATED : undefined);
    await navigate(onward.path, { replace: true, state: onward.state });
    return null;
  };

  // Both the answer to the code and the flow itself report it; the first one counts.
  const goOn = async (step: Step) => {
    if (going.current) return;
    going.current = true;
    const sentence = await lead(step);
    going.current = sentence === null;
    setFailure(sentence);
  };
  useFollowedFlow({ code, goOn: () => void goOn(code) });

  // The code goes by the other channel now: by the answer to this page's request, or as another tab has requested.
  if (!verified && !nothingSent && code.channel !== channel) return <Navigate to={pathOf(code.channel)} replace state={flow} />;
  return (
    <AuthLayout
      title={title}
      subtitle={verified ? 'The code was right.' : <Delivery code={code} flow={flow} trouble={trouble} />}
      foot={
        <Link component={RouterLink} to={starts[flow.context].path} variant="body2">
          {starts[flow.context].label}
        </Link>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <FormError message={failure} />
        {verified ? (
          <CodeAccepted busy={failure === null} onContinue={() => void goOn(code)} />
        ) : (
          <CodeForm
            key={code.expiresAt === firstExpiry ? null : code.expiresAt}
            flow={flow}
            channel={channel}
            length={code.codeLength}
            attemptsRemaining={code.attemptsRemaining}
            expiresAt={code.expiresAt}
            completing={completing}
            onVerified={(answer) => void goOn(answer)}
          />
        )}
        {!verified && (
          <CodeActions
            resendAt={code.resendAt}
            nothingSent={nothingSent}
            otherChannel={otherChannel ?? null}
            otherIsBetter={trouble !== null}
            busy={requests.busy || completing}
            onRequest={() => void requests.askFirst()}
            onResend={() => void requests.resend()}
            onSwitch={(other) => void requests.switchTo(other)}
          />
        )}
      </Box>
    </AuthLayout>
  );
}
