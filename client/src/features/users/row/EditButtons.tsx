import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { ProgressButton } from '~/ui/ProgressButton';

import type { RowEdit } from './useRowEdit';

interface EditButtonsProps {
  readonly edit: RowEdit;
  readonly onCancel: () => void;
}

export function EditButtons({ edit, onCancel }: EditButtonsProps) {
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.75, '& button': { px: 1.25 } }}>
      <ProgressButton size="small" busy={edit.saving} onClick={() => void edit.save()}>
        Save
      </ProgressButton>
      <Button size="small" variant="outlined" disabled={edit.saving} onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
}
