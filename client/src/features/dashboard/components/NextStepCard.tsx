import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

import { radius } from '~/theme/tokens';
import { ArrowRightIcon, UsersIcon } from '~/ui/icons';

/** The next step for the only user of a company. */
export function NextStepCard() {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label="Next step"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 3 }}
    >
      <Box
        sx={{ display: 'grid', placeItems: 'center', width: 44, height: 44, borderRadius: radius.panel, bgcolor: 'soft.accent', color: 'primary.main' }}
      >
        <UsersIcon fontSize="small" />
      </Box>
      <Box sx={{ flex: '1 1 260px' }}>
        <Typography variant="h5" component="h2">
          Bring people in
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
          Add people one by one, or upload a CSV file and watch the accounts being made.
        </Typography>
      </Box>
      <Button component={Link} to="/dashboard/users" variant="outlined" endIcon={<ArrowRightIcon fontSize="small" />}>
        User Management
      </Button>
    </Paper>
  );
}
