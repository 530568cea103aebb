import { t } from '@lingui/core/macro';
import { Box, Tab, Tabs } from '@mui/material';
import { Link } from 'react-router';

import { batchesChanged, type TrainingBatch, useListTrainingBatchesQuery } from '~/api/batches';
import { useHasProfile } from '~/api/session/slice';
import { sessionsChanged, useListAtRiskQuery } from '~/api/training';
import { AT_RISK, daysOf, TRAINING, trainingOf } from '~/lib/batchLinks';
import { dayOf } from '~/lib/days';
import { useAppDispatch } from '~/lib/dispatch';
import { countPeople, formatCount } from '~/lib/format';
import { USER_MANAGERS } from '~/lib/profiles';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { useChanges } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { TrainingIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Panel } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { Caption, TextLink } from '~/ui/Text';

import { AtRisk } from '../components/AtRisk';
import { DaySessions, NotMarked } from '../components/DaySessions';

const PAGE_SIZE = 20;
const PAUSE = 3_000;
/** Marks are seen within a second; a pattern or a sheet is one event. */
const SESSIONS_PAUSE = 500;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;
const CHOICES = { tab: ['risk'], day: (value: string) => dayOf(value) !== undefined, below: (value: string) => /^(?:[1-9]\d?|100)$/u.test(value) } as const;

const namesOf = ({ trainers }: TrainingBatch) => trainers.map(({ fullName }) => fullName).join(', ');

function Name({ batch: { id, name, code, archivedAt } }: { readonly batch: TrainingBatch }) {
  const below = [code ?? '', archivedAt === null ? '' : t`Archived`].filter((part) => part !== '').join(' · ');
  return (
    <>
      <TextLink to={trainingOf(id)} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {name}
      </TextLink>
      {below !== '' && (
        <Caption component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {below}
        </Caption>
      )}
    </>
  );
}

function BatchList({ batches }: { readonly batches: readonly TrainingBatch[] }) {
  const columns: readonly Column<TrainingBatch>[] = [
    { head: t`Batch`, cell: (batch) => <Name batch={batch} /> },
    { head: t`Location`, cell: ({ location }) => location ?? '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Days`, cell: (batch) => daysOf(batch) || '—' },
    { head: t`Trainers`, cell: (batch) => namesOf(batch) || '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`People`, isNumber: true, width: 90, cell: ({ people }) => formatCount(people) },
  ];
  const card = (batch: TrainingBatch) => (
    <RowCard title={<Name batch={batch} />} aside={countPeople(batch.people)} lines={[[batch.location ?? '', daysOf(batch)].filter((part) => part !== '').join(' · '), namesOf(batch)]} />
  );
  return <RowList label={t`Batches`} rows={batches} keyOf={({ id }) => id} columns={columns} minWidth={760} card={card} />;
}

function Batches({ list, manages }: { readonly list: ListParams<typeof CHOICES>; readonly manages: boolean }) {
  const answer = useListTrainingBatchesQuery({ page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  const empty = (
    <EmptyState title={t`No batches yet`} icon={<TrainingIcon fontSize="small" />} {...(manages && { way: { label: t`Batches`, to: '/dashboard/users/batches' } })}>
      {manages ? t`Make a batch, then choose who teaches it.` : t`An administrator chooses who teaches a batch. Yours are shown here.`}
    </EmptyState>
  );
  return (
    <Panel title={t`Batches`}>
      <PagedList answer={answer} failure={t`The batches could not be loaded.`} label={t`Batches`} pageSize={PAGE_SIZE} list={list} rowHeight={56} skeletons={5} empty={empty}>
        {(batches) => <BatchList batches={batches} />}
      </PagedList>
    </Panel>
  );
}

/** The sessions of a day and the batches: a trainer's own, or all of the company. A second tab has the people at risk. */
export function TrainingPage() {
  const manages = useHasProfile(USER_MANAGERS);
  const list = useListParams(CHOICES);
  const { day, below } = list.view;
  const tab = list.view.tab ?? (below === null ? 'sessions' : 'risk');
  const dispatch = useAppDispatch();
  // The first page of the list, which is asked for once.
  const risk = useListAtRiskQuery({ ...(below !== null && { below: Number(below) }), page: 1, pageSize: PAGE_SIZE }, FRESH);
  const atRisk = risk.data === undefined || risk.data.total === 0 ? t`At risk` : `${t`At risk`} · ${formatCount(risk.data.total)}${risk.data.totalIsExact ? '' : '+'}`;
  useChanges({ events: ['batches:changed'], pause: PAUSE, refetch: () => void dispatch(batchesChanged()) });
  useChanges({ events: ['training-session:changed'], pause: SESSIONS_PAUSE, refetch: () => void dispatch(sessionsChanged()) });
  return (
    <PageShell>
      <PageHeader title={t`Training`} subtitle={manages ? t`Sessions, attendance, and who teaches which batch.` : t`The sessions and batches that you teach.`} />
      <Tabs value={tab} aria-label={t`Training`} sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Tab id="tab-sessions" aria-controls="panel-sessions" value="sessions" label={t({ message: 'Sessions', context: 'training' })} component={Link} to={TRAINING} />
        <Tab id="tab-risk" aria-controls="panel-risk" value="risk" label={atRisk} component={Link} to={AT_RISK} />
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {tab === 'risk' ? (
          <AtRisk below={below} list={list} manages={manages} />
        ) : (
          <>
            <DaySessions day={day} onDay={(next) => list.change({ day: next, page: list.view.page })} />
            <NotMarked />
            <Batches list={list} manages={manages} />
          </>
        )}
      </Box>
    </PageShell>
  );
}
