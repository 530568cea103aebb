import { type BatchRecord, useChangeSingleBatchMutation } from '~/api/batches';
import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

/** Archives and restores batches. What can be taken back is not asked about. */
export function useArchive() {
  const toasts = useToasts();
  const [change, { isLoading }] = useChangeSingleBatchMutation();
  const put = async ({ id, version }: BatchRecord, archived: boolean) => {
    const { data, error } = await change({ batchId: id, changeBatchRequest: { archived, version } });
    if (error !== undefined) toasts.error(messageOf(error, archived ? 'The batch could not be archived.' : 'The batch could not be restored.'));
    return data;
  };
  const restore = async (batch: BatchRecord) => {
    if ((await put(batch, false)) !== undefined) toasts.success(`${batch.name} is restored.`);
  };
  const archive = async (batch: BatchRecord) => {
    const archived = await put(batch, true);
    if (archived !== undefined) toasts.offer(`${batch.name} is archived. Its people stay in it.`, { label: 'Undo', run: () => void restore(archived) });
  };
  return { archive, restore, busy: isLoading };
}
