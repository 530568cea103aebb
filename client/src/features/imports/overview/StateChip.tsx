import Chip from '@mui/material/Chip';

import type { ImportState, ImportSummary } from '../api';
import { isUnderWay, STATE_LABELS } from '../states';

const looks: Readonly<Record<ImportState, { bgcolor: string; color: string }>> = {
  mapping: { bgcolor: 'soft.warning', color: 'warning.main' },
  validating: { bgcolor: 'soft.info', color: 'info.main' },
  ready: { bgcolor: 'soft.warning', color: 'warning.main' },
  processing: { bgcolor: 'soft.info', color: 'info.main' },
  paused: { bgcolor: 'soft.warning', color: 'warning.main' },
  completed: { bgcolor: 'soft.success', color: 'success.main' },
  cancelled: { bgcolor: 'surface.sunken', color: 'text.secondary' },
  failed: { bgcolor: 'soft.danger', color: 'error.main' },
  undoing: { bgcolor: 'soft.info', color: 'info.main' },
  undone: { bgcolor: 'surface.sunken', color: 'text.secondary' },
};

export function StateChip({ summary }: { readonly summary: Pick<ImportSummary, 'state' | 'createdAt'> }) {
  const { state } = summary;
  if ((state === 'mapping' || state === 'ready') && !isUnderWay(summary)) return <Chip size="small" label="Not uploaded" sx={looks.cancelled} />;
  return <Chip size="small" label={STATE_LABELS[state]} sx={looks[state]} />;
}
