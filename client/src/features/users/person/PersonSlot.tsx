import Box from '@mui/material/Box';

import { ErrorState } from '~/ui/ErrorState';
import { type FailureProps, lazyChunk } from '~/ui/lazyChunk';

import { usePersonInAddress } from './usePersonInAddress';

function PanelNotLoaded({ onRetry }: FailureProps) {
  return (
    <Box sx={{ p: 2 }}>
      <ErrorState message="The panel could not be loaded." onRetry={onRetry} />
    </Box>
  );
}

const PersonPanel = lazyChunk(() => import('./PersonPanel'), (module) => module.PersonPanel, { Failure: PanelNotLoaded });

/** The panel of the person that the address names. */
export function PersonSlot() {
  const { openId, close } = usePersonInAddress();
  return <PersonPanel userId={openId} onClose={close} />;
}
