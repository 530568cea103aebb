import { useShowListColumnsQuery } from '../api';
import { useColumns, useKeepChoice } from '../columns/useColumns';
import { PAGE_SIZES, type PageSize, type UserFilterTable, useUserFilters } from '../filters/useUserFilters';
import { useViews } from '../views/ViewsMenu';

const DEFAULT: PageSize = '10';

/** How many rows a page has: by the address, else as the account has chosen. */
function usePageSize({ filters, change }: Pick<UserFilterTable, 'filters' | 'change'>) {
  const keepChoice = useKeepChoice();
  const { data } = useShowListColumnsQuery();
  const kept = PAGE_SIZES.find((size) => size === String(data?.pageSize));
  const pageSize = filters.pageSize ?? kept ?? DEFAULT;
  return {
    pageSize: Number(pageSize),
    /** The first row on screen stays on the page. */
    choosePageSize: (chosen: PageSize) => {
      const before = (filters.page - 1) * Number(pageSize);
      change({ pageSize: chosen, page: Math.floor(before / Number(chosen)) + 1 });
      void keepChoice({ pageSize: Number(chosen) });
    },
  };
}

/** How the list is looked at: filters and order, the saved view, the columns and the rows of a page. */
export function useListView() {
  const table = useUserFilters();
  const views = useViews(table.filters);
  const columns = useColumns({ view: views.current, always: table.filters.invitation === null ? null : 'invitation' });
  return { table, views, columns, ...usePageSize(table) };
}
