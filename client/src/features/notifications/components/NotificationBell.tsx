import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';

import { BellIcon } from '~/ui/bellIcon';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import { useNotifications } from '../useNotifications';
import { Announcer } from './Announcer';
import { NotificationList } from './NotificationList';

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
