import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { formatMoment } from '~/lib/format';
import { useSecondsUntil } from '~/lib/useSecondsUntil';
import { UndoIcon } from '~/ui/icons';

import type { BulkJob } from '../api';
import { UndoDialog } from './UndoDialog';

/** Offers to undo a job, as long as it can be. */
export function UndoJob({ job }: { readonly job: BulkJob }) {
  const { canUndo, undoUntil } = job;
  const [asking, setAsking] = useState(false);
  const isOpen = useSecondsUntil(undoUntil) > 0;
  if (!canUndo || undoUntil === null || !isOpen) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 1.5, rowGap: 1, px: { xs: 2, sm: 2.5 }, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        Can be undone until {formatMoment(undoUntil)}
      </Typography>
      <Button
        variant="outlined"
        size="small"
        startIcon={<UndoIcon sx={{ fontSize: 18 }} />}
        onClick={() => {
          setAsking(true);
        }}
      >
        Undo
      </Button>
      {asking && (
        <UndoDialog
          job={job}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </Box>
  );
}
