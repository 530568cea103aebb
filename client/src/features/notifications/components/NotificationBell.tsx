import { Badge, Box, Button, ButtonBase, IconButton, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';
import { formatAgo, formatMoment } from '~/lib/format';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { radius } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { BellIcon, CheckIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useToasts } from '~/ui/toasts/slice';
import { useAnchor } from '~/ui/useAnchor';

import { type NotificationPage, type NotificationRecord, type ReadRequest, useMarkNotificationsReadMutation, useReadNotificationsQuery } from '../api';

/** Announces new notifications to screen readers. */
export function Announcer({ page }: { readonly page: NotificationPage | undefined }) {
  const newest = page?.data[0];
  const [known, setKnown] = useState<string | null | undefined>(undefined);
  const [said, setSaid] = useState('');
  const id = page === undefined ? undefined : (newest?.id ?? null);
  if (id !== known) {
    setKnown(id);
    if (known !== undefined && newest?.readAt === null) setSaid(`New notification: ${newest.title}`);
  }
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  );
}

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

interface NotificationItemProps {
  readonly notification: NotificationRecord;
  /** Its link was followed. */
  readonly onOpen: () => void;
  readonly onRead: () => void;
}

const content = { display: 'block', flex: 1, minWidth: 0, py: 1.5, pl: 1.25, pr: 1, borderRadius: radius.control, textAlign: 'left' } as const;

function Words({ notification }: { readonly notification: NotificationRecord }) {
  const { title, body, createdAt, readAt } = notification;
  return (
    <>
      <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: readAt === null ? 600 : 500, overflowWrap: 'anywhere' }}>
        {readAt === null && <span className="visually-hidden">Unread: </span>}
        {title}
      </Typography>
      <Typography component="span" variant="caption" sx={{ display: 'block', mt: 0.25, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {body}
      </Typography>
      <Typography component="time" variant="caption" dateTime={createdAt} title={formatMoment(createdAt)} sx={{ display: 'block', mt: 0.5, color: 'surface.faint', fontSize: '0.75rem' }}>
        {formatAgo(createdAt)}
      </Typography>
    </>
  );
}

/** The mark of an unread notification; its place is kept. */
function UnreadDot({ shown }: { readonly shown: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{ flexShrink: 0, alignSelf: 'flex-start', width: 8, height: 8, mt: 2.4, ml: 1.25, borderRadius: radius.round, bgcolor: shown ? 'primary.main' : 'transparent' }}
    />
  );
}

/** One notification: read when its link is followed, or by its own button. */
export function NotificationItem({ notification, onOpen, onRead }: NotificationItemProps) {
  const { link, title, readAt } = notification;
  const unread = readAt === null;
  const words: ReactNode = <Words notification={notification} />;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', borderRadius: radius.control, '&:hover': { bgcolor: link === null ? undefined : 'surface.sunken' } }}>
      <UnreadDot shown={unread} />
      {link === null ? (
        <Box sx={content}>{words}</Box>
      ) : (
        <ButtonBase component={Link} to={link} onClick={onOpen} sx={content}>
          {words}
        </ButtonBase>
      )}
      {unread && (
        <IconButton size="small" aria-label={`Mark as read: ${title}`} title="Mark as read" onClick={onRead} sx={{ mr: 0.75 }}>
          <CheckIcon sx={{ fontSize: 18 }} />
        </IconButton>
      )}
    </Box>
  );
}

const STEP = 20;
const POLL = 60_000;

/** The newest notifications, live; polled while no events are pushed. `showOlder` fetches more. */
export function useNotifications() {
  const [pageSize, setPageSize] = useState(STEP);
  const { data, error, isFetching, refetch } = usePolledQuery(useReadNotificationsQuery, { page: 1, pageSize }, {
    intervalOf: unlessLive(POLL),
    refetchOnFocus: true,
  });
  return {
    page: data,
    error: data === undefined ? error : undefined,
    isFetching,
    refetch,
    showOlder: () => setPageSize(pageSize + STEP),
  };
}

const HIGHEST = 99;

/** How much is unread, and what it is. */
export function NotificationBell() {
  const id = useId();
  const notifications = useNotifications();
  const { button, popup, close } = useAnchor('dialog');
  const unread = notifications.page?.unread ?? 0;
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        title="Notifications"
        aria-controls={popup.open ? id : undefined}
        {...button}
      >
        <Badge
          badgeContent={unread === 0 ? null : unread}
          max={HIGHEST}
          color="primary"
          slotProps={{ badge: { 'aria-hidden': true, sx: { minWidth: 17, height: 17, px: 0.5, fontSize: '0.6875rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' } } }}
        >
          <BellIcon fontSize="small" />
        </Badge>
      </IconButton>
      <Announcer page={notifications.page} />
      <Sheet id={id} label="Notifications" width={400} maxHeight="min(560px, calc(100vh - 88px))" {...popup}>
        <NotificationList notifications={notifications} onLeave={close} />
      </Sheet>
    </>
  );
}
