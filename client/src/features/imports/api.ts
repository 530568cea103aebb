import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type ImportPage, type ImportSnapshot, type ImportSummary, type ListImportHistoryApiArg, type ResultsFilter, type RowValues, serverApi } from '~/api/generated/serverApi';
import { cacheStream } from '~/realtime/cacheStream';

export type {
  CellProblem,
  Column,
  ColumnsRequest,
  ColumnsResponse,
  EarlierImport,
  ImportMode,
  ImportRow,
  ImportSnapshot,
  ImportState,
  ImportSummary,
  Invitation,
  LastChange,
  ProblemOfRows,
  RecentRow,
  RowFilter,
  UndoResponse,
  ValueOfRows,
} from '~/api/generated/serverApi';

/** The required columns, in the order in which the server names them. */
export const FIELDS = [
  'fullName',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'workLocation',
  'role',
  'profile',
] as const satisfies readonly (keyof RowValues)[];
export type Field = (typeof FIELDS)[number];

/** What an error is about: a field, or the row as a whole. */
export type ProblemField = Field | 'row';

export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  workLocation: 'Work location',
  role: 'Role',
  profile: 'Profile',
};

export const PAGE_SIZE = 10;
const BASE = '/api/v1/users/imports';

/** The newer of two states of one import; of two equal versions the one received last. */
function newer<State extends ImportSummary>(held: State, pushed: State): State {
  return pushed.version < held.version ? held : pushed;
}

/** A refetched page. The answer may be older than events that were pushed meanwhile. */
function withKnown(held: ImportPage, fetched: ImportPage): ImportPage {
  const known = new Map(held.data.map((each) => [each.id, each]));
  return { ...fetched, data: fetched.data.map((each) => newer(known.get(each.id) ?? each, each)) };
}

/** A page of the history with an event applied: in place, or on top of the first page when the import is new. A filtered page keeps its imports. */
function withSummary(page: ImportPage, pushed: ImportSummary, isFiltered: boolean): ImportPage | undefined {
  const held = page.data.find(({ id }) => id === pushed.id);
  if (held !== undefined) {
    if (newer(held, pushed) === held) return undefined;
    return { ...page, data: page.data.map((each) => (each.id === pushed.id ? pushed : each)) };
  }
  const newest = page.data[0];
  if (isFiltered || page.page !== 1 || (newest !== undefined && newest.createdAt > pushed.createdAt)) return undefined;
  return { ...page, total: page.total + 1, data: [pushed, ...page.data].slice(0, page.pageSize) };
}

/** What depends on the rows of a preview. */
export const tagsOfRows = (id: string) =>
  [
    { type: 'Import', id },
    { type: 'ImportRows', id },
    { type: 'ImportProblems', id },
  ] as const;

const hasFilters = (argument: ListImportHistoryApiArg) => Object.keys(argument).some((name) => name !== 'page' && name !== 'pageSize');

interface Act {
  readonly dispatch: (action: ReturnType<typeof snapshotReceived>) => unknown;
  readonly queryFulfilled: Promise<{ data: ImportSnapshot }>;
}

/** A mutation answers with the import's new state; its caller shows an error. */
export async function applyAnswer(importId: string, { dispatch, queryFulfilled }: Act): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer !== null) dispatch(snapshotReceived(importId, answer.data));
}

const importsApi = serverApi.enhanceEndpoints({
  endpoints: {
    listImportHistory: {
      providesTags: [{ type: 'Import', id: 'LIST' }],
      merge: withKnown,
      onCacheEntryAdded: (argument, entry) =>
        cacheStream<'import:summary', ImportPage>(entry, {
          event: 'import:summary',
          apply: (held, pushed) => withSummary(held, pushed, hasFilters(argument)),
          resync: () =>
            void entry.dispatch(
              serverApi.endpoints.listImportHistory.initiate(argument, { subscribe: false, forceRefetch: true }),
            ),
        }),
    },

    getImport: {
      providesTags: (_snapshot, _error, { importId }) => [{ type: 'Import', id: importId }],
      // Soon after its page is left it is no longer watched.
      keepUnusedDataFor: 2,
      // A late answer must not undo events that were pushed meanwhile.
      merge: (held: ImportSnapshot, fetched: ImportSnapshot) => newer(held, fetched),
      onCacheEntryAdded: ({ importId }, entry) =>
        cacheStream<'import:progress', ImportSnapshot>(entry, {
          event: 'import:progress',
          apply: (held, pushed) => (pushed.id === importId ? newer(held, pushed) : undefined),
          watch: async (realtime) => (await realtime.ask('import:watch', { importId })).snapshot,
          unwatch: (realtime) => realtime.ask('import:unwatch', { importId }),
        }),
    },

    listImportRows: {
      providesTags: (_page, _error, { importId }) => [{ type: 'ImportRows', id: importId }],
    },

    deleteImportRow: {
      invalidatesTags: (_answer, error, { importId }) => (error === undefined ? tagsOfRows(importId) : []),
    },

    getImportColumns: {
      providesTags: (_columns, _error, { importId }) => [{ type: 'ImportColumns', id: importId }],
      // They differ after each choice, also of another administrator.
      keepUnusedDataFor: 0,
    },

    chooseImportColumns: {
      onQueryStarted: ({ importId }, call) => applyAnswer(importId, call),
      invalidatesTags: (_snapshot, error, { importId }) =>
        error === undefined ? [{ type: 'ImportColumns', id: importId }] : [],
    },

    chooseImportDateOrder: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    startImportProcessing: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    inviteImportPeople: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    pauseRunningImport: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    resumePausedImport: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    undoEndedImport: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
    // It depends on what people did meanwhile.
    previewUndoOfImport: { keepUnusedDataFor: 0 },
    cancelImportProcessing: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call) },
  },
});

function snapshotReceived(importId: string, pushed: ImportSnapshot) {
  return serverApi.util.updateQueryData('getImport', { importId }, (held) => newer<ImportSnapshot>(held, pushed));
}

/** The rows of an import with their results, as a file. */
export interface ResultsFile {
  readonly importId: string;
  readonly status: ResultsFilter;
  readonly format: 'csv' | 'xlsx';
  readonly fileName: string;
}

const downloadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    saveTemplate: build.mutation<null, void>({
      queryFn: (_void, api) => download(api, { url: `${BASE}/template.csv`, name: 'sample_users_template.csv' }),
    }),
    saveResults: build.mutation<null, ResultsFile>({
      queryFn: ({ importId, status, format, fileName }, api) =>
        download(api, { url: `${BASE}/${encodeURIComponent(importId)}/results.${format}`, params: { status }, name: fileName }),
    }),
  }),
});

export const {
  useListImportHistoryQuery,
  useGetImportQuery,
  useListImportRowsQuery,
  useDeleteImportRowMutation,
  useGetImportColumnsQuery,
  useChooseImportColumnsMutation,
  useChooseImportDateOrderMutation,
  useStartImportProcessingMutation,
  useInviteImportPeopleMutation,
  useCancelImportProcessingMutation,
  usePauseRunningImportMutation,
  useResumePausedImportMutation,
  usePreviewUndoOfImportQuery,
  useUndoEndedImportMutation,
} = importsApi;

/** The cached state of an import, without a request. */
export const useGetImportState = importsApi.endpoints.getImport.useQueryState;

export const { useSaveTemplateMutation, useSaveResultsMutation } = downloadsApi;

/** Refetches the list of imports, after one was added. */
export const importsChanged = () => baseApi.util.invalidateTags([{ type: 'Import', id: 'LIST' }]);

/** Refetches the rows of one import that are on screen, and the causes of their refusals. */
export const rowsChanged = (id: string) =>
  baseApi.util.invalidateTags([
    { type: 'ImportRows', id },
    { type: 'ImportProblems', id },
  ]);
