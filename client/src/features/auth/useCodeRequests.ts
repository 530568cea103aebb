import { useEffect, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';

import { type Channel, useChangeTypeMutation, useInitiateMutation, useResendMutation } from './api';
import type { FlowState } from './flowState';

const RESEND_FAILED = 'Failed to resend code. Please try again.';
const AUTOMATIC_AFTER = 500;

/** Refused for good: asking another way would be refused too. */
function isFinal(error: unknown): boolean {
  return isProblem(error) && (error.status === 401 || error.status === 429);
}

interface CodeRequests {
  readonly flow: FlowState;
  readonly channel: Channel;
  /** The flow is for a temporary password and no code was requested yet. */
  readonly nothingSent: boolean;
  readonly onFailed: (message: string) => void;
}

/** The three requests for a code: the first one, another one, one by the other channel. */
export function useCodeRequests({ flow, channel, nothingSent, onFailed }: CodeRequests) {
  const [initiate, initiating] = useInitiateMutation();
  const [resendCode, resending] = useResendMutation();
  const [changeChannel, changing] = useChangeTypeMutation();
  const [asked, setAsked] = useState(false);
  const { userId, context } = flow;
  const request = { userId, verificationType: channel, context };

  // The page itself shows that the flow has ended.
  const tell = (error: unknown, fallback: string) => {
    if (!isProblem(error) || error.status !== 401) onFailed(messageOf(error, fallback));
  };

  const resend = async () => {
    const { error } = await resendCode(request);
    if (error !== undefined) tell(error, RESEND_FAILED);
  };

  const askFirst = async () => {
    setAsked(true);
    const { error } = await initiate({ initiateRequest: request });
    if (error === undefined) return;
    if (isFinal(error)) tell(error, RESEND_FAILED);
    else await resend();
  };

  const automatic = nothingSent && flow.temporaryPassword && context === 'LOGIN' && !asked;
  useEffect(() => {
    if (!automatic) return undefined;
    const timer = setTimeout(() => void askFirst(), AUTOMATIC_AFTER);
    return () => {
      clearTimeout(timer);
    };
    // Once for each flow that stands without a code; what the functions close over makes no other request of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [automatic]);

  const switchTo = async (other: Channel) => {
    const { error } = await changeChannel({ changeTypeRequest: { userId, newVerificationType: other, context } });
    if (error !== undefined) tell(error, `Failed to switch to ${other === 'SMS' ? 'SMS' : 'email'} verification.`);
  };

  const busy = initiating.isLoading || resending.isLoading || changing.isLoading;
  return { askFirst, resend, switchTo, busy };
}
