import { Button } from '@mui/material';
import { Link } from 'react-router';

import { EmptyState } from '~/ui/EmptyState';
import { SearchIcon, UsersIcon } from '~/ui/icons';

interface NoUsersProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoUsers({ isFiltered, onClear }: NoUsersProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No Users Found"
        icon={<SearchIcon fontSize="small" />}
        action={
          <Button variant="outlined" onClick={onClear}>
            Clear Filters
          </Button>
        }
      >
        No users match your search criteria.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No Users Found"
      icon={<UsersIcon fontSize="small" />}
      action={
        <Button component={Link} to="/dashboard/users" variant="contained">
          Add Users
        </Button>
      }
    >
      No users found. Start by adding some users.
    </EmptyState>
  );
}
