import Box from '@mui/material/Box';
import { useSelector } from 'react-redux';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';

import { useProofRequest } from '~/api/proof';
import { lazyChunk } from '~/ui/lazyChunk';
import { OfflineBar } from '~/ui/OfflineBar';
import { selectToasts } from '~/ui/toasts/slice';

const Toasts = lazyChunk(() => import('~/ui/toasts/Toasts'), (module) => module.Toasts);

const hairline = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 'tooltip',
  height: 2,
  bgcolor: 'primary.main',
  transformOrigin: 'left',
  animation: 'wm-under-way 4s 120ms cubic-bezier(0.1, 0.7, 0.2, 1) both',
  '@keyframes wm-under-way': { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } },
} as const;

const ProofDialog = lazyChunk(() => import('~/features/sessions/components/ProofDialog'), (module) => module.ProofDialog);

/** Asks who it is before a dangerous act. */
function LaterProofDialog() {
  const request = useProofRequest();
  return request !== null && <ProofDialog methods={request.methods} />;
}

/** Around every page: toasts, the hairline of a loading page, the offline bar. */
export function Root() {
  const { state } = useNavigation();
  const anyToasts = useSelector(selectToasts).length > 0;
  return (
    <>
      {state !== 'idle' && <Box role="progressbar" aria-label="Loading the page" sx={hairline} />}
      <Outlet />
      <OfflineBar />
      {anyToasts && <Toasts />}
      <LaterProofDialog />
      <ScrollRestoration />
    </>
  );
}
