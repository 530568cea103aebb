import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import type { ViewRecord } from '../api';
import type { ColumnChoice } from '../columns/useColumns';
import { type Filters, storedQuery } from '../filters/useUserFilters';
import { useEditSavedViewMutation } from './viewsApi';

interface OnScreen {
  readonly filters: Filters;
  readonly choice: ColumnChoice;
}

/** Gives a view what is on screen: its filters and order, and its columns where it has some. */
export function useReplaceView({ filters, choice }: OnScreen) {
  const toasts = useToasts();
  const [edit] = useEditSavedViewMutation();
  return async (view: ViewRecord) => {
    const columns = view.columns !== null && { columns: [...choice.chosen] };
    const { error } = await edit({ viewId: view.id, editViewRequest: { query: storedQuery(filters), ...columns, version: view.version } });
    if (error === undefined) {
      choice.settle();
      toasts.success(`“${view.name}” shows this from now on`);
    } else {
      toasts.error(messageOf(error, 'The view could not be saved.'));
    }
  };
}
