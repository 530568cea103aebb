import { t } from '@lingui/core/macro';
import { Paper } from '@mui/material';

import { batchesChanged, type TrainingBatch, useListTrainingBatchesQuery } from '~/api/batches';
import { useHasProfile } from '~/api/session/slice';
import { daysOf, trainingOf } from '~/lib/batchLinks';
import { useAppDispatch } from '~/lib/dispatch';
import { countPeople, formatCount } from '~/lib/format';
import { USER_MANAGERS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';
import { useChanges } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { TrainingIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { Caption, TextLink } from '~/ui/Text';

const PAGE_SIZE = 20;
const PAUSE = 3_000;
const CHOICES = {} as const;

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

/** A trainer's own batches; all of the company for those who choose the trainers. */
export function TrainingPage() {
  const manages = useHasProfile(USER_MANAGERS);
  const list = useListParams(CHOICES);
  const dispatch = useAppDispatch();
  const answer = useListTrainingBatchesQuery({ page: list.view.page, pageSize: PAGE_SIZE }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useChanges({ events: ['batches:changed'], pause: PAUSE, refetch: () => void dispatch(batchesChanged()) });
  const empty = (
    <EmptyState title={t`No batches yet`} icon={<TrainingIcon fontSize="small" />} {...(manages && { way: { label: t`Batches`, to: '/dashboard/users/batches' } })}>
      {manages ? t`Make a batch, then choose who teaches it.` : t`An administrator chooses who teaches a batch. Yours are shown here.`}
    </EmptyState>
  );
  return (
    <PageShell>
      <PageHeader title={t`Training`} subtitle={manages ? t`Who teaches which batch.` : t`The batches that you teach.`} />
      <Paper variant="outlined" component="section" aria-label={t`Batches`} sx={{ overflow: 'hidden' }}>
        <PagedList answer={answer} failure={t`The batches could not be loaded.`} label={t`Batches`} pageSize={PAGE_SIZE} list={list} rowHeight={56} skeletons={5} empty={empty}>
          {(batches) => <BatchList batches={batches} />}
        </PagedList>
      </Paper>
    </PageShell>
  );
}
