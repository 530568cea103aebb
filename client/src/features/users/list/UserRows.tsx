import { Box, Button, Skeleton } from '@mui/material';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { SearchIcon, UsersIcon } from '~/ui/icons';

import type { UserRowsProps } from './rows';
import { UserCards } from './UserCards';
import { UserTable } from './UserTable';

function NoUsers({ isFiltered, onClear }: Pick<PageOfUsersProps, 'isFiltered' | 'onClear'>) {
  return (
    <EmptyState
      title="No Users Found"
      icon={isFiltered ? <SearchIcon fontSize="small" /> : <UsersIcon fontSize="small" />}
      action={
        isFiltered ? (
          <Button variant="outlined" onClick={onClear}>
            Clear Filters
          </Button>
        ) : (
          <Button component={Link} to="/dashboard/users" variant="contained">
            Add Users
          </Button>
        )
      }
    >
      {isFiltered ? 'No users match your search criteria.' : 'No users found. Start by adding some users.'}
    </EmptyState>
  );
}

const ROWS = 10;
const ROW = 53;
const CARD = 156;

function RowShape() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, height: ROW, px: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Skeleton width={20} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton width={110} />
      <Skeleton width={80} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={100} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={84} sx={{ ml: 'auto' }} />
    </Box>
  );
}

function CardShape() {
  return (
    <Box sx={{ height: CARD, px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Skeleton width="55%" height={28} sx={{ mb: 1 }} />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} width="80%" height={22} />
      ))}
    </Box>
  );
}

/** Placeholder rows while the list is loading. */
function UsersSkeleton({ asCards }: { readonly asCards: boolean }) {
  const Shape = asCards ? CardShape : RowShape;
  return (
    <Box aria-hidden>
      {!asCards && <Box sx={{ height: 38, bgcolor: 'surface.soft' }} />}
      {Array.from({ length: ROWS }, (_, index) => (
        <Shape key={index} />
      ))}
    </Box>
  );
}

interface PageOfUsersProps {
  /** Undefined until the first page has come. */
  readonly rows: UserRowsProps | undefined;
  readonly asCards: boolean;
  /** They answer the current filters. */
  readonly isCurrent: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The rows as a table or as cards, or what is shown in their place: that they load, have failed, or that there are none. */
export function UserRows({ rows, asCards, isCurrent, isFiltered, onClear, error, onRetry }: PageOfUsersProps) {
  if (error !== undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState message={['Failed to fetch users', messageOf(error, '')].filter((part) => part !== '').join('. ')} onRetry={onRetry} />
      </Box>
    );
  }
  if (rows === undefined) return <UsersSkeleton asCards={asCards} />;
  const isEmpty = rows.users.length === 0;
  return (
    <Box aria-busy={!isCurrent} sx={{ opacity: isCurrent ? 1 : 0.5, transition: 'opacity 120ms' }}>
      {isEmpty && isCurrent && <NoUsers isFiltered={isFiltered} onClear={onClear} />}
      {!isEmpty && (asCards ? <UserCards {...rows} /> : <UserTable {...rows} />)}
    </Box>
  );
}
