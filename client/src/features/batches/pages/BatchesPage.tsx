import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useState } from 'react';

import { type BatchRecord, useGetBatchesQuery } from '~/api/batches';
import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, usePolledQuery } from '~/realtime/usePolledQuery';
import { AccessDenied } from '~/ui/AccessDenied';
import { BackLink } from '~/ui/BackLink';
import { EmptyState } from '~/ui/EmptyState';
import { AddIcon, UsersIcon } from '~/ui/icons';
import { PagedList } from '~/ui/PagedList';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { BatchDialog } from '../BatchDialog';
import { BatchList } from '../BatchList';
import { useArchive } from '../useArchive';
import { useFollowBatches } from '../useFollowBatches';

const PAGE_SIZE = 20;
const POLL = 15_000;
const CHOICES = { archived: ['true'] } as const;

interface EmptyProps {
  readonly search: string;
  readonly archived: boolean;
  readonly newBatch: ReactNode;
  readonly onClear: () => void;
}

function NoBatches({ search, archived, newBatch, onClear }: EmptyProps) {
  const icon = <UsersIcon fontSize="small" />;
  if (search !== '') {
    return (
      <EmptyState
        title="No batch matches"
        icon={icon}
        action={
          <Button variant="outlined" onClick={onClear}>
            Clear Search
          </Button>
        }
      >
        Batches are found by any part of their name, code or location.
      </EmptyState>
    );
  }
  if (archived) {
    return (
      <EmptyState title="No archived batches" icon={icon}>
        Archive a batch when its people have left: it keeps them and takes no new ones.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No batches yet" icon={icon} action={newBatch}>
      Make one for each intake, then put people into it in Manage Users, or by a column of the file that you import.
    </EmptyState>
  );
}

interface Asked {
  readonly batch: BatchRecord | null;
}

function Batches() {
  const { view, searchText, setSearchText, change, setPage, correctPage } = useListParams(CHOICES);
  const { search, page } = view;
  const archived = view.archived !== null;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { archive, restore, busy } = useArchive();
  const answer = usePolledQuery(useGetBatchesQuery, { page, pageSize: PAGE_SIZE, search, archived }, { intervalOf: unlessLive(POLL) });
  useFollowBatches();
  const newBatch = (
    <Button
      variant="contained"
      startIcon={<AddIcon fontSize="small" />}
      onClick={() => {
        setAsked({ batch: null });
      }}
    >
      New Batch
    </Button>
  );
  // After a conflict the dialog saves over the batch as it is now.
  const known = (batch: BatchRecord | null) => answer.data?.data.find(({ id }) => id === batch?.id) ?? batch;
  return (
    <PageShell>
      <BackLink to="/dashboard/users">User Management</BackLink>
      <PageHeader title="Batches" subtitle="People who arrive, learn and leave together." actions={newBatch} />
      <Paper variant="outlined" component="section" aria-label="Batches" sx={{ overflow: 'hidden' }}>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 1, px: { xs: 2, sm: 1.5 }, borderBottom: 1, borderColor: 'divider' }}
        >
          <Tabs
            value={archived}
            aria-label="Which batches are shown"
            onChange={(_event, value: boolean) => {
              change({ archived: value ? 'true' : null });
            }}
          >
            <Tab value={false} label="Open" />
            <Tab value label="Archived" />
          </Tabs>
          <OutlinedInput
            type="search"
            size="small"
            value={searchText}
            placeholder="Search batches"
            onChange={(event) => {
              setSearchText(event.target.value);
            }}
            slotProps={{ input: { 'aria-label': 'Search batches', enterKeyHint: 'search', autoComplete: 'off', maxLength: 100 } }}
            sx={{ flex: '1 1 200px', maxWidth: { sm: 320 }, my: 1, minHeight: 36, height: 36 }}
          />
        </Box>
        <PagedList
          answer={answer}
          failure={answer.error === undefined ? null : messageOf(answer.error, 'The batches could not be loaded.')}
          onRetry={() => void answer.refetch()}
          label="Batches"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          onCorrectPage={correctPage}
          rowHeight={56}
          rows={5}
          empty={
            <NoBatches
              search={search}
              archived={archived}
              newBatch={newBatch}
              onClear={() => {
                change({ search: '' });
              }}
            />
          }
        >
          {(batches) => (
            <BatchList
              batches={batches}
              busy={busy}
              onEdit={(batch) => {
                setAsked({ batch });
              }}
              onMove={(batch) => void (batch.archivedAt === null ? archive(batch) : restore(batch))}
            />
          )}
        </PagedList>
      </Paper>
      {asked !== null && (
        <BatchDialog
          batch={known(asked.batch)}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
    </PageShell>
  );
}

/** The company's batches with their figures, live. */
export function BatchesPage() {
  const isAllowed = useClaims()?.authorities.includes('user.create') === true;
  return isAllowed ? <Batches /> : <AccessDenied required="Required permission: user.create" />;
}
