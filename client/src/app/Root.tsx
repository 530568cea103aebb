import LinearProgress from '@mui/material/LinearProgress';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';

import { Toasts } from '~/ui/toasts/Toasts';

/** What stands around every page: toasts and the hair line of a page on its way. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      {state !== 'idle' && (
        <LinearProgress
          aria-label="Loading the page"
          sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', height: 2, bgcolor: 'transparent' }}
        />
      )}
      <Outlet />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
