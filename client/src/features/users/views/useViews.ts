import { type Filters, sameQuery, storedQuery } from '../filters/useUserFilters';
import { useListSavedViewsQuery } from './viewsApi';

/** The saved views that the signed-in user may see, and the one on screen. */
export function useViews(filters: Filters) {
  const { data, isLoading, isError } = useListSavedViewsQuery(undefined, { refetchOnMountOrArgChange: true });
  const views = data?.views ?? [];
  const current = views.find(({ id }) => id === filters.view);
  return {
    views,
    /** Undefined for an address without a view, or with one that the user may not see. */
    current,
    isChanged: current !== undefined && !sameQuery(storedQuery(filters), current.query),
    isLoading: isLoading && filters.view !== null,
    isError,
  };
}

export type Views = ReturnType<typeof useViews>;
