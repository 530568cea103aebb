import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import { type Exported, useExportUsersMutation } from '../api';

/** Saves users as a file. */
export function useExport() {
  const toasts = useToasts();
  const [save, { isLoading }] = useExportUsersMutation();
  const exportUsers = async (exported: Exported) => {
    const { error } = await save(exported);
    if (error !== undefined) toasts.error(messageOf(error, 'The list could not be exported.'));
  };
  return { exportUsers, exporting: isLoading };
}
