import { t } from '@lingui/core/macro';
import { Button, Chip, Paper } from '@mui/material';

import { countPeople, formatCount, formatMoment } from '~/lib/format';
import { joined } from '~/lib/texts';
import { translated } from '~/lib/sentences';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { AnnounceIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { Caption, TextLink } from '~/ui/Text';

import { type AnnouncementRecord, announcementsApi, OWN, SENT } from '../api';

const PAGE_SIZE = 20;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

const sayMails = ({ byMail, mailed, failed, waiting }: AnnouncementRecord) =>
  byMail ? joined(', ', [formatCount(mailed), failed > 0 && t`${{ failed: formatCount(failed) }} failed`, waiting > 0 && t`${{ waiting: formatCount(waiting) }} waiting`]) : '—';

const titleOf = ({ id, title, retractedAt }: AnnouncementRecord) => (
  <>
    <TextLink to={`${SENT}/${id}`} sx={{ overflowWrap: 'anywhere' }}>
      {title}
    </TextLink>
    {retractedAt !== null && <Chip size="small" label={t`Taken back`} sx={{ ml: 1, bgcolor: 'surface.sunken' }} />}
  </>
);

const columns = (): readonly Column<AnnouncementRecord>[] => [
  { head: t`Title`, cell: titleOf },
  { head: t({ message: 'To', context: 'recipients' }), width: 200, cell: ({ audience }) => translated(audience) },
  { head: t`By`, width: 150, cell: ({ author }) => author?.fullName ?? '—' },
  { head: t`When`, width: 190, cell: ({ publishAt }) => formatMoment(publishAt) },
  { head: t`Seen`, width: 120, isNumber: true, cell: ({ seen, total }) => t`${{ seen: formatCount(seen) }} of ${{ total: formatCount(total) }}` },
  { head: t`Mails`, width: 140, isNumber: true, cell: sayMails },
];

function card(sent: AnnouncementRecord) {
  const { audience, author, publishAt, seen, total, byMail } = sent;
  const people = countPeople(total);
  return (
    <RowCard
      title={titleOf(sent)}
      lines={[
        joined(' · ', [translated(audience), author?.fullName ?? false, formatMoment(publishAt)]),
        joined(' · ', [t`Seen by ${{ seen: formatCount(seen) }} of ${people}`, byMail && t`Mails: ${{ mails: sayMails(sent) }}`]),
      ]}
    />
  );
}

/** What was written: administrators see all of the company's, others their own. */
export function SentPage() {
  const list = useListParams({ batch: (value: string) => UUID.test(value) });
  const { batch, page } = list.view;
  const answer = announcementsApi.useListAnnouncementsQuery({ batch, page, pageSize: PAGE_SIZE }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  return (
    <PageShell>
      <BackLink to={OWN}>{t`Announcements`}</BackLink>
      <PageHeader title={t`Sent announcements`} subtitle={t`Who was reached, who has seen it, and what became of the mails.`} />
      <Paper variant="outlined" component="section" aria-label={t`Sent announcements`} sx={{ overflow: 'hidden' }}>
        {batch !== null && (
          <Caption component="div" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
            {t`Those to one batch.`}
            <Button size="small" variant="text" onClick={list.clear}>
              {t`Show all`}
            </Button>
          </Caption>
        )}
        <PagedList
          answer={answer}
          failure={t`The announcements could not be loaded.`}
          label={t`Announcements`}
          pageSize={PAGE_SIZE}
          list={list}
          skeletons={6}
          empty={<EmptyState title={t`Nothing sent yet`} icon={<AnnounceIcon fontSize="small" />}>{t`Write to a batch on its page, or to selected people in Manage Users.`}</EmptyState>}
        >
          {(sent) => <RowList label={t`Sent announcements`} rows={sent} keyOf={({ id }) => id} columns={columns()} minWidth={960} wraps card={card} />}
        </PagedList>
      </Paper>
    </PageShell>
  );
}
