import { plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';

import { useChanges } from '~/realtime/extra';
import { Entries, Panel } from '~/ui/Panel';
import { TextLink } from '~/ui/Text';

import { type AnnouncementsSection, OWN, type OwnAnnouncement } from '../api';
import { AnnouncementItem } from './AnnouncementText';
import { useSeen } from './useSeen';

/** What the reader has not seen, on top of the dashboard. What was seen here stays until the dashboard is left. */
export function UnseenAnnouncements({ section }: { readonly section: AnnouncementsSection | undefined }) {
  const unseen = section?.unseen ?? [];
  const [kept, setKept] = useState<readonly OwnAnnouncement[]>([]);
  const isKept = ({ id }: OwnAnnouncement) => kept.some((each) => each.id === id);
  const list = useSeen(
    unseen.filter((each) => !isKept(each)).map(({ id }) => id),
    (ids) => setKept([...unseen.filter(({ id }) => ids.includes(id)), ...kept]),
  );
  // One of them may have been taken back.
  useChanges({
    events: ['announcements:changed'],
    pause: 0,
    refetch: () => {
      setKept([]);
      return undefined;
    },
  });
  const shown = [...unseen, ...kept.filter(({ id }) => unseen.every((each) => each.id !== id))];
  if (shown.length === 0) return null;
  const more = (section?.total ?? 0) - unseen.length;
  return (
    <Box sx={{ mb: 3 }}>
      <Panel
        title={t`Announcements`}
        aside={
          <TextLink to={OWN} variant="body2">
            {more > 0 ? plural(more, { one: 'All announcements (# more new)', other: 'All announcements (# more new)' }) : t`All announcements`}
          </TextLink>
        }
      >
        <Entries label={t`Announcements`} ref={list}>
          {shown.map((announcement) => (
            <AnnouncementItem key={announcement.id} announcement={announcement} isNew={!isKept(announcement)} />
          ))}
        </Entries>
      </Panel>
    </Box>
  );
}
