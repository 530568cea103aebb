import { t } from '@lingui/core/macro';

import type { BulkDialogProps } from '~/api/bulk';
import { countPeople } from '~/lib/format';

import { WriteDialog } from './WriteDialog';

/** Writes to people who are selected in a list. */
export function WriteToSelected({ select, count, countIsExact, onClose, onStarted }: Omit<BulkDialogProps, 'action'>) {
  const people = countPeople(count);
  const audience = countIsExact ? t`To the ${people} that you have selected.` : t`To all people that match, ${people} or more.`;
  return <WriteDialog to={{ select }} audience={audience} onClose={onClose} onSent={onStarted} />;
}
