import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useId, useState } from 'react';

import { radius, shadow } from '~/theme/tokens';
import { BellIcon } from '~/ui/bellIcon';

import { useNotifications } from '../useNotifications';
import { Announcer } from './Announcer';
import { NotificationList } from './NotificationList';

const HIGHEST = 99;

const sheet = {
  width: 'min(400px, calc(100vw - 32px))',
  maxHeight: 'min(560px, calc(100vh - 88px))',
  mt: 1,
  border: 1,
  borderColor: 'surface.line',
  borderRadius: radius.menu,
  bgcolor: 'surface.raised',
  boxShadow: shadow.middle,
} as const;

/** How much is unread, and what it is. */
export function NotificationBell() {
  const id = useId();
  const notifications = useNotifications();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const unread = notifications.page?.unread ?? 0;
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        title="Notifications"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
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
      <Popover
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': `${id}-title`, sx: sheet } }}
      >
        <NotificationList titleId={`${id}-title`} notifications={notifications} onLeave={close} />
      </Popover>
    </>
  );
}
