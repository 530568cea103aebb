import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { useIsMobile } from '~/ui/rowsAsCards';

import { type ImportMode, type ImportSnapshot, useStartImportProcessingMutation } from '../api';
import { UndoIconButton } from '../mending/MendingBar';
import type { Mending } from '../mending/useMending';
import { countsOf, remainderOf } from '../modes';
import { StartButton } from './StartButton';

interface StartBarProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly onChooseDifferent: () => void;
  readonly last: Mending['last'];
  /** What can be done with the rows above. */
  readonly children: ReactNode;
}

/** At the foot of the window: the buttons that start the import or choose another file. */
export function StartBar({ snapshot, mode, onChooseDifferent, last, children }: StartBarProps) {
  const { id, dateExample } = snapshot;
  const needsOrder = dateExample !== null;
  const isMobile = useIsMobile();
  const [start, starting] = useStartImportProcessingMutation();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'grid',
        gap: { xs: 0.5, sm: 1 },
        // Wide enough to hide the shadow of the rows.
        mx: { xs: -2, sm: -0.5 },
        px: { xs: 2, sm: 0.5 },
        py: 1,
        bgcolor: 'background.default',
        boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
      }}
    >
      {children}
      <FormError message={starting.error === undefined ? null : messageOf(starting.error, 'Upload failed. Please try again.')} />
      <Box sx={{ display: 'flex', flexWrap: { xs: needsOrder ? 'wrap' : 'nowrap', sm: 'wrap', md: 'nowrap' }, justifyContent: 'flex-end', alignItems: 'center', gap: { xs: 1, sm: 1.5 } }}>
        <Typography variant="body2" sx={{ flex: { xs: '1 0 100%', md: 1 }, display: { xs: needsOrder ? 'block' : 'none', sm: 'block' }, color: 'text.secondary' }}>
          {needsOrder ? 'Choose above whether the day or the month comes first.' : remainderOf(snapshot, mode)}
        </Typography>
        {isMobile && <UndoIconButton last={last} />}
        {!isMobile && (
          <Button variant="outlined" onClick={onChooseDifferent}>
            Choose Different File
          </Button>
        )}
        <StartButton
          counts={countsOf(snapshot, mode)}
          onChooseDifferent={isMobile ? onChooseDifferent : undefined}
          busy={starting.isLoading}
          disabled={needsOrder}
          onStart={(invite) => void start({ importId: id, startRequest: mode === snapshot.mode ? { invite } : { invite, mode } })}
        />
      </Box>
    </Box>
  );
}
