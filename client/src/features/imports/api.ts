import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type ImportPage, type ImportSnapshot, type ListImportHistoryApiArg, type ResultsFilter, type RowValues, serverApi } from '~/api/generated/serverApi';
import { cacheStream } from '~/realtime/cacheStream';
import { newer, withKnown, withPushed } from '~/realtime/snapshots';

export type {
  ListImportRowsApiArg,
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

/** What a column may hold: a required field, or the batches that people are put into. */
export const COLUMN_FIELDS = [...FIELDS, 'batch'] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** What an error is about: a field, or the row as a whole. */
export type ProblemField = ColumnField | 'row';

export const FIELD_LABELS: Readonly<Record<ColumnField, string>> = {
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  workLocation: 'Work location',
  role: 'Role',
  profile: 'Profile',
  batch: 'Batch',
};

export const PAGE_SIZE = 10;
const BASE = '/api/v1/users/imports';

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
          apply: (held, pushed) => withPushed(held, pushed, { begunAt: ({ createdAt }) => createdAt, isFiltered: hasFilters(argument) }),
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

/** The newest imports, which the tray and the dashboard show. */
export const NEWEST = { page: 1, pageSize: PAGE_SIZE } as const;

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
