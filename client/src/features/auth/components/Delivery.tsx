import { plural, t } from '@lingui/core/macro';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';

import { isProblem } from '~/api/problem';
import { serverNow, useSecondsUntil } from '~/lib/clock';
import { phoneGroups } from '~/lib/contacts';
import { formatSeconds } from '~/lib/format';
import { usePolledQuery, useRealtime } from '~/realtime/extra';
import { ErrorState } from '~/ui/ErrorState';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, TextLink } from '~/ui/Text';

import { authApi, type CodeAnswer, type FlowStateAnswer } from '../api';
import { type FlowState, starts } from '../flowState';
import { AuthLayout } from './AuthLayout';

const POLL_UNDERWAY_EVERY = 2_000;
const POLL_EVERY = 10_000;

const isOver = (error: unknown) => isProblem(error) && error.status === 401;

function intervalOf(code: CodeAnswer | undefined): number {
  if (code === undefined) return 0;
  return code.expiresAt !== null && code.delivery === 'queued' ? POLL_UNDERWAY_EVERY : POLL_EVERY;
}

/** The state of the flow's code: pushed as it changes, polled without a live connection. */
function useCodeState(userId: string) {
  const realtime = useRealtime();
  const { currentData: code, error, refetch } = usePolledQuery(authApi.useReadStateQuery, { userId }, {
    intervalOf: ({ currentData, error: failure }, live) => (live || isOver(failure) ? 0 : intervalOf(currentData)),
  });
  const over = isOver(error);

  // Without a token the connection is authenticated by the flow's cookie.
  useEffect(() => (over ? undefined : realtime.hold()), [realtime, over]);
  return { code, error, refetch: () => void refetch() };
}

const SLOW_AFTER = 20_000;

type DeliveryTrouble = 'failed' | 'slow' | null;

/** Whether the code could not be delivered, or is still queued after 20 s. Password resets never reveal delivery problems. */
export function useDeliveryTrouble(code: CodeAnswer, context: FlowState['context']): DeliveryTrouble {
  const [watched, setWatched] = useState({ code: code.expiresAt, since: serverNow() });
  if (watched.code !== code.expiresAt) setWatched({ code: code.expiresAt, since: serverNow() });
  const slow = useSecondsUntil(watched.since + SLOW_AFTER) === 0;
  if (code.expiresAt === null || context === 'PASSWORD_RESET') return null;
  if (code.delivery === 'failed') return 'failed';
  return slow && code.delivery === 'queued' ? 'slow' : null;
}

interface DeliveryProps {
  readonly code: CodeAnswer;
  readonly flow: FlowState;
}

function describe({ code, flow: { context, contacts } }: DeliveryProps, trouble: DeliveryTrouble): string {
  const typed = contacts?.[code.channel];
  const contact = (typed && phoneGroups(typed).join(' ')) ?? code.maskedContact ?? (code.channel === 'SMS' ? t`your phone` : t`your email`);
  const otherChannel = code.channels.find((channel) => channel !== code.channel);
  if (code.expiresAt === null) return t`We will send a ${{ codeLength: code.codeLength }}-digit code to ${contact}.`;
  if (context === 'PASSWORD_RESET') return t`If there is an account for ${contact}, a ${{ codeLength: code.codeLength }}-digit code is on its way to it.`;
  if (trouble === 'failed') {
    if (otherChannel === undefined) return t`The code for ${contact} could not be delivered: try again.`;
    return otherChannel === 'SMS' ? t`The code for ${contact} could not be delivered: try SMS.` : t`The code for ${contact} could not be delivered: try email.`;
  }
  if (trouble === 'slow') {
    if (otherChannel === undefined) return t`The code for ${contact} is taking longer than usual: try again.`;
    return otherChannel === 'SMS' ? t`The code for ${contact} is taking longer than usual: try SMS.` : t`The code for ${contact} is taking longer than usual: try email.`;
  }
  if (code.delivery === 'sent') return t`Enter the ${{ codeLength: code.codeLength }}-digit code. Sent to ${contact}.`;
  return t`Sending a ${{ codeLength: code.codeLength }}-digit code to ${contact}…`;
}

/** The same, announced again when it changes; which code of how many it is, and why a login asks for one. */
export function Delivery(props: DeliveryProps) {
  const { codeNumber, codeCount } = props.code;
  const { context, temporaryPassword } = props.flow;
  const trouble = useDeliveryTrouble(props.code, props.flow.context);
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {codeCount > 1 && <Typography variant="subtitle2" component="p">{t`Code ${codeNumber} of ${codeCount}`}</Typography>}
      <span role="status">{describe(props, trouble)}</span>
      {context === 'LOGIN' && !temporaryPassword && <Typography variant="body2">{t`A login on a device that is new to your account needs a code.`}</Typography>}
    </Box>
  );
}

const ANNOUNCED: ReadonlySet<number> = new Set([60, 30, 10]);

/** How long the code is valid: seconds on screen, four announcements for screen readers. */
export function CodeExpiry({ expiresAt }: { readonly expiresAt: string }) {
  const seconds = useSecondsUntil(expiresAt);
  const announcement =
    seconds === 0 ? t`This code has expired. Request a new one.` : ANNOUNCED.has(seconds) ? plural(seconds, { one: '# second left', other: '# seconds left' }) : '';
  return (
    <Box>
      <Caption aria-hidden sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {seconds === 0 ? announcement : t`The code expires in ${{ time: formatSeconds(seconds) }}.`}
      </Caption>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </Box>
  );
}

export function CodeAccepted({ busy, onContinue }: { readonly busy: boolean; readonly onContinue: () => void }) {
  return (
    <ProgressButton size="large" fullWidth busy={busy} busyLabel={t`Continuing…`} onClick={onContinue}>
      {t`Continue`}
    </ProgressButton>
  );
}

export function FlowOver({ message, context = 'LOGIN' }: { readonly message: string; readonly context?: FlowState['context'] }) {
  return (
    <AuthLayout title={t`Start again`}>
      <ErrorState message={message} />
      <Button component={Link} to={starts[context].path} variant="contained" size="large" fullWidth sx={{ mt: 3 }}>
        {t(starts[context].label)}
      </Button>
    </AuthLayout>
  );
}

/** The way back to where a flow begins, which keeps what was typed there. */
export function StartAgain({ flow: { context, email, from } }: { readonly flow: FlowState }) {
  const { path, label } = starts[context];
  return (
    <TextLink to={path} state={{ email, from }} variant="body2">
      {t(label)}
    </TextLink>
  );
}

interface FlowPageProps {
  readonly flow: FlowState;
  readonly title: string;
  /** A sentence, or what is said once the state of the flow is known. */
  readonly subtitle: string | ((code: FlowStateAnswer) => ReactNode);
  readonly skeleton: ReactNode;
  readonly children: (code: FlowStateAnswer) => ReactNode;
}

/** A page of a flow, in one frame before and after the state of the flow is known. */
export function FlowPage({ flow, title, subtitle, skeleton, children }: FlowPageProps) {
  const { code, error, refetch } = useCodeState(flow.userId);
  if (isProblem(error) && error.status === 401) return <FlowOver message={error.message} context={flow.context} />;
  const failure = code === undefined && isProblem(error) ? error : null;
  const waiting = failure === null ? <Skeleton width="80%" /> : undefined;
  const said = typeof subtitle === 'string' ? subtitle : code === undefined ? waiting : subtitle(code);
  return (
    <AuthLayout title={title} subtitle={said} foot={<StartAgain flow={flow} />}>
      {failure !== null && <ErrorState message={failure.message} onRetry={refetch} />}
      {code === undefined && failure === null && skeleton}
      {code !== undefined && children(code)}
    </AuthLayout>
  );
}
