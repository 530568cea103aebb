import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { radius, shadow } from '~/theme/tokens';
import { AddUserIcon, ArrowRightIcon, UploadIcon } from '~/ui/icons';

import { ApplyLink } from './ApplyLink';

interface WayProps {
  readonly to: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: string;
}

/** One way to add users: a card that is a link. */
function Way({ to, title, icon, children }: WayProps) {
  return (
    <ButtonBase
      component={Link}
      to={to}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-start',
        gap: 2,
        p: { xs: 2, sm: 2.5 },
        textAlign: 'left',
        border: 1,
        borderColor: 'surface.line',
        borderRadius: radius.panel,
        bgcolor: 'background.paper',
        boxShadow: shadow.low,
        transition: 'border-color 120ms, background-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', flexShrink: 0, width: 44, height: 44, borderRadius: radius.panel, bgcolor: 'soft.accent', color: 'primary.main' }}>
        {icon}
      </Box>
      <Box sx={{ flex: 1 }}>
        <Typography variant="h5" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {children}
        </Typography>
      </Box>
      <ArrowRightIcon fontSize="small" sx={{ color: 'text.secondary' }} />
    </ButtonBase>
  );
}

interface AddUsersProps {
  readonly importHistory: ReactNode;
}

/** The two ways to add users, and the earlier imports. */
export function AddUsers({ importHistory }: AddUsersProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
        <Way to="/dashboard/users/new" title="Create New User" icon={<AddUserIcon fontSize="small" />}>
          Add a single user with a role, a profile and a temporary password.
        </Way>
        <Way to="/dashboard/users/imports/new" title="Upload CSV File" icon={<UploadIcon fontSize="small" />}>
          Create many users at once from a spreadsheet, and watch it happen.
        </Way>
      </Box>
      <ApplyLink />
      {importHistory}
    </Box>
  );
}
