import { t } from '@lingui/core/macro';
import { Badge, Box, Button, ButtonBase, IconButton, Skeleton, Typography } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';
import { formatAgo, formatMoment } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { radius } from '~/theme/tokens';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { BellIcon, CheckIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { Announcer } from '~/ui/ProgressPanel';
import { Sheet } from '~/ui/Sheet';
import { Caption } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useAnchor } from '~/ui/useAnchor';

import { type NotificationPage, type NotificationRecord, notificationsApi, type ReadRequest } from '../api';

/** The newest one, while it is unread. */
function newsOf({ data: [newest] }: NotificationPage): string {
  return newest?.readAt === null ? t`New notification: ${{ title: translated(newest.title) }}` : '';
}

const skeleton = () => (
  <Box role="status" aria-label={t`Loading notifications`} sx={{ px: 2.5, py: 1 }}>
    {Array.from({ length: 3 }, (_, index) => (
      <Box key={index} sx={{ py: 1.25 }}>
        <Skeleton width="45%" />
        <Skeleton width="90%" />
        <Skeleton width="25%" />
      </Box>
    ))}
  </Box>
);

interface NotificationListProps {
  readonly answer: ReturnType<typeof useNotifications>;
  readonly onOlder: () => void;
  readonly onLeave: () => void;
}

function NotificationList({ answer, onOlder, onLeave }: NotificationListProps) {
  const { data: page, error, isFetching, refetch } = answer;
  const list = useRef<HTMLUListElement>(null);
  const { act: markRead, busy } = useAct(notificationsApi.useMarkNotificationsReadMutation(), t`The notifications could not be marked as read.`);

  // The button goes with its unread mark: the focus moves to the list.
  const markHere = (readRequest: ReadRequest) => {
    list.current?.focus({ preventScroll: true });
    void markRead({ readRequest });
  };

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 52, pl: 2.5, pr: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h6" component="h2">
          {t`Notifications`}
        </Typography>
        {page !== undefined && page.unread > 0 && (
          <ProgressButton size="small" variant="text" busy={busy} onClick={() => markHere({ all: true })}>
            {t`Mark all as read`}
          </ProgressButton>
        )}
      </Box>
      {page === undefined && error === undefined && skeleton()}
      {page === undefined && error !== undefined && <ErrorState inPanel message={messageOf(error, t`Your notifications could not be loaded.`)} onRetry={() => void refetch()} />}
      {page?.total === 0 && (
        <EmptyState title={t`You are up to date`} icon={<BellIcon fontSize="small" />}>
          {t`Finished imports and actions for you appear here.`}
        </EmptyState>
      )}
      {page !== undefined && page.total > 0 && (
        <Box component="ul" ref={list} tabIndex={-1} aria-label={t`Notifications`} sx={{ m: 0, p: 0.75, listStyle: 'none', '&:focus-visible': { boxShadow: 'none' } }}>
          {page.data.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (notification.readAt === null) void markRead({ readRequest: { ids: [notification.id] } });
                onLeave();
              }}
              onRead={() => markHere({ ids: [notification.id] })}
            />
          ))}
        </Box>
      )}
      {page !== undefined && page.total > page.data.length && (
        <Box sx={{ display: 'grid', p: 0.75, pt: 0 }}>
          <Button color="inherit" size="small" disabled={isFetching} onClick={onOlder}>
            {t`Show older`}
          </Button>
        </Box>
      )}
    </>
  );
}

interface NotificationItemProps {
  readonly notification: NotificationRecord;
  readonly onOpen: () => void;
  readonly onRead: () => void;
}

const content = { display: 'block', flex: 1, minWidth: 0, py: 1.5, pl: 1.25, pr: 1, borderRadius: radius.control, textAlign: 'left' } as const;

function NotificationItem({ notification, onOpen, onRead }: NotificationItemProps) {
  const { link, createdAt, readAt } = notification;
  const [title, body] = [translated(notification.title), translated(notification.body)];
  const unread = readAt === null;
  const words = (
    <>
      <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: unread ? 600 : 500, overflowWrap: 'anywhere' }}>
        {unread && <span className="visually-hidden">{t`Unread:`} </span>}
        {title}
      </Typography>
      <Caption component="span" sx={{ display: 'block', mt: 0.25, overflowWrap: 'anywhere' }}>
        {body}
      </Caption>
      <Typography component="time" variant="caption" dateTime={createdAt} title={formatMoment(createdAt)} sx={{ display: 'block', mt: 0.5, color: 'surface.faint', fontSize: '0.75rem' }}>
        {formatAgo(createdAt)}
      </Typography>
    </>
  );
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', borderRadius: radius.control, '&:hover': { bgcolor: link === null ? undefined : 'surface.sunken' } }}>
      {/* The mark of an unread one; its place is kept. */}
      <Box
        aria-hidden
        sx={{ flexShrink: 0, alignSelf: 'flex-start', width: 8, height: 8, mt: 2.4, ml: 1.25, borderRadius: radius.round, bgcolor: unread ? 'primary.main' : 'transparent' }}
      />
      {link === null ? (
        <Box sx={content}>{words}</Box>
      ) : (
        <ButtonBase component={Link} to={link} onClick={onOpen} sx={content}>
          {words}
        </ButtonBase>
      )}
      {unread && (
        <IconButton size="small" aria-label={t`Mark as read: ${title}`} title={t`Mark as read`} onClick={onRead} sx={{ mr: 0.75 }}>
          <CheckIcon sx={{ fontSize: 18 }} />
        </IconButton>
      )}
    </Box>
  );
}

const STEP = 20;
const POLL = 60_000;

function useNotifications(pageSize: number) {
  return usePolledQuery(notificationsApi.useReadNotificationsQuery, { page: 1, pageSize }, { intervalOf: unlessLive(POLL), refetchOnFocus: true });
}

export function NotificationBell() {
  const id = useId();
  const [pageSize, setPageSize] = useState(STEP);
  const answer = useNotifications(pageSize);
  const { button, popup, close } = useAnchor('dialog');
  const unread = answer.data?.unread ?? 0;
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? t`Notifications` : t`Notifications, ${unread} unread`}
        title={t`Notifications`}
        aria-controls={popup.open ? id : undefined}
        {...button}
      >
        <Badge
          badgeContent={unread === 0 ? null : unread}
          max={99}
          color="primary"
          slotProps={{ badge: { 'aria-hidden': true, sx: { minWidth: 17, height: 17, px: 0.5, fontSize: '0.6875rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' } } }}
        >
          <BellIcon fontSize="small" />
        </Badge>
      </IconButton>
      {answer.data !== undefined && <Announcer>{newsOf(answer.data)}</Announcer>}
      <Sheet id={id} label={t`Notifications`} width={400} maxHeight="min(560px, calc(100vh - 88px))" {...popup}>
        <NotificationList answer={answer} onOlder={() => setPageSize(pageSize + STEP)} onLeave={close} />
      </Sheet>
    </>
  );
}
