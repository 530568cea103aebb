import { useSearchParams } from 'react-router';

/** Filter and page of a table, kept in the URL. What the table does not know reads as "all". */
export function useTableParams<Filter extends string>(filters: readonly Filter[]) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('status');
  const filter = filters.find((known) => known === asked) ?? null;
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);

  const change = (status: Filter | null, to: number, { replace }: { replace: boolean }) => {
    const next = new URLSearchParams();
    if (status !== null) next.set('status', status);
    if (to > 1) next.set('page', String(to));
    setParams(next, { replace, preventScrollReset: true });
  };

  return {
    filter,
    page,
    setFilter: (status: Filter | null) => {
      change(status, 1, { replace: false });
    },
    setPage: (to: number) => {
      change(filter, to, { replace: false });
    },
    /** After a page has ceased to exist. */
    correctPage: (to: number) => {
      change(filter, to, { replace: true });
    },
  };
}
