import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { Panel } from '~/ui/Panel';

interface FormSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A named part of a form, its fields in two columns where there is room. */
export function FormSection({ title, children }: FormSectionProps) {
  return (
    <Panel title={title}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
          gap: 2.5,
          p: { xs: 2, sm: 2.5 },
        }}
      >
        {children}
      </Box>
    </Panel>
  );
}
