import { Avatar, Box, Chip, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';

import { formatMoment } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { DeviceIcon, PhoneIcon } from '~/ui/icons';
import { Entries, Nothing, QueryPanel } from '~/ui/Panel';
import { useAct } from '~/ui/toasts/useAct';

import { type SessionItem, useEndOneMutation, useEndOthersMutation, useReadSessionsQuery } from '../api';

const messageOf = ({ message }: { readonly message: string }) => message;

const HANDHELD = /iPhone|iPad|Android/u;

/** One device that is logged in, with a button that logs it out. */
function Device({ session, onRevoke }: { readonly session: SessionItem; readonly onRevoke: () => void }) {
  const { id, device, address, firstSeenAt, lastSeenAt, current } = session;
  const { act, busy } = useAct(useEndOneMutation(), 'The device could not be logged out.', messageOf);
  const Icon = HANDHELD.test(device) ? PhoneIcon : DeviceIcon;
  const revoke = () => {
    onRevoke();
    return act({ sessionId: id });
  };
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
        <ConfirmButton
          label="Log out"
          button={{ 'aria-label': `Log out ${device}, last seen ${formatMoment(lastSeenAt)}` }}
          title={`Log out ${device}?`}
          confirmLabel="Log Out"
          destructive
          busy={busy}
          onConfirm={revoke}
        >
          <strong>{device}</strong> ({address ?? 'unknown address'}, last seen {formatMoment(lastSeenAt)}) is logged out at once. To use it
          again, log in there.
        </ConfirmButton>
      )}
    </Box>
  );
}

/** The devices that are logged in, this one first. */
export function Devices() {
  const answer = useReadSessionsQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const all = useAct(useEndOthersMutation(), 'The devices could not be logged out.', messageOf);
  const sessions = answer.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  const list = useRef<HTMLUListElement>(null);
  const revoked = useRef(false);

  // The button that was pressed is gone with its device: the focus moves to the list.
  useEffect(() => {
    if (revoked.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [others.length]);
  const noteRevoked = () => {
    revoked.current = true;
  };
  const revokeAll = () => {
    noteRevoked();
    return all.act();
  };

  return (
    <QueryPanel
      title="Devices"
      answer={answer}
      failure="Your devices could not be loaded."
      lines={4}
      aside={
        others.length > 0 && (
          <ConfirmButton
            label="Log out all others"
            button={{ variant: 'text' }}
            title="Log out all other devices?"
            confirmLabel="Log Out All"
            destructive
            busy={all.busy}
            onConfirm={revokeAll}
          >
            <strong>{others.map(({ device }) => device).join(', ')}</strong>: {others.length === 1 ? 'it is' : 'they are'} logged out at once.
            This device stays logged in.
          </ConfirmButton>
        )
      }
    >
      {() => (
        <>
          <Entries ref={list} label="Devices">
            {[...sessions.filter(({ current }) => current), ...others].map((session) => (
              <Device key={session.id} session={session} onRevoke={noteRevoked} />
            ))}
          </Entries>
          {others.length === 0 && <Nothing>No other devices are logged in.</Nothing>}
        </>
      )}
    </QueryPanel>
  );
}
