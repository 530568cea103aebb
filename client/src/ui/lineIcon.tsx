import { createSvgIcon } from '@mui/material/utils';
import type { ReactNode } from 'react';

/** Our own line icons: 24 units, 1.75 strokes, round ends. */
export function lineIcon(drawing: ReactNode, name: string) {
  return createSvgIcon(
    <g fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      {drawing}
    </g>,
    name,
  );
}
