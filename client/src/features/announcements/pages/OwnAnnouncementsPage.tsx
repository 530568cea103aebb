import { t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { SwitchLine } from '~/forms/RadioField';
import { ANNOUNCERS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, usePolledQuery } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { AnnounceIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Entries, padding } from '~/ui/Panel';
import { PagedList } from '~/ui/RowList';
import { useAct } from '~/ui/toasts/useAct';

import { announcementsApi, type OwnAnnouncement, SENT } from '../api';
import { AnnouncementItem } from '../reading/AnnouncementText';
import { useSeen } from '../reading/useSeen';

const PAGE_SIZE = 10;
const POLL = 60_000;

function MailSwitch({ byMail }: { readonly byMail: boolean }) {
  const [wished, setWished] = useState<boolean | null>(null);
  const { act } = useAct(announcementsApi.useWishForAnnouncementMailsMutation(), t`This could not be saved.`);
  const wish = async (isWished: boolean) => {
    setWished(isWished);
    if ((await act({ mailWish: { byMail: isWished } })) === undefined) setWished(null);
  };
  return <SwitchLine label={t`Also by mail`} hint={t`Off: they are shown here and on your dashboard alone.`} checked={wished ?? byMail} onSwitch={(isOn) => void wish(isOn)} />;
}

function List({ announcements }: { readonly announcements: readonly OwnAnnouncement[] }) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const isNew = (each: OwnAnnouncement) => !each.seen && !seen.includes(each.id);
  const list = useSeen(announcements.filter(isNew).map(({ id }) => id), (ids) => setSeen([...seen, ...ids]));
  return (
    <Entries label={t`Announcements`} ref={list}>
      {announcements.map((announcement) => (
        <AnnouncementItem key={announcement.id} announcement={announcement} isNew={isNew(announcement)} />
      ))}
    </Entries>
  );
}

/** What was announced to the reader, the newest first. */
export function OwnAnnouncementsPage() {
  const list = useListParams({});
  const writes = useHasProfile(ANNOUNCERS);
  const answer = usePolledQuery(announcementsApi.useListOwnAnnouncementsQuery, { page: list.view.page, pageSize: PAGE_SIZE }, {
    intervalOf: unlessLive(POLL),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const sent = writes && (
    <Button variant="outlined" component={Link} to={SENT}>
      {t`Sent announcements`}
    </Button>
  );
  return (
    <PageShell>
      <PageHeader title={t`Announcements`} subtitle={t`What your company has to say to you. Its authors see that you have seen it.`} actions={sent} />
      <Paper variant="outlined" component="section" aria-label={t`Announcements`} sx={{ overflow: 'hidden' }}>
        {answer.data !== undefined && (
          <Box sx={{ ...padding, borderBottom: 1, borderColor: 'divider' }}>
            <MailSwitch byMail={answer.data.byMail} />
          </Box>
        )}
        <PagedList
          answer={answer}
          failure={t`The announcements could not be loaded.`}
          label={t`Announcements`}
          pageSize={PAGE_SIZE}
          list={list}
          rowHeight={96}
          skeletons={4}
          empty={<EmptyState title={t`No announcements yet`} icon={<AnnounceIcon fontSize="small" />}>{t`What your company announces to you is shown here.`}</EmptyState>}
        >
          {(announcements) => <List announcements={announcements} />}
        </PagedList>
      </Paper>
    </PageShell>
  );
}
