import { useShowListColumnsQuery } from '../columns/columnsApi';
import { useKeepChoice } from '../columns/useKeepChoice';
import { PAGE_SIZES, type PageSize, type UserFilterTable } from '../filters/useUserFilters';

const DEFAULT: PageSize = '10';

/** How many rows a page has: by the address, else as the account has chosen. */
export function usePageSize({ filters, change }: Pick<UserFilterTable, 'filters' | 'change'>) {
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
