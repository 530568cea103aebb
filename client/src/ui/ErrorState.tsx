import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';

import { useOnline } from '~/lib/useOnline';

import type { FailureProps } from './lazyChunk';
import { Logo } from './Logo';
import { Notice } from './Notice';

interface ErrorStateProps {
  readonly message: string;
  /** True where the content of a panel reaches its edges: the message then keeps a distance. */
  readonly inPanel?: boolean;
  readonly onRetry?: () => void;
}

export function ErrorState({ message, inPanel = false, onRetry }: ErrorStateProps) {
  const notice = (
    <Notice
      severity="error"
      role="alert"
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    >
      {message}
    </Notice>
  );
  return inPanel ? <Box sx={{ p: 2 }}>{notice}</Box> : notice;
}

/** True inside the frame of the signed-in pages, which has the page's `main` landmark. */
export const FrameContext = createContext(false);

/** Stands in for a page that cannot be shown, within the frame of the signed-in pages or without any. */
export function Fallback({ title, children, actions }: { readonly title: string; readonly children: ReactNode; readonly actions: ReactNode }) {
  const framed = useContext(FrameContext);
  return (
    <Box component={framed ? 'div' : 'main'} sx={{ display: 'grid', placeItems: 'center', minHeight: framed ? '60vh' : '100vh', p: 3 }}>
      <title>{title}</title>
      <Box sx={{ maxWidth: 460, textAlign: 'center' }}>
        {!framed && <Logo />}
        <Typography variant="h2" component="h1" sx={{ mt: 4 }}>
          {title}
        </Typography>
        <Typography sx={{ mt: 1, mb: 4, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'center' }}>{actions}</Box>
      </Box>
    </Box>
  );
}

export function PageNotLoaded({ onRetry }: FailureProps) {
  const online = useOnline();
  return (
    <Fallback
      title={online ? t`This page could not be loaded` : t`You are offline`}
      actions={
        <Button variant="contained" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    >
      {online
        ? t`Check your internet connection and try again.`
        : t`This page has not been opened on this device yet. Connect to the internet, and it opens by itself.`}
    </Fallback>
  );
}
