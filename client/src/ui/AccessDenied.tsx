import { t } from '@lingui/core/macro';
import { Avatar, Box, Button, Paper, Typography } from '@mui/material';
import { useLocation, useNavigate } from 'react-router';

import { ArrowLeftIcon, LockIcon } from './icons';
import { Note } from './Text';

/** Whether this is the first page in the tab's history: the router numbers the entries in their state. */
function isFirstEntry(key: string): boolean {
  const state: unknown = window.history.state;
  return key === 'default' || (typeof state === 'object' && state !== null && 'idx' in state && state.idx === 0);
}

/** `required` says what it would take, such as "Required profiles: Super Admin, Admin". */
export function AccessDenied({ required }: { readonly required: string }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = () => {
    if (isFirstEntry(key)) void navigate('/dashboard', { replace: true });
    else void navigate(-1);
  };
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', px: 2, py: { xs: 6, md: 12 } }}>
      <title>{t`Access Denied`}</title>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 420, p: 4, textAlign: 'center' }}>
        <Avatar variant="rounded" sx={{ mx: 'auto', bgcolor: 'soft.danger', color: 'error.main' }}>
          <LockIcon fontSize="small" />
        </Avatar>
        <Typography variant="h4" component="h1" sx={{ mt: 2 }}>
          {t`Access Denied`}
        </Typography>
        <Note sx={{ mt: 1 }}>{t`You do not have permission to open this page.`}</Note>
        <Note sx={{ mt: 0.5, mb: 3 }}>{required}</Note>
        <Button variant="outlined" startIcon={<ArrowLeftIcon fontSize="small" />} onClick={goBack}>
          {t`Go Back`}
        </Button>
      </Paper>
    </Box>
  );
}
