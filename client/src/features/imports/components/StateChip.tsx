import Chip from '@mui/material/Chip';

import type { ImportState } from '../api';
import { STATE_LABELS } from '../states';

const looks: Readonly<Record<ImportState, { bgcolor: string; color: string }>> = {
  validating: { bgcolor: 'soft.info', color: 'info.main' },
  ready: { bgcolor: 'soft.warning', color: 'warning.main' },
  processing: { bgcolor: 'soft.info', color: 'info.main' },
  completed: { bgcolor: 'soft.success', color: 'success.main' },
  cancelled: { bgcolor: 'surface.sunken', color: 'text.secondary' },
  failed: { bgcolor: 'soft.danger', color: 'error.main' },
};

export function StateChip({ state }: { readonly state: ImportState }) {
  return <Chip size="small" label={STATE_LABELS[state]} sx={looks[state]} />;
}
