import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { useGetSingleBatchQuery } from '~/api/batches';
import { isProblem } from '~/api/problem';
import { radius } from '~/theme/tokens';
import { CloseIcon } from '~/ui/icons';

import { STATUSES, type UserFilterTable } from './useUserFilters';
import { describeCreated, describeSignIn } from './days';
import { FILTERS_BUTTON } from './FiltersButton';

interface ChipProps {
  readonly label: string;
  readonly onRemove: () => void;
}

function FilterChip({ label, onRemove }: ChipProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`Remove filter: ${label}`}
      endIcon={<CloseIcon sx={{ fontSize: '14px !important' }} />}
      onClick={() => {
        // The chip goes, and the focus with it.
        document.getElementById(FILTERS_BUTTON)?.focus();
        onRemove();
      }}
      sx={{ minHeight: 28, maxWidth: '100%', px: 1.25, borderRadius: radius.round, whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' }}
    >
      {label}
    </Button>
  );
}

/** A batch by its name. */
function BatchChip({ batchId, onRemove }: { readonly batchId: string; readonly onRemove: () => void }) {
  const { data, error } = useGetSingleBatchQuery({ batchId });
  const isGone = isProblem(error) && error.status === 404;
  const name = isGone ? 'no longer there' : (data?.name ?? '…');
  const isArchived = data !== undefined && data.archivedAt !== null;
  return <FilterChip label={`Batch: ${name}${isArchived ? ' (archived)' : ''}`} onRemove={onRemove} />;
}

/** The chosen filters that have no field in the bar; each is removed by a press. */
export function FilterChips({ table }: { readonly table: UserFilterTable }) {
  const { filters, change } = table;
  const { status, workLocation, batch, createdFrom, createdTo, lastSignIn } = filters;
  const isCreated = createdFrom !== null || createdTo !== null;
  if (status === null && workLocation === null && batch === null && lastSignIn === null && !isCreated) return null;
  const removes = (names: Parameters<typeof change>[0]) => () => {
    change(names);
  };
  return (
    <Box role="group" aria-label="Chosen filters" sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {status !== null && <FilterChip label={`State: ${STATUSES[status]}`} onRemove={removes({ status: null })} />}
      {isCreated && <FilterChip label={`Created ${describeCreated(createdFrom, createdTo)}`} onRemove={removes({ createdFrom: null, createdTo: null })} />}
      {lastSignIn !== null && <FilterChip label={`Last login: ${describeSignIn(lastSignIn)}`} onRemove={removes({ lastSignIn: null })} />}
      {workLocation !== null && <FilterChip label={`Location: ${workLocation}`} onRemove={removes({ workLocation: null })} />}
      {batch !== null && <BatchChip batchId={batch} onRemove={removes({ batch: null })} />}
    </Box>
  );
}
