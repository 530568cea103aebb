import type { ListColumnsRequest } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import { useKeepListChoiceMutation } from './columnsApi';

/** Keeps a choice of columns or rows of a page, and says where that failed. */
export function useKeepChoice() {
  const toasts = useToasts();
  const [keep] = useKeepListChoiceMutation();
  return async (choice: ListColumnsRequest) => {
    const { error } = await keep(choice);
    if (error !== undefined) toasts.error(messageOf(error, 'Your choice could not be kept.'));
  };
}
