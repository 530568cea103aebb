import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

const LONGEST_SEARCH = 200;
const TYPING_PAUSE = 250;

/** By the name of its URL parameter the values of each filter, or what tells one. */
type Choices = Readonly<Record<string, readonly string[] | ((value: string) => boolean)>>;
type Chosen<Choice> = Choice extends readonly (infer Value)[] ? Value : string;

/** What a list shows: its filters (null for all), search and page. */
export type ListView<C extends Choices> = { readonly [Name in keyof C]: Chosen<C[Name]> | null } & {
  readonly search: string;
  readonly page: number;
};

/** The filters that are chosen, as a query asks for them. */
type ChosenFilters<C extends Choices> = { readonly [Name in keyof C]?: Chosen<C[Name]> } & { readonly search?: string };

export type ListParams<C extends Choices> = ReturnType<typeof useListParams<C>>;

/** An unknown value of a filter reads as null. */
function readView<C extends Choices>(params: URLSearchParams, choices: C): ListView<C> {
  const filters = Object.entries(choices).map(([name, choice]) => {
    const given = params.get(name);
    const isKnown = given !== null && (typeof choice === 'function' ? choice(given) : choice.includes(given));
    return [name, isKnown ? given : null];
  });
  return {
    ...(Object.fromEntries(filters) as { [Name in keyof C]: Chosen<C[Name]> | null }),
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
}

/** Defaults are omitted; other parameters of the URL are kept. */
function writeView<C extends Choices>(params: URLSearchParams, choices: C, view: ListView<C>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['search', ...Object.keys(choices)]) {
    next.delete(name);
    const value = view[name];
    if (typeof value === 'string' && value !== '') next.set(name, value);
  }
  next.delete('page');
  if (view.page > 1) next.set('page', String(view.page));
  return next;
}

/** Filters, search and page of a list, kept in the URL. The search is sent after a pause; any change leads to page 1. */
export function useListParams<const C extends Choices>(choices: C) {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const url = params.toString();
  const [seenUrl, setSeenUrl] = useState(url);
  // The last choice while it is not in the URL yet: the next one builds on it.
  const [pending, setPending] = useState<ListView<C> | null>(null);
  const inUrl = readView(params, choices);
  const [searchText, setSearchText] = useState(inUrl.search);

  if (url !== seenUrl) {
    setSeenUrl(url);
    if (pending !== null && writeView(params, choices, pending).toString() === url) {
      setPending(null);
    } else if (pending === null || navigation === NavigationType.Pop) {
      // Back, forward and links set the text of the search; the URL that this text has led to does not.
      setPending(null);
      setSearchText(inUrl.search);
    }
  }
  const view = pending ?? inUrl;
  const { search } = view;

  const change = (changed: Partial<ListView<C>>, { replace = false } = {}) => {
    if (changed.search !== undefined) setSearchText(changed.search);
    const asked: ListView<C> = { ...view, search: searchText.trim(), page: 1, ...changed };
    // A chosen page belongs to the search on screen.
    const next = asked.search === search ? asked : { ...asked, page: 1 };
    const query = writeView(params, choices, next);
    if (query.toString() === writeView(params, choices, view).toString()) return;
    setPending(next);
    setParams(query, { replace, preventScrollReset: true });
  };

  const sendSearch = useEffectEvent(() => change({}, { replace: true }));
  useEffect(() => {
    if (searchText.trim() === search) return undefined;
    const timer = setTimeout(sendSearch, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [searchText, search]);

  const chosen = Object.entries(view).filter(([name, value]) => name !== 'page' && value !== null && value !== '');
  const filters = Object.fromEntries(chosen) as ChosenFilters<C>;
  const none = { ...Object.fromEntries(Object.keys(choices).map((name) => [name, null])), search: '' } as Partial<ListView<C>>;

  // TypeScript cannot see that `page` is never the name of a filter.
  const pageOf = (page: number) => ({ page }) as Partial<ListView<C>>;
  return {
    view,
    filters,
    isFiltered: Object.keys(filters).length > 0,
    clear: () => change(none),
    searchText,
    setSearchText: (text: string) => setSearchText(text.slice(0, LONGEST_SEARCH)),
    change,
    setPage: (page: number) => change(pageOf(page)),
    /** For a page beyond the last one. */
    correctPage: (page: number) => change(pageOf(page), { replace: true }),
  };
}
