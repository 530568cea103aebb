import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';

import { useReadSessionsQuery } from '../api';
import { DeviceItem } from './DeviceItem';
import { RevokeDialog, type Revocation } from './RevokeDialog';

function DevicesSkeleton() {
  return (
    <Box role="status" aria-label="Loading devices">
      {Array.from({ length: 2 }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2 }}>
          <Skeleton variant="rounded" width={40} height={40} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="30%" />
            <Skeleton width="50%" />
          </Box>
        </Box>
      ))}
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
  const { data, error, refetch } = useReadSessionsQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const [revocation, setRevocation] = useState<Revocation>('others');
  const [asking, setAsking] = useState(false);

  const ask = (what: Revocation) => {
    setRevocation(what);
    setAsking(true);
  };
  const close = () => {
    setAsking(false);
  };

  const sessions = data?.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  const { list, onClosed } = useKeptFocus(others.length);
  const inOrder = [...sessions.filter(({ current }) => current), ...others];
  return (
    <Panel
      title="Devices"
      aside={
        others.length > 0 && (
          <Button
            size="small"
            onClick={() => {
              ask('others');
            }}
          >
            Log out all others
          </Button>
        )
      }
    >
      {data === undefined && error === undefined && <DevicesSkeleton />}
      {data === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'Your devices could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {data !== undefined && (
        <Box component="ul" ref={list} tabIndex={-1} aria-label="Devices" sx={{ m: 0, p: 0, listStyle: 'none', '&:focus-visible': { boxShadow: 'none' } }}>
          {inOrder.map((session) => (
            <DeviceItem
              key={session.id}
              session={session}
              onRevoke={() => {
                ask(session);
              }}
            />
          ))}
        </Box>
      )}
      {data !== undefined && others.length === 0 && (
        <Typography variant="body2" sx={{ px: { xs: 2, sm: 2.5 }, pb: 2.5, color: 'text.secondary' }}>
          No other devices are logged in.
        </Typography>
      )}
      <RevokeDialog revocation={revocation} others={others} open={asking} onClose={close} onClosed={onClosed} />
    </Panel>
  );
}
