import Button from '@mui/material/Button';
import { useState } from 'react';

import { UndoIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { UndoDialog } from './UndoDialog';

/** Offers to undo an import that has created or updated accounts. */
export function UndoImport({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state, successCount, unchanged } = snapshot;
  const [asking, setAsking] = useState(false);
  if ((state !== 'completed' && state !== 'cancelled') || successCount - unchanged === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<UndoIcon sx={{ fontSize: 18 }} />}
        onClick={() => {
          setAsking(true);
        }}
      >
        Undo Import
      </Button>
      {asking && (
        <UndoDialog
          snapshot={snapshot}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
