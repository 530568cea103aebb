import Button from '@mui/material/Button';
import { Link } from 'react-router';

import { ArrowLeftIcon } from '~/ui/icons';

/** The way back to the options of Add Users. */
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
