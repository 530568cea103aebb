import { useState } from 'react';
import { useNavigate } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import type { ViewRecord } from '../api';
import type { ColumnChoice } from '../columns/useColumns';
import { addressOfView, type Filters, storedQuery } from '../filters/useUserFilters';
import { type SavedScope, useCreateSavedViewMutation, useEditSavedViewMutation } from './viewsApi';

interface SaveOptions {
  /** The view to rename; null for a new one. */
  readonly view: ViewRecord | null;
  readonly filters: Filters;
  readonly choice: ColumnChoice;
}

interface Chosen {
  readonly name: string;
  readonly scope: SavedScope;
  readonly withColumns: boolean;
}

/** Saves what is on screen as a view, which is then on screen, or renames one. */
export function useSaveView({ view, filters, choice }: SaveOptions) {
  const toasts = useToasts();
  const navigate = useNavigate();
  const [create, creating] = useCreateSavedViewMutation();
  const [edit, editing] = useEditSavedViewMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const send = ({ name, scope, withColumns }: Chosen) => {
    if (view !== null) return edit({ viewId: view.id, editViewRequest: { name, version: view.version } });
    const columns = withColumns ? [...choice.chosen] : null;
    return create({ createViewRequest: { name, scope, query: storedQuery(filters), columns } });
  };
  const save = async (chosen: Chosen) => {
    const { data, error } = await send(chosen);
    if (data === undefined) {
      setProblem(isProblem(error) ? (error.errors?.['name'] ?? messageOf(error, 'The view could not be saved.')) : 'The view could not be saved.');
      return false;
    }
    toasts.success(view === null ? `“${data.name}” is saved` : `The view is now named “${data.name}”`);
    if (view === null) void navigate(addressOfView(data));
    return true;
  };
  return { save, problem, saving: creating.isLoading || editing.isLoading };
}
