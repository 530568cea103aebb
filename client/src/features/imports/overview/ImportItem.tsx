import { formatCount, formatTimeLeft } from '~/lib/format';
import { StateChip } from '~/ui/StateChip';
import { TrayItem } from '~/ui/Tray';

import type { ImportSummary } from '../api';
import { createdOf, isOpen, isUnderWay, shareDone, STATES } from '../states';

export function ImportChip({ summary }: { readonly summary: Pick<ImportSummary, 'state' | 'createdAt'> }) {
  const { state } = summary;
  if ((state === 'mapping' || state === 'ready') && !isUnderWay(summary)) return <StateChip tone="quiet" label="Not uploaded" />;
  return <StateChip {...STATES[state]} />;
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
      chip={<ImportChip summary={summary} />}
      share={isOpen(state) ? shareDone(summary) : null}
      onOpen={onOpen}
    >
      {lineOf(summary)}
    </TrayItem>
  );
}
