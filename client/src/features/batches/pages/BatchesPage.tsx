import { msg, t } from '@lingui/core/macro';
import { Box, Button, OutlinedInput, Paper, Tab, Tabs } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';

import { batchesChanged, type BatchRecord, useChangeSingleBatchMutation, useCreateSingleBatchMutation, useGetBatchesQuery } from '~/api/batches';
import { isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { isDay, says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { batchTerms, batchCounts, batchLinks, daysOf, trainingOf } from '~/lib/batchLinks';
import { useAppDispatch } from '~/lib/dispatch';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, useChanges, usePolledQuery } from '~/realtime/extra';
import { AccessDenied } from '~/ui/AccessDenied';
import { CountLink, CountRow } from '~/ui/CountLink';
import { EmptyState } from '~/ui/EmptyState';
import { FormDialog } from '~/ui/FormDialog';
import { AddIcon, UsersIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { Caption, TextLink } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

/** Archives and restores batches. What can be taken back is not asked about. */
function useArchive() {
  const toasts = useToasts();
  const change = useChangeSingleBatchMutation();
  const archiving = useAct(change, t`The batch could not be archived.`);
  const restoring = useAct(change, t`The batch could not be restored.`, ({ name }) => t`${name} is restored.`);
  const put = ({ id, version }: BatchRecord, archived: boolean) => ({ batchId: id, changeBatchRequest: { archived, version } });
  const restore = (batch: BatchRecord) => void restoring.act(put(batch, false));
  const archive = async (batch: BatchRecord) => {
    const archived = await archiving.act(put(batch, true));
    if (archived !== undefined) toasts.offer(t`${{ name: batch.name }} is archived. Its people stay in it.`, { label: t`Undo`, run: () => restore(archived) });
  };
  return { archive: (batch: BatchRecord) => void archive(batch), restore, busy: archiving.busy };
}

/** Many changes in a row, such as a job's, lead to one fetch in this time. */
const PAUSE = 3_000;

const OVERWRITES = msg`Save overwrites that change. Cancel keeps it.`;

/** A batch's fields; null makes a new one. */
function BatchDialog({ batch, onClose }: { readonly batch: BatchRecord | null; readonly onClose: () => void }) {
  const form = useZodForm(batchSchema, valuesOf(batch));
  const { control } = form;
  const toasts = useToasts();
  const [create, creating] = useCreateSingleBatchMutation();
  const [change, changing] = useChangeSingleBatchMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (values: BatchValues) => {
    setFailure(null);
    const { error } =
      batch === null
        ? await create({ createBatchRequest: values })
        : await change({ batchId: batch.id, changeBatchRequest: { ...values, version: batch.version } });
    if (error === undefined) {
      toasts.success(batch === null ? t`${{ name: values.name }} is created.` : t`${{ name: values.name }} is changed.`);
      onClose();
    } else if (!showFieldErrors(form, error)) {
      const sentence = messageOf(error, t`The batch could not be saved.`);
      setFailure(isProblem(error) && error.code === 'edit_conflict' ? `${sentence} ${t(OVERWRITES)}` : sentence);
    }
  };
  const [title, submitLabel] = batch === null ? [t`New batch`, t`Create Batch`] : [t`Change batch`, t`Save`];
  return (
    <FormDialog title={title} submitLabel={submitLabel} busy={creating.isLoading || changing.isLoading} onSubmit={() => void form.handleSubmit(submit)()} onClose={onClose}>
      <FormError message={failure} />
      <TextField control={control} name="name" label={t`Name`} autoComplete="off" enterKeyHint="next" initialFocus hint={t`As it is shown in lists, such as Pune July 2026`} />
      <TextField control={control} name="code" label={t`Code (optional)`} autoComplete="off" enterKeyHint="next" />
      <TextField control={control} name="location" label={t`Location (optional)`} autoComplete="off" enterKeyHint="done" />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
        <DateField control={control} name="startsOn" label={t`First day (optional)`} />
        <DateField control={control} name="endsOn" label={t`Last day (optional)`} />
      </Box>
    </FormDialog>
  );
}

const atMost = (most: number) => z.string().check(z.maxLength(most, says(msg`Please use at most ${most} characters`)));

const batchSchema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, { ...says(msg`Please give the batch a name`), abort: true }), z.maxLength(100, says(msg`Please use at most ${{ most: 100 }} characters`))),
    code: atMost(40),
    location: atMost(200),
    startsOn: z.string().check(isDay),
    endsOn: z.string().check(isDay),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn === '' || endsOn === '' || endsOn >= startsOn, {
      ...says(msg`The last day must not be before the first`),
      path: ['endsOn'],
    }),
  );

type BatchValues = z.infer<typeof batchSchema>;

const valuesOf = (batch: BatchRecord | null): BatchValues => ({
  name: batch?.name ?? '',
  code: batch?.code ?? '',
  location: batch?.location ?? '',
  startsOn: batch?.startsOn ?? '',
  endsOn: batch?.endsOn ?? '',
});

interface BatchProps {
  readonly batch: BatchRecord;
  readonly busy: boolean;
  readonly onEdit: (batch: BatchRecord) => void;
  /** Archives an open one, restores an archived one. */
  readonly onMove: (batch: BatchRecord) => void;
}

function Name({ batch: { id, name, code } }: Pick<BatchProps, 'batch'>) {
  return (
    <>
      <TextLink to={batchLinks(id).people} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {name}
      </TextLink>
      {code !== null && (
        <Caption component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {code}
        </Caption>
      )}
    </>
  );
}

function Buttons({ batch, busy, onEdit, onMove }: BatchProps) {
  const { id, name, archivedAt } = batch;
  const move = archivedAt === null ? t`Archive` : t`Restore`;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end' }}>
      <Button size="small" variant="text" component={Link} to={trainingOf(id)} aria-label={t`Training of ${name}`}>
        {t`Training`}
      </Button>
      {archivedAt === null && (
        <Button size="small" variant="text" aria-label={t`Change ${name}`} onClick={() => onEdit(batch)}>
          {t`Change`}
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" disabled={busy} aria-label={`${move} ${name}`} onClick={() => onMove(batch)}>
        {move}
      </Button>
    </Box>
  );
}

function BatchList({ batches, ...acts }: Omit<BatchProps, 'batch'> & { readonly batches: readonly BatchRecord[] }) {
  const columns: readonly Column<BatchRecord>[] = [
    { head: t`Batch`, cell: (batch) => <Name batch={batch} /> },
    { head: t`Location`, cell: ({ location }) => location ?? '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Days`, cell: (batch) => daysOf(batch) || '—' },
    ...batchTerms().map((head, index) => ({ head, isNumber: true, width: 90, cell: (batch: BatchRecord) => countLinks(batch)[index] })),
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 225, cell: (batch) => <Buttons batch={batch} {...acts} /> },
  ];
  const card = (batch: BatchRecord) => (
    <>
      <RowCard
        title={<Name batch={batch} />}
        aside={<Buttons batch={batch} {...acts} />}
        lines={[[batch.location ?? '', daysOf(batch)].filter((part) => part !== '').join(' · ')]}
      />
      <CountRow counts={batchCounts(batch)} />
    </>
  );
  return <RowList label={t`Batches`} rows={batches} keyOf={({ id }) => id} columns={columns} minWidth={980} card={card} />;
}

const countLinks = (batch: BatchRecord) => batchCounts(batch).map(({ term, ...link }) => <CountLink key={term} {...link} />);

const PAGE_SIZE = 20;
const POLL = 15_000;
const CHOICES = { archived: ['true'] } as const;

interface NoBatchesProps {
  readonly search: string;
  readonly archived: boolean;
  readonly newBatch: ReactNode;
  readonly onClear: () => void;
}

function NoBatches({ search, archived, newBatch, onClear }: NoBatchesProps) {
  const icon = <UsersIcon fontSize="small" />;
  if (search !== '') {
    return (
      <EmptyState title={t`No batch matches`} icon={icon} way={{ label: t`Clear Search`, to: onClear }}>
        {t`Batches are found by any part of their name, code or location.`}
      </EmptyState>
    );
  }
  if (archived) {
    return (
      <EmptyState title={t`No archived batches`} icon={icon}>
        {t`Archive a batch when its people have left: it keeps them and takes no new ones.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`No batches yet`} icon={icon} action={newBatch}>
      {t`Make one for each intake, then put people into it in Manage Users, or by a column of the file that you import.`}
    </EmptyState>
  );
}

function Batches() {
  const list = useListParams(CHOICES);
  const { view, searchText, setSearchText, change } = list;
  const { search, page } = view;
  const archived = view.archived !== null;
  const [asked, setAsked] = useState<{ readonly batch: BatchRecord | null } | null>(null);
  const { archive, restore, busy } = useArchive();
  const dispatch = useAppDispatch();
  const answer = usePolledQuery(useGetBatchesQuery, { page, pageSize: PAGE_SIZE, search, archived }, { intervalOf: unlessLive(POLL) });
  useChanges({ events: ['batches:changed', 'users:changed'], pause: PAUSE, refetch: () => void dispatch(batchesChanged()) });
  const newBatch = (
    <Button variant="contained" startIcon={<AddIcon fontSize="small" />} onClick={() => setAsked({ batch: null })}>
      {t`New Batch`}
    </Button>
  );
  // After a conflict the dialog saves over the batch as it is now.
  const known = (batch: BatchRecord | null) => answer.data?.data.find(({ id }) => id === batch?.id) ?? batch;
  return (
    <PageShell>
      <BackLink to="/dashboard/users">{t`User Management`}</BackLink>
      <PageHeader title={t`Batches`} subtitle={t`People who arrive, learn and leave together.`} actions={newBatch} />
      <Paper variant="outlined" component="section" aria-label={t`Batches`} sx={{ overflow: 'hidden' }}>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 1, px: { xs: 2, sm: 1.5 }, borderBottom: 1, borderColor: 'divider' }}
        >
          <Tabs
            value={archived}
            aria-label={t`Which batches are shown`}
            onChange={(_event, value: boolean) => change({ archived: value ? 'true' : null })}
          >
            <Tab value={false} label={t`Open`} />
            <Tab value label={t`Archived`} />
          </Tabs>
          <OutlinedInput
            type="search"
            size="small"
            value={searchText}
            placeholder={t`Search batches`}
            onChange={(event) => setSearchText(event.target.value)}
            slotProps={{ input: { 'aria-label': t`Search batches`, enterKeyHint: 'search', autoComplete: 'off', maxLength: 100 } }}
            sx={{ flex: '1 1 200px', maxWidth: { sm: 320 }, my: 1, minHeight: 36, height: 36 }}
          />
        </Box>
        <PagedList
          answer={answer}
          failure={t`The batches could not be loaded.`}
          label={t`Batches`}
          pageSize={PAGE_SIZE}
          list={list}
          rowHeight={56}
          skeletons={5}
          empty={<NoBatches search={search} archived={archived} newBatch={newBatch} onClear={() => change({ search: '' })} />}
        >
          {(batches) => (
            <BatchList
              batches={batches}
              busy={busy}
              onEdit={(batch) => setAsked({ batch })}
              onMove={(batch) => (batch.archivedAt === null ? archive(batch) : restore(batch))}
            />
          )}
        </PagedList>
      </Paper>
      {asked !== null && <BatchDialog batch={known(asked.batch)} onClose={() => setAsked(null)} />}
    </PageShell>
  );
}

export function BatchesPage() {
  const isAllowed = useClaims()?.authorities.includes('user.create') === true;
  return isAllowed ? <Batches /> : <AccessDenied required={t`Required permission: user.create`} />;
}
