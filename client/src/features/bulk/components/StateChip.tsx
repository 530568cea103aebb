import { Chip } from '@mui/material';

import type { BulkState } from '../api';
import { STATE_LABELS } from '../words';

const looks: Readonly<Record<BulkState, { bgcolor: string; color: string }>> = {
  processing: { bgcolor: 'soft.info', color: 'info.main' },
  completed: { bgcolor: 'soft.success', color: 'success.main' },
  cancelled: { bgcolor: 'surface.sunken', color: 'text.secondary' },
  undoing: { bgcolor: 'soft.info', color: 'info.main' },
  undone: { bgcolor: 'surface.sunken', color: 'text.secondary' },
};

export function StateChip({ state }: { readonly state: BulkState }) {
  return <Chip size="small" label={STATE_LABELS[state]} sx={looks[state]} />;
}
