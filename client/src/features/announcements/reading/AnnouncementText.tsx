import { msg } from '@lingui/core/macro';
import { Box, Link, Typography } from '@mui/material';

import { formatMoment } from '~/lib/format';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';

import type { OwnAnnouncement } from '../api';

/** Words as the server cuts them (server/messaging/announcements/links.py): each odd part is one. */
const WORDS = /([^\s<>"'()]+)/u;
const END = /[.,;:!?]+$/u;

/** The text with its lines; of all addresses in it, only those that the server names are links. */
export function Body({ body, links }: Pick<OwnAnnouncement, 'body' | 'links'>) {
  return (
    <Typography sx={{ fontSize: '1.0625rem', lineHeight: 1.6, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '68ch' }}>
      {body.split(WORDS).map((part, index) => {
        const address = part.replace(END, '');
        if (index % 2 === 0 || !links.includes(address)) return part;
        return [
          <Link key={index} href={address} target="_blank" rel="noopener">
            {address}
          </Link>,
          part.slice(address.length),
        ];
      })}
    </Typography>
  );
}

/** One of a list. */
export function AnnouncementItem({ announcement, isNew }: { readonly announcement: OwnAnnouncement; readonly isNew: boolean }) {
  const { id, title, author, publishedAt } = announcement;
  const when = formatMoment(publishedAt);
  return (
    <Box component="li" data-announcement={id}>
      <Typography variant="h5" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {isNew && (
          <Box component="span" sx={{ mr: 1 }}>
            <StateChip tone="info" label={msg({ message: 'New', context: 'announcement' })} />
          </Box>
        )}
        {title}
      </Typography>
      <Caption component="p" sx={{ mb: 1 }}>
        {author === null ? when : `${author} · ${when}`}
      </Caption>
      <Body {...announcement} />
    </Box>
  );
}
