import { Box, Button, Chip, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';

import { formatMoment } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { DeviceIcon, PhoneIcon } from '~/ui/icons';
import { Entries, Nothing, QueryPanel } from '~/ui/Panel';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type SessionItem, useEndOneMutation, useEndOthersMutation, useReadSessionsQuery } from '../api';

/** One device, or all but this one. */
export type Revocation = SessionItem | 'others';

interface RevokeDialogProps {
  readonly revocation: Revocation;
  readonly others: readonly SessionItem[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

function titleOf(revocation: Revocation): string {
  return revocation === 'others' ? 'Log out all other devices?' : `Log out ${revocation.device}?`;
}

/** What will be logged out, by name. */
function Consequence({ revocation, others }: Pick<RevokeDialogProps, 'revocation' | 'others'>) {
  if (revocation !== 'others') {
    return (
      <>
        <strong>{revocation.device}</strong> ({revocation.address ?? 'unknown address'}, last seen{' '}
        {formatMoment(revocation.lastSeenAt)}) is logged out at once. To use it again, log in there.
      </>
    );
  }
  return (
    <>
      <strong>{others.map(({ device }) => device).join(', ')}</strong>: {others.length === 1 ? 'it is' : 'they are'} logged
      out at once. This device stays logged in.
    </>
  );
}

/** Asks before a device is logged out. */
export function RevokeDialog({ revocation, others, open, onClose, onClosed }: RevokeDialogProps) {
  const toasts = useToasts();
  const one = useAct(useEndOneMutation(), 'The device could not be logged out.');
  const all = useAct(useEndOthersMutation(), 'The devices could not be logged out.');

  const confirm = async () => {
    const done = await (revocation === 'others' ? all.act() : one.act({ sessionId: revocation.id }));
    onClose();
    if (done !== undefined) toasts.success(done.message);
  };

  return (
    <ConfirmDialog
      open={open}
      title={titleOf(revocation)}
      confirmLabel={revocation === 'others' ? 'Log Out All' : 'Log Out'}
      destructive
      busy={one.busy || all.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
      onClosed={onClosed}
    >
      <Consequence revocation={revocation} others={others} />
    </ConfirmDialog>
  );
}

const HANDHELD = /iPhone|iPad|Android/u;

interface DeviceItemProps {
  readonly session: SessionItem;
  readonly onRevoke: () => void;
}

/** One device that is logged in. */
export function DeviceItem({ session, onRevoke }: DeviceItemProps) {
  const { device, address, firstSeenAt, lastSeenAt, current } = session;
  const Icon = HANDHELD.test(device) ? PhoneIcon : DeviceIcon;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1.5, sm: 2 } }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 40,
          height: 40,
          borderRadius: radius.menu,
          bgcolor: current ? 'soft.accent' : 'surface.sunken',
          color: current ? 'primary.main' : 'text.secondary',
        }}
      >
        <Icon fontSize="small" />
      </Box>
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
        <Button variant="outlined" size="small" onClick={onRevoke} aria-label={`Log out ${device}, last seen ${formatMoment(lastSeenAt)}`}>
          Log out
        </Button>
      )}
    </Box>
  );
}

/** The button that opened the dialog may be gone with its device: focus moves to the list. */
function useKeptFocus(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const acted = useRef(false);
  const keepFocus = () => {
    if (acted.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  };
  useEffect(keepFocus, [count]);
  const onClosed = () => {
    acted.current = true;
    keepFocus();
  };
  return { list, onClosed };
}

/** The devices that are logged in, this one first, each with a button that logs it out. */
export function Devices() {
  const answer = useReadSessionsQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const [revocation, setRevocation] = useState<Revocation>('others');
  const [asking, setAsking] = useState(false);

  const ask = (what: Revocation) => {
    setRevocation(what);
    setAsking(true);
  };
  const close = () => setAsking(false);

  const sessions = answer.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  const { list, onClosed } = useKeptFocus(others.length);
  const inOrder = [...sessions.filter(({ current }) => current), ...others];
  return (
    <>
      <QueryPanel
        title="Devices"
        answer={answer}
        failure="Your devices could not be loaded."
        lines={4}
        aside={
          others.length > 0 && (
            <Button size="small" onClick={() => ask('others')}>
              Log out all others
            </Button>
          )
        }
      >
        {() => (
          <>
            <Entries ref={list} label="Devices">
              {inOrder.map((session) => (
                <DeviceItem key={session.id} session={session} onRevoke={() => ask(session)} />
              ))}
            </Entries>
            {others.length === 0 && <Nothing>No other devices are logged in.</Nothing>}
          </>
        )}
      </QueryPanel>
      <RevokeDialog revocation={revocation} others={others} open={asking} onClose={close} onClosed={onClosed} />
    </>
  );
}
