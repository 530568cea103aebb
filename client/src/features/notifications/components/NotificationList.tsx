import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';

import { messageOf } from '~/api/problem';
import { BellIcon } from '~/ui/bellIcon';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ReadRequest, useMarkNotificationsReadMutation } from '../api';
import type { useNotifications } from '../useNotifications';
import { NotificationItem } from './NotificationItem';

interface NotificationListProps {
  readonly notifications: ReturnType<typeof useNotifications>;
  /** A link was followed. */
  readonly onLeave: () => void;
}

function ListSkeleton() {
  return (
    <Box role="status" aria-label="Loading notifications" sx={{ px: 2.5, py: 1 }}>
      {Array.from({ length: 3 }, (_, index) => (
        <Box key={index} sx={{ py: 1.25 }}>
          <Skeleton width="45%" />
          <Skeleton width="90%" />
          <Skeleton width="25%" />
        </Box>
      ))}
    </Box>
  );
}

/** The list behind the bell, newest first; notifications are marked as read one by one or all at once. */
export function NotificationList({ notifications, onLeave }: NotificationListProps) {
  const { page, error, isFetching, refetch, showOlder } = notifications;
  const toasts = useToasts();
  const list = useRef<HTMLUListElement>(null);
  const [read, reading] = useMarkNotificationsReadMutation();

  const markRead = async (readRequest: ReadRequest) => {
    const { error: refusal } = await read({ readRequest });
    if (refusal !== undefined) toasts.error(messageOf(refusal, 'The notifications could not be marked as read.'));
  };

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 52, pl: 2.5, pr: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h6" component="h2">
          Notifications
        </Typography>
        {page !== undefined && page.unread > 0 && (
          <ProgressButton
            size="small"
            variant="text"
            busy={reading.isLoading}
            onClick={() => {
              // The button is removed with the last unread mark: focus moves to the list.
              list.current?.focus({ preventScroll: true });
              void markRead({ all: true });
            }}
          >
            Mark all as read
          </ProgressButton>
        )}
      </Box>
      {page === undefined && error === undefined && <ListSkeleton />}
      {error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'Your notifications could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {page?.total === 0 && (
        <EmptyState title="You are up to date" icon={<BellIcon fontSize="small" />}>
          Finished imports and actions for you appear here.
        </EmptyState>
      )}
      {page !== undefined && page.total > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} aria-label="Notifications" sx={{ m: 0, p: 0.75, listStyle: 'none', '&:focus-visible': { boxShadow: 'none' } }}>
          {page.data.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (notification.readAt === null) void markRead({ ids: [notification.id] });
                onLeave();
              }}
              onRead={() => {
                list.current?.focus({ preventScroll: true });
                void markRead({ ids: [notification.id] });
              }}
            />
          ))}
        </Box>
      )}
      {page !== undefined && page.total > page.data.length && (
        <Box sx={{ display: 'grid', p: 0.75, pt: 0 }}>
          <Button color="inherit" size="small" disabled={isFetching} onClick={showOlder}>
            Show older
          </Button>
        </Box>
      )}
    </>
  );
}
