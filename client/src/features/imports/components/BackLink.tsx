import Button from '@mui/material/Button';
import { Link } from 'react-router';

import { ArrowLeftIcon } from '~/ui/icons';

/** Back to User Management, with the list of imports. */
export function BackLink() {
  return (
    <Button
      component={Link}
      to="/dashboard/users"
      variant="text"
      color="inherit"
      size="small"
      startIcon={<ArrowLeftIcon sx={{ fontSize: 18 }} />}
      sx={{ ml: -1.5, mb: 1 }}
    >
      Back
    </Button>
  );
}
