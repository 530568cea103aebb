import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ArrowRightIcon, UploadIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

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
        width: '100%',
        maxWidth: 560,
        p: { xs: 2, sm: 2.5 },
        textAlign: 'left',
        border: 1,
        borderColor: 'surface.line',
        borderRadius: 2.5,
        bgcolor: 'background.paper',
        boxShadow: '0 1px 2px rgb(20 16 10 / 0.06)',
        transition: 'border-color 120ms, background-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', flexShrink: 0, width: 44, height: 44, borderRadius: 2.5, bgcolor: 'soft.accent', color: 'primary.main' }}>
        {icon}
      </Box>
      <Box sx={{ flex: 1 }}>
        <Typography variant="h5" component="h3">
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

interface UserManagementPageProps {
  readonly importHistory: ReactNode;
}

export function UserManagementPage({ importHistory }: UserManagementPageProps) {
  return (
    <PageShell>
      <PageHeader title="User Management" subtitle="Give people an account in your company." />
      <Typography variant="h4" component="h2" sx={{ mb: 2 }}>
        Add Users
      </Typography>
      <Box sx={{ mb: 4 }}>
        <Way to="/dashboard/users/imports/new" title="Upload CSV File" icon={<UploadIcon fontSize="small" />}>
          Create many users at once from a spreadsheet, and watch it happen.
        </Way>
      </Box>
      {importHistory}
    </PageShell>
  );
}
