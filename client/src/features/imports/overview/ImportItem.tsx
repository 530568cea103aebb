import { Chip } from '@mui/material';

import { formatCount, formatTimeLeft } from '~/lib/format';
import { TrayItem } from '~/ui/Tray';

import type { ImportState, ImportSummary } from '../api';
import { createdOf, isOpen, isUnderWay, shareDone, STATE_LABELS } from '../states';

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

/** An import's progress in one line. */
function lineOf(summary: ImportSummary): string {
  const { state, checkedRows, totalRows, validRows, successCount, changed, unchanged, errorCount, etaSeconds, invalidRows, undone } = summary;
  if (state === 'validating') return `${formatCount(checkedRows)} of ${formatCount(totalRows)} rows checked`;
  if (state === 'ready') return `${formatCount(validRows)} valid, ${formatCount(invalidRows)} invalid`;
  if (state === 'undoing' || state === 'undone') return `${formatCount(undone)} of ${formatCount(successCount - unchanged)} undone`;
  const updated = changed > 0 ? `${formatCount(changed)} updated, ` : '';
  const counts = `${formatCount(createdOf(summary))} created, ${updated}${formatCount(errorCount)} failed`;
  return state === 'processing' && etaSeconds !== null ? `${counts}, ${formatTimeLeft(etaSeconds)} left` : counts;
}

interface ImportItemProps {
  readonly summary: ImportSummary;
  readonly onOpen?: () => void;
}

/** An import in a list of those that run. */
export function ImportItem({ summary, onOpen }: ImportItemProps) {
  const { id, fileName, state } = summary;
  return (
    <TrayItem
      to={`/dashboard/users/imports/${id}`}
      title={fileName}
      chip={<StateChip summary={summary} />}
      share={isOpen(state) ? shareDone(summary) : null}
      onOpen={onOpen}
    >
      {lineOf(summary)}
    </TrayItem>
  );
}
