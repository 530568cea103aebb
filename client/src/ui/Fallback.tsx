import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';

import { FrameContext } from './frame';
import { Logo } from './Logo';

interface FallbackProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Stands in for a page that cannot be shown, within the frame of the signed-in pages or without any. */
export function Fallback({ title, children, actions }: FallbackProps) {
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
