import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { radius } from '~/theme/tokens';

interface BeforeAfterProps {
  readonly before: ReactNode;
  readonly children: ReactNode;
}

/** A value that an update would change: the present one struck through, then the new one. */
export function BeforeAfter({ before, children }: BeforeAfterProps) {
  return (
    <>
      <Box component="del" sx={{ display: 'block', color: 'text.secondary', textDecorationColor: 'currentColor', fontSize: '0.75rem', lineHeight: 1.4 }}>
        <span className="visually-hidden">Before: </span>
        {before}
      </Box>
      <Box
        component="ins"
        sx={{ px: 0.5, ml: -0.5, boxDecorationBreak: 'clone', borderRadius: radius.mark, bgcolor: 'soft.success', color: 'text.primary', textDecoration: 'none' }}
      >
        <span className="visually-hidden">After: </span>
        {children}
      </Box>
    </>
  );
}
