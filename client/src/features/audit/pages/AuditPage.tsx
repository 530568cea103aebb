import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';

import { type AuditAction, type AuditRecord, serverApi } from '~/api/generated/serverApi';
import { DayFilter } from '~/forms/DayInput';
import { ACTIVITIES, activityLabel, actorOf, sayActivity, targetOf } from '~/lib/activity';
import { ChangeList, changesOf } from '~/ui/ChangeList';
import { datedName, formatMoment } from '~/lib/format';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { FileIcon } from '~/ui/icons';
import { Labelled, LabelledSearch } from '~/ui/Labelled';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { What } from '~/ui/Panel';
import { type Column, PagedList, RowList } from '~/ui/RowList';
import { Select } from '~/ui/Select';
import { Caption, Note, TextLink } from '~/ui/Text';

const PAGE_SIZE = 20;
/** Where entries with these beginnings open. */
const OPENED = { bulk_: 'jobs', import_: 'imports' } as const;

const { useReadAuditQuery } = serverApi.enhanceEndpoints({ endpoints: { readAudit: { providesTags: ['Audit'] } } });

function AuditFilters({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const { view, isFiltered, searchText, setSearchText, change, clear } = list;
  const { action, subject } = view;
  const day = (name: 'createdFrom' | 'createdTo', label: string) => (
    <DayFilter label={label} day={view[name]} onDay={(chosen) => change({ [name]: chosen })} sx={narrow} />
  );
  return (
    <Box component="form" role="search" aria-label={t`Activity`} onSubmit={(event) => event.preventDefault()} sx={filters}>
      <LabelledSearch label={t`Search`} text={searchText} placeholder={t`Name, email or file name`} onText={setSearchText} sx={wholeLine} />
      <Labelled label={t`What was done`} sx={wholeLine}>
        {(id) => <Select id={id} value={action ?? ''} none={t`Everything`} options={actions()} onChoose={(chosen) => change({ action: chosen || null })} />}
      </Labelled>
      {day('createdFrom', t`From day`)}
      {day('createdTo', t`To day`)}
      {(subject !== null || isFiltered) && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          {subject !== null && <Note>{t`About one person only`}</Note>}
          <Button color="inherit" size="small" onClick={clear}>
            {t`Clear Filters`}
          </Button>
        </Box>
      )}
    </Box>
  );
}

const filters = { display: 'grid', gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr) 240px 170px 170px' }, gap: 1.5, p: 2 } as const;
/** A whole day has room on half of a phone. */
const narrow = { minWidth: 0, px: { xs: 1, md: 1.75 }, '& .MuiInputBase-input': { minWidth: 0, px: 0 } } as const;
/** On a phone, where the days share one. */
const wholeLine = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const;

const moment = ({ createdAt }: AuditRecord) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>;

/** A change of many and an import open; a person has the name and email that the reader may see. */
function Target({ action, subjectId, subjectName, subjectEmail, ...entry }: AuditRecord) {
  const subjectLabel = targetOf({ action, ...entry });
  const folder = Object.entries(OPENED).find(([begin]) => action.startsWith(begin))?.[1];
  if (folder !== undefined && subjectId !== null) {
    return (
      <TextLink to={`/dashboard/users/${folder}/${subjectId}`}>{subjectLabel ?? t`Open`}</TextLink>
    );
  }
  return (
    <>
      {typeof subjectName === 'string' && <span>{subjectName} </span>}
      <Email>{subjectEmail ?? subjectLabel ?? '—'}</Email>
    </>
  );
}

/** "Before and after" takes the width that the others leave. */
const columns = (): readonly Column<AuditRecord>[] => [
  { head: t`When`, width: 184, cell: moment, sx: { color: 'text.secondary' } },
  { head: t`Who`, width: 150, cell: (entry) => actorOf(entry) ?? '—', sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
  { head: t`Action`, width: 150, cell: ({ action }) => activityLabel(action) },
  { head: t`Target`, width: 190, cell: (entry) => <Target {...entry} />, sx: { overflowWrap: 'anywhere' } },
  { head: t`Before and after`, cell: (entry) => <ChangeList changes={changesOf(entry)} />, sx: { overflowWrap: 'anywhere' } },
  { head: t`From`, width: 130, cell: ({ address }) => address ?? '—', sx: { color: 'text.secondary', overflowWrap: 'anywhere' } },
];
const LEAST_WIDTH = 1006;

const card = (entry: AuditRecord) => (
  <>
    <What>{sayActivity(entry)}</What>
    <ChangeList changes={changesOf(entry)} />
    <Caption sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {moment(entry)}
      {entry.address !== null && ` · ${entry.address}`}
    </Caption>
  </>
);

/** Every action of the server has a label; one without does not compile. */
const labelled: Readonly<Record<AuditAction, { readonly label: MessageDescriptor }>> = ACTIVITIES;

const actions = () => Object.entries(labelled).map(([action, { label }]) => [action as AuditAction, t(label)] as const);

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const isDay = (day: string) => DAY.test(day);

const CHOICES = { action: Object.keys(labelled) as AuditAction[], subject: (id: string) => ID.test(id), createdFrom: isDay, createdTo: isDay };

function Entries({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const { view, filters, isFiltered } = list;
  const answer = useReadAuditQuery({ page: view.page, pageSize: PAGE_SIZE, search: view.search, ...filters }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const none = (
    <EmptyState title={isFiltered ? t`Nothing matches` : t`Nothing has been done yet`} icon={<FileIcon fontSize="small" />}>
      {isFiltered ? t`Clear the filters to see everything.` : t`Logins, edits and imports of your company are listed here.`}
    </EmptyState>
  );
  return (
    <PagedList answer={answer} failure={t`The activity could not be loaded.`} label={t`Activity`} pageSize={PAGE_SIZE} list={list} skeletons={8} empty={none}>
      {(entries) => <RowList label={t`Activity`} rows={entries} keyOf={({ id }) => id} columns={columns()} minWidth={LEAST_WIDTH} wraps card={card} />}
    </PagedList>
  );
}

export function AuditPage() {
  const list = useListParams(CHOICES);
  const exported = (
    <DownloadButton
      file={{ url: `/api/v1/audit.csv?${new URLSearchParams({ search: list.view.search, ...list.filters }).toString()}`, name: datedName('activity', 'csv') }}
      size="medium"
      failure={t`The activity could not be exported.`}
    >
      {t`Export CSV`}
    </DownloadButton>
  );
  return (
    <PageShell>
      <BackLink to="/dashboard/users">{t`User Management`}</BackLink>
      <PageHeader title={t`Activity`} subtitle={t`Actions in your company: who, when, on what and from where. A bulk change is one entry: open it, or search for a person.`} actions={exported} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <AuditFilters list={list} />
        </Box>
        <Entries list={list} />
      </Paper>
    </PageShell>
  );
}
