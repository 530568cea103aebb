import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';

import { ROLE_LABELS } from '~/lib/people';
import { PROFILE_LABELS, PROFILES } from '~/lib/profiles';
import { CloseIcon, SearchIcon } from '~/ui/icons';

import type { InvitationFilter, UserSort } from '../api';
import { FilterChips } from './FilterChips';
import { FiltersButton } from './FiltersButton';
import { SEARCH_USERS } from '../keyboard/useRowKeys';
import { INVITATION_FILTERS, ROLES, SORTS, type UserFilterTable } from './useUserFilters';
import { FilterSelect } from './FilterSelect';

interface UserFiltersProps {
  readonly table: UserFilterTable;
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
export function UserFilters({ table }: UserFiltersProps) {
  const { filters, searchText, setSearchText, change, setSort, clear, isFiltered } = table;
  return (
    <Box role="search" aria-label="Users" sx={{ ...bar, gridTemplateColumns: columns(isFiltered) }}>
      <OutlinedInput
        id={SEARCH_USERS}
        value={searchText}
        onChange={(event) => {
          setSearchText(event.target.value);
        }}
        placeholder="Search by name, email or phone"
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        endAdornment={
          searchText !== '' && (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label="Clear the search"
                onClick={() => {
                  setSearchText('');
                }}
              >
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
      <FilterSelect
        label="Filter by role"
        placeholder="All roles"
        value={filters.role ?? ''}
        options={roles}
        onChoose={(role) => {
          change({ role });
        }}
      />
      <FilterSelect
        label="Filter by profile"
        placeholder="All profiles"
        value={filters.profile ?? ''}
        options={profiles}
        onChoose={(profile) => {
          change({ profile });
        }}
      />
      <FilterSelect
        label="Filter by invitation"
        placeholder="All invitations"
        value={filters.invitation ?? ''}
        options={invitations}
        onChoose={(invitation) => {
          change({ invitation });
        }}
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
