import { Avatar, Box, Button, Chip, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';

import { formatMoment } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { DeviceIcon, PhoneIcon } from '~/ui/icons';
import { Entries, Nothing, QueryPanel } from '~/ui/Panel';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { type SessionItem, sessionsApi } from '../api';

const messageOf = ({ message }: { readonly message: string }) => message;

const HANDHELD = /iPhone|iPad|Android/u;

function Device({ session, onRevoke }: { readonly session: SessionItem; readonly onRevoke: () => void }) {
  const { device, address, firstSeenAt, lastSeenAt, current } = session;
  const Icon = HANDHELD.test(device) ? PhoneIcon : DeviceIcon;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1.5, sm: 2 } }}>
      <Avatar aria-hidden variant="rounded" sx={{ width: 40, height: 40, borderRadius: radius.menu, ...(!current && { bgcolor: 'surface.sunken', color: 'text.secondary' }) }}>
        <Icon fontSize="small" />
      </Avatar>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {device}
          </Typography>
          {current && <Chip size="small" color="primary" variant="outlined" label="This device" />}
        </Box>
        <Typography variant="caption" component="p" sx={{ mt: 0.25, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address ?? 'Unknown address'} · {current ? 'active now' : `last seen ${formatMoment(lastSeenAt)}`}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          Logged in {formatMoment(firstSeenAt)}
        </Typography>
      </Box>
      {!current && (
        <Button variant="outlined" size="small" aria-label={`Log out ${device}, last seen ${formatMoment(lastSeenAt)}`} onClick={onRevoke}>
          Log out
        </Button>
      )}
    </Box>
  );
}

interface Revocation {
  readonly sessions: readonly SessionItem[];
  /** All but this device, rather than one of them. */
  readonly isOfAll: boolean;
}

/** Asks before one device, or all others, are logged out. */
function RevokeDialog({ question: { asked, asking, close }, onClosed }: { readonly question: ReturnType<typeof useAsked<Revocation>>; readonly onClosed: () => void }) {
  const one = useAct(sessionsApi.useEndOneMutation(), 'The device could not be logged out.', messageOf);
  const all = useAct(sessionsApi.useEndOthersMutation(), 'The devices could not be logged out.', messageOf);
  const [first] = asked?.sessions ?? [];
  if (asked === null || first === undefined) return null;
  const { sessions, isOfAll } = asked;
  const { id, device, address, lastSeenAt } = first;
  return (
    <ConfirmDialog
      open={asking}
      title={isOfAll ? 'Log out all other devices?' : `Log out ${device}?`}
      confirmLabel={isOfAll ? 'Log Out All' : 'Log Out'}
      destructive
      busy={one.busy || all.busy}
      onConfirm={() => void (isOfAll ? all.act() : one.act({ sessionId: id })).then(close)}
      onClose={close}
      onClosed={onClosed}
    >
      <strong>{sessions.map((session) => session.device).join(', ')}</strong>
      {isOfAll
        ? `: ${sessions.length === 1 ? 'it is' : 'they are'} logged out at once. This device stays logged in.`
        : ` (${address ?? 'unknown address'}, last seen ${formatMoment(lastSeenAt)}) is logged out at once. To use it again, log in there.`}
    </ConfirmDialog>
  );
}

export function Devices() {
  const answer = sessionsApi.useReadSessionsQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  // A question stays while its device may leave the list.
  const question = useAsked<Revocation>();
  const sessions = answer.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  const list = useRef<HTMLUListElement>(null);
  const answered = useRef(false);

  // The button that asked is gone with its device, before or after the answer: the focus moves to the list.
  const keepFocus = () => {
    if (answered.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  };
  useEffect(keepFocus, [others.length]);
  const onClosed = () => {
    answered.current = true;
    keepFocus();
  };

  return (
    <>
      <QueryPanel
        title="Devices"
        answer={answer}
        failure="Your devices could not be loaded."
        lines={4}
        aside={
          others.length > 0 && (
            <Button size="small" onClick={() => question.ask({ sessions: others, isOfAll: true })}>
              Log out all others
            </Button>
          )
        }
      >
        {() => (
          <>
            <Entries ref={list} label="Devices">
              {[...sessions.filter(({ current }) => current), ...others].map((session) => (
                <Device key={session.id} session={session} onRevoke={() => question.ask({ sessions: [session], isOfAll: false })} />
              ))}
            </Entries>
            {others.length === 0 && <Nothing>No other devices are logged in.</Nothing>}
          </>
        )}
      </QueryPanel>
      <RevokeDialog question={question} onClosed={onClosed} />
    </>
  );
}
