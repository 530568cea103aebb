import { Box } from '@mui/material';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';

import { NoUsers } from './NoUsers';
import { UserCards } from './UserCards';
import { UsersSkeleton } from './UsersSkeleton';
import { UserTable, type UserTableProps } from './UserTable';

interface UserRowsProps {
  /** Undefined until the first page has come. */
  readonly rows: UserTableProps | undefined;
  readonly asCards: boolean;
  /** They answer the current filters. */
  readonly isCurrent: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The rows as a table or as cards, or what is shown in their place: that they load, have failed, or that there are none. */
export function UserRows({ rows, asCards, isCurrent, isFiltered, onClear, error, onRetry }: UserRowsProps) {
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
