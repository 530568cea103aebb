import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatAgo } from '~/lib/ago';
import { formatMoment } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { CheckIcon } from '~/ui/icons';

import type { NotificationRecord } from '../api';

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
