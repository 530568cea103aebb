import { useMemo } from 'react';

import { useStable } from '~/lib/useStable';

import type { RowActs } from './RowActions';

/** The same object for every render: rows are memoized. */
export function useStableActs(acts: RowActs): RowActs {
  const onEdit = useStable(acts.onEdit);
  const onDelete = useStable(acts.onDelete);
  const onDeactivate = useStable(acts.onDeactivate);
  const onReactivate = useStable(acts.onReactivate);
  const onInvite = useStable(acts.onInvite);
  const onSignOut = useStable(acts.onSignOut);
  return useMemo(
    () => ({ onEdit, onDelete, onDeactivate, onReactivate, onInvite, onSignOut }),
    [onEdit, onDelete, onDeactivate, onReactivate, onInvite, onSignOut],
  );
}
