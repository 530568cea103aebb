import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';

import { type ImportSnapshot, useStartImportProcessingMutation } from '../api';
import { countOf } from '../format';
import { StartButton } from './StartButton';

interface StartBarProps {
  readonly snapshot: ImportSnapshot;
  readonly onChooseDifferent: () => void;
  /** What can be done with the rows above. */
  readonly children: ReactNode;
}

/** What starting would leave out. */
function sentenceOf({ dateExample, invalidRows }: ImportSnapshot): string {
  if (dateExample !== null) return 'Choose above whether the day or the month comes first.';
  if (invalidRows === 0) return 'Every row will be uploaded.';
  return `${countOf(invalidRows, 'person', 'people')} won’t be added until ${invalidRows === 1 ? 'the row is' : 'their rows are'} fixed.`;
}

/** At the foot of the window: the buttons that start the import or choose another file. */
export function StartBar({ snapshot, onChooseDifferent, children }: StartBarProps) {
  const { id, validRows, dateExample } = snapshot;
  const needsOrder = dateExample !== null;
  const [start, starting] = useStartImportProcessingMutation();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'grid',
        gap: 1.5,
        // Wide enough to hide the shadow of the rows.
        mx: { xs: -2, sm: -0.5 },
        px: { xs: 2, sm: 0.5 },
        py: { xs: 1.5, sm: 2 },
        bgcolor: 'background.default',
        boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
      }}
    >
      {children}
      <FormError message={starting.error === undefined ? null : messageOf(starting.error, 'Upload failed. Please try again.')} />
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column-reverse', sm: 'row' }, alignItems: { xs: 'stretch', sm: 'center' }, gap: { xs: 1, sm: 1.5 } }}>
        <Typography variant="body2" sx={{ flex: 1, display: { xs: needsOrder ? 'block' : 'none', sm: 'block' }, color: 'text.secondary' }}>
          {sentenceOf(snapshot)}
        </Typography>
        <Button variant="outlined" onClick={onChooseDifferent}>
          Choose Different File
        </Button>
        <StartButton
          validRows={validRows}
          busy={starting.isLoading}
          disabled={needsOrder}
          onStart={(invite) => void start({ importId: id, startRequest: { invite } })}
        />
      </Box>
    </Box>
  );
}
