import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';

import { Logo } from '~/ui/Logo';

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}

/** The fallback of every route. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh', p: 3 }}>
      <title>Unexpected Application Error!</title>
      <Box sx={{ maxWidth: 460, textAlign: 'center' }}>
        <Logo />
        <Typography variant="h2" component="h1" sx={{ mt: 4 }}>
          Unexpected Application Error!
        </Typography>
        <Typography sx={{ mt: 1, mb: 4, color: 'text.secondary', overflowWrap: 'anywhere' }}>{describe(error)}</Typography>
        <Box sx={{ display: 'flex', gap: 1.5, justifyContent: 'center' }}>
          <Button
            variant="outlined"
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload the page
          </Button>
          <Button variant="contained" component={Link} to="/" reloadDocument>
            Go to the start page
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
