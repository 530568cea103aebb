import { Box, Button, Skeleton } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { useSecondsUntil } from '~/lib/clock';
import { formatSeconds } from '~/lib/format';
import { ErrorState } from '~/ui/ErrorState';
import { useToasts } from '~/ui/toasts/slice';

import { type Channel, type FlowStateAnswer, useChangeTypeMutation, useInitiateMutation, useResendMutation } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { CodeForm } from '../components/CodeForm';
import { CODE_LENGTH } from '../components/CodeInput';
import { CodeAccepted, Delivery, FlowOver, StartAgain } from '../components/Delivery';
import { type FlowState, hasUnknownContext, pathOf, readFlowState, UNKNOWN_CONTEXT } from '../flowState';
import { useCodeState, useDeliveryTrouble } from '../useCodeState';
import { useOnward } from '../useLoginCompletion';

type Step = Pick<FlowStateAnswer, 'nextStep' | 'fullName'>;

interface VerificationProps {
  readonly title: string;
  readonly flow: FlowState;
  readonly channel: Channel;
  readonly code: FlowStateAnswer;
}

/** The delivery of a code, its entry, and the step after a right one. */
export function Verification({ title, flow, channel, code }: VerificationProps) {
  const toasts = useToasts();
  const { follow, completing } = useOnward();
  const going = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A new code replaces what was typed. That of the first one may be typed before the page knows that it was sent.
  const [firstExpiry, setFirstExpiry] = useState(code.expiresAt);
  if (firstExpiry === null && code.expiresAt !== null) setFirstExpiry(code.expiresAt);
  const trouble = useDeliveryTrouble(code, flow.context);
  const verified = code.state !== 'code_required';
  const nothingSent = !verified && code.expiresAt === null;
  const otherChannel = flow.context === 'PASSWORD_RESET' ? undefined : code.channels.find((other) => other !== channel);
  const requests = useCodeRequests({ flow, channel, nothingSent, onFailed: toasts.error });

  // Both the answer to the code and the flow itself report it; the first one counts.
  const goOn = async ({ nextStep, fullName }: Step) => {
    if (going.current) return;
    going.current = true;
    const sentence = await follow(fullName ? { ...flow, fullName } : flow, nextStep);
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
      foot={<StartAgain flow={flow} />}
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

/** The tab with the code continues at once; the other tabs wait this long. */
const FOLLOW_AFTER = 1_500;

interface FollowedFlow {
  readonly code: FlowStateAnswer;
  readonly goOn: () => void;
}

/** Goes on where the code was verified without this page: in another tab, or just before a reload. */
export function useFollowedFlow({ code, goOn }: FollowedFlow): void {
  const verified = code.state !== 'code_required';
  useEffect(() => {
    if (!verified) return undefined;
    const timer = setTimeout(goOn, FOLLOW_AFTER);
    return () => clearTimeout(timer);
    // Once for each step of the flow; what `goOn` closes over makes no other step of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [verified, code.nextStep]);
}

interface CodeActionsProps {
  readonly resendAt: string | null;
  /** No code was requested yet: it may be requested at once. */
  readonly nothingSent: boolean;
  readonly otherChannel: Channel | null;
  /** The code does not arrive: the other channel is the way on. */
  readonly otherIsBetter: boolean;
  readonly busy: boolean;
  readonly onRequest: () => void;
  readonly onResend: () => void;
  readonly onSwitch: (channel: Channel) => void;
}

/** Requests another code once that is allowed, or one by the other channel. */
export function CodeActions(props: CodeActionsProps) {
  const { resendAt, nothingSent, otherChannel, otherIsBetter, busy, onRequest, onResend, onSwitch } = props;
  const seconds = useSecondsUntil(resendAt);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, mx: -1.5 }}>
      {nothingSent ? (
        <Button size="small" disabled={busy} onClick={onRequest}>
          Request code
        </Button>
      ) : (
        <Button size="small" disabled={busy || seconds > 0} onClick={onResend} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {seconds > 0 ? `Resend code in ${formatSeconds(seconds)}` : 'Resend code'}
        </Button>
      )}
      {otherChannel !== null && (
        <Button size="small" variant={otherIsBetter ? 'contained' : 'text'} disabled={busy} onClick={() => onSwitch(otherChannel)}>
          {otherChannel === 'SMS' ? 'Use SMS instead' : 'Use email instead'}
        </Button>
      )}
    </Box>
  );
}

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
    return () => clearTimeout(timer);
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

const titles: Readonly<Record<Channel, string>> = { SMS: 'Verify your phone', EMAIL: 'Verify your email' };

/** The shape of the code and its button. */
function CodeFormSkeleton() {
  return (
    <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2.5, pt: 3.5 }}>
      <Box sx={{ display: 'flex', gap: { xs: 0.75, sm: 1 } }}>
        {Array.from({ length: CODE_LENGTH }, (_, slot) => (
          <Skeleton key={slot} variant="rounded" sx={{ flex: 1, height: { xs: 52, sm: 58 } }} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={48} />
    </Box>
  );
}

function FlowPage({ flow, channel }: { readonly flow: FlowState; readonly channel: Channel }) {
  const { code, error, refetch } = useCodeState(flow.userId);
  if (isProblem(error) && error.status === 401) return <FlowOver message={error.message} context={flow.context} />;
  if (code === undefined) {
    return (
      <AuthLayout title={titles[channel]} subtitle={isProblem(error) ? undefined : <Skeleton width="80%" />}>
        {isProblem(error) ? <ErrorState message={error.message} onRetry={refetch} /> : <CodeFormSkeleton />}
      </AuthLayout>
    );
  }
  return <Verification title={titles[channel]} flow={flow} channel={channel} code={code} />;
}

function VerificationPage({ channel }: { readonly channel: Channel }) {
  const location = useLocation();
  const flow = readFlowState(location.state);
  if (hasUnknownContext(location.state)) return <FlowOver message={UNKNOWN_CONTEXT} />;
  return flow === null ? <Navigate to="/login" replace /> : <FlowPage key={channel} flow={flow} channel={channel} />;
}

export function SmsVerificationPage() {
  return <VerificationPage channel="SMS" />;
}

export function EmailVerificationPage() {
  return <VerificationPage channel="EMAIL" />;
}
