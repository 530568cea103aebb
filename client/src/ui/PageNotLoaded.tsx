import Button from '@mui/material/Button';

import { useOnline } from '~/lib/useOnline';

import { Fallback } from './Fallback';
import type { FailureProps } from './lazyChunk';

/** In place of a page whose code could not be loaded. */
export function PageNotLoaded({ onRetry }: FailureProps) {
  const online = useOnline();
  return (
    <Fallback
      title={online ? 'This page could not be loaded' : 'You are offline'}
      actions={
        <Button variant="contained" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {online
        ? 'Check your internet connection and try again.'
        : 'This page has not been opened on this device yet. Connect to the internet, and it opens by itself.'}
    </Fallback>
  );
}
