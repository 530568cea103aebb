import { Box, Button, IconButton, InputAdornment, OutlinedInput } from '@mui/material';

import { useGetSingleBatchQuery } from '~/api/batches';
import { FILTERED_TEXTS, labelOfField } from '~/api/fields';
import { isProblem } from '~/api/problem';
import { PROFILE_LABELS, PROFILES, ROLE_LABELS } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { CloseIcon, SearchIcon, SettingsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import type { InvitationFilter, UserSort } from '../api';
import { SEARCH_USERS } from '../keyboard/useRowKeys';
import { describeCreated, describeSignIn } from './days';
import { FilterPanel } from './FilterPanel';
import { FilterSelect } from './FilterSelect';
import { INVITATION_FILTERS, ROLES, SORTS, STATUSES, type UserFilterTable } from './useUserFilters';

function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
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
function FilterChips({ table }: { readonly table: UserFilterTable }) {
  const { filters, change } = table;
  const { status, batch, createdFrom, createdTo, lastSignIn } = filters;
  const texts = FILTERED_TEXTS.flatMap((name) => (filters[name] === null ? [] : [{ name, text: filters[name] }]));
  const isCreated = createdFrom !== null || createdTo !== null;
  if (status === null && texts.length === 0 && batch === null && lastSignIn === null && !isCreated) return null;
  const removes = (names: Parameters<typeof change>[0]) => () => change(names);
  return (
    <Box role="group" aria-label="Chosen filters" sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {status !== null && <FilterChip label={`State: ${STATUSES[status]}`} onRemove={removes({ status: null })} />}
      {isCreated && <FilterChip label={`Created ${describeCreated(createdFrom, createdTo)}`} onRemove={removes({ createdFrom: null, createdTo: null })} />}
      {lastSignIn !== null && <FilterChip label={`Last login: ${describeSignIn(lastSignIn)}`} onRemove={removes({ lastSignIn: null })} />}
      {texts.map(({ name, text }) => (
        <FilterChip key={name} label={`${labelOfField(name)}: ${text}`} onRemove={removes({ [name]: null })} />
      ))}
      {batch !== null && <BatchChip batchId={batch} onRemove={removes({ batch: null })} />}
    </Box>
  );
}

const FILTERS_BUTTON = 'user-filters';

/** Opens the filters that have no place in the bar. */
function FiltersButton({ table }: { readonly table: UserFilterTable }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button id={FILTERS_BUTTON} variant="outlined" size="small" startIcon={<SettingsIcon sx={{ fontSize: 18 }} />} {...button} sx={{ minHeight: 36 }}>
        Filters
      </Button>
      <Sheet id="user-filters-panel" label="Filters" width={360} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <FilterPanel filters={table.filters} change={table.change} />
      </Sheet>
    </>
  );
}

const roles = ROLES.map((role) => [role, ROLE_LABELS[role]] as const);
const profiles = PROFILES.map((profile) => [profile, PROFILE_LABELS[profile]] as const);
const invitations = Object.entries(INVITATION_FILTERS) as [InvitationFilter, string][];
const sorts = Object.entries(SORTS) as [UserSort, string][];

const columns = (isFiltered: boolean) => ({
  xs: 'repeat(2, minmax(0, 1fr))',
  md: `repeat(4, minmax(0, 1fr)) auto${isFiltered ? ' auto' : ''}`,
  xl: `minmax(0, 1fr) 156px 172px 196px 152px auto${isFiltered ? ' auto' : ''}`,
});

const bar = {
  display: 'grid',
  gap: 1,
  p: { xs: 2, sm: 1.5 },
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** Search, filters and order of the list. */
export function UserFilters({ table }: { readonly table: UserFilterTable }) {
  const { filters, searchText, setSearchText, change, setSort, clear, isFiltered } = table;
  return (
    <Box role="search" aria-label="Users" sx={{ ...bar, gridTemplateColumns: columns(isFiltered) }}>
      <OutlinedInput
        id={SEARCH_USERS}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        placeholder="Search by name, email or phone"
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        endAdornment={
          searchText !== '' && (
            <InputAdornment position="end">
              <IconButton edge="end" size="small" aria-label="Clear the search" onClick={() => setSearchText('')}>
                <CloseIcon sx={{ fontSize: 16 }} />
              </IconButton>
            </InputAdornment>
          )
        }
        slotProps={{ input: { 'aria-label': 'Search users', type: 'search', enterKeyHint: 'search', autoComplete: 'off', spellCheck: false } }}
        sx={{
          minHeight: 36,
          height: 36,
          gridColumn: { xs: '1 / -1', xl: 'auto' },
          '& input': { pl: 0, fontSize: '0.875rem' },
          '& input::-webkit-search-cancel-button': { display: 'none' },
        }}
      />
      <FilterSelect label="Filter by role" none="All roles" value={filters.role ?? ''} options={roles} onChoose={(role) => change({ role })} />
      <FilterSelect label="Filter by profile" none="All profiles" value={filters.profile ?? ''} options={profiles} onChoose={(profile) => change({ profile })} />
      <FilterSelect
        label="Filter by invitation"
        none="All invitations"
        value={filters.invitation ?? ''}
        options={invitations}
        onChoose={(invitation) => change({ invitation })}
      />
      <FilterSelect
        label="Sort by"
        value={filters.sort}
        options={sorts}
        onChoose={(sort) => {
          if (sort !== null) setSort(sort);
        }}
      />
      <FiltersButton table={table} />
      {isFiltered && (
        <Button variant="text" color="inherit" size="small" onClick={clear} sx={{ minHeight: 36 }}>
          Clear Filters
        </Button>
      )}
      <FilterChips table={table} />
    </Box>
  );
}
