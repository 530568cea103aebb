import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useLocation } from 'react-router';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { BRAND_NAME } from '~/lib/brand';
import { layout } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { Logo } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';

import { useStopInvitationsMutation } from '../api';

const TITLE = 'Stop these invitations?';
const INCOMPLETE = 'This link is incomplete. Please open it again from the email.';
const FAILED = 'The invitations could not be stopped. Please try again.';

/** Opened from an invitation. The code is behind the #; only the button acts, because mail scanners open every link. */
export function StopInvitationsPage() {
  const code = useLocation().hash.slice(1);
  const [stop, { data, error, isLoading }] = useStopInvitationsMutation();
  const problem = code === '' ? INCOMPLETE : error === undefined ? null : messageOf(error, FAILED);

  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.paper' }}>
      <title>{`${TITLE} · ${BRAND_NAME}`}</title>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: { xs: 2, md: 3 } }}
      >
        <Link component={RouterLink} to="/" underline="none" aria-label={`${BRAND_NAME}, to the start page`} sx={{ display: 'flex', p: 0.5 }}>
          <Logo />
        </Link>
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ maxWidth: layout.form, mx: 'auto', px: { xs: 2.5, sm: 4 }, pt: { xs: 4, md: 8 }, pb: 10 }}>
        <Typography variant="h2" component="h1">
          {data === undefined ? TITLE : 'Invitations stopped'}
        </Typography>
        <Typography sx={{ mt: 2, color: 'text.secondary', textWrap: 'pretty' }}>
          {data === undefined
            ? 'You were invited by a company that you don’t know. If you stop it, it can no longer invite you, and we look into it.'
            : 'You can delete the email.'}
        </Typography>
        <Box role="status" sx={{ mt: 3 }}>
          {data !== undefined && <Typography sx={{ fontWeight: 600 }}>{data.message}</Typography>}
        </Box>
        {data === undefined && (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <FormError message={problem} />
            <ProgressButton
              size="large"
              disabled={code === ''}
              busy={isLoading}
              busyLabel="Stopping…"
              onClick={() => void stop({ stopInvitationsRequest: { code } })}
            >
              I don’t know this company
            </ProgressButton>
          </Box>
        )}
      </Box>
    </Box>
  );
}
