import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { FILE_FIELDS, type FileField, forEachField, labelOfField } from '~/api/fields';
import { type ImportPage, type ImportRow, type ImportSnapshot, type LastChange, type ListImportHistoryApiArg, type ResultsFilter, serverApi } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { cacheStream, newer, withKnown, withPushed } from '~/realtime/cacheStream';

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

/** The fields that columns hold, in the order in which the server names them. */
export const FIELDS: readonly FileField[] = FILE_FIELDS;
export type Field = FileField;

/** What a column may hold: a field, or the batches that people are put into. */
export const COLUMN_FIELDS = [...FIELDS, 'batch'] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** What an error is about: a field, or the row as a whole. */
export type ProblemField = ColumnField | 'row';

export const FIELD_LABELS: Readonly<Record<ColumnField, string>> = { ...forEachField(FILE_FIELDS, labelOfField), batch: 'Batch' };

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

/** The row as it is now, out of the refusal of an edit of an older version. */
export function presentRow(error: unknown): ImportRow | undefined {
  return isProblem(error) && error.code === 'row_changed' ? (error.row as ImportRow | undefined) : undefined;
}

/** The change that is the last one now, out of the refusal to undo another one. */
export function presentChange(error: unknown): LastChange | undefined {
  return isProblem(error) && error.code === 'another_change' ? (error.lastChange as LastChange | undefined) : undefined;
}

/** A page of rows with one of them replaced by a newer one. */
function withRow<Page extends { data: ImportRow[] }>(page: Page, newer: ImportRow): Page | undefined {
  const held = page.data.find(({ row }) => row === newer.row);
  if (held === undefined || held.version > newer.version) return undefined;
  return { ...page, data: page.data.map((each) => (each === held ? newer : each)) };
}

const changesRows = (_answer: unknown, error: unknown, { importId }: { importId: string }) =>
  error === undefined || presentRow(error) !== undefined ? tagsOfRows(importId) : [];

const mendingApi = serverApi.enhanceEndpoints({
  endpoints: {
    editImportRow: {
      // Shown at once; the other rows that it changes are fetched after it.
      onQueryStarted: async ({ importId }, call) => {
        const { dispatch, queryFulfilled } = call;
        const row = await queryFulfilled.then(
          ({ data }) => data,
          (refused: unknown) => presentRow((refused as { error?: unknown }).error),
        );
        if (row === undefined) return;
        const pages = serverApi.util.selectInvalidatedBy(call.getState(), [{ type: 'ImportRows', id: importId }]);
        for (const { endpointName, originalArgs } of pages) {
          if (endpointName === 'listImportRows') {
            dispatch(serverApi.util.updateQueryData('listImportRows', originalArgs as { importId: string }, (page) => withRow(page, row)));
          }
        }
      },
      invalidatesTags: changesRows,
    },
    deleteImportRows: { onQueryStarted: ({ importId }, call) => applyAnswer(importId, call), invalidatesTags: changesRows },
    undoImportChange: {
      onQueryStarted: ({ importId }, call) => applyAnswer(importId, call),
      // A refusal, too, can mean that the change shown as the last one is none.
      invalidatesTags: (_answer, _error, { importId }) => tagsOfRows(importId),
    },
    editImportRows: { invalidatesTags: changesRows },
    mapImportValues: {
      invalidatesTags: (_answer, error, { importId, mapValuesRequest }) =>
        error === undefined && mapValuesRequest.dryRun !== true ? tagsOfRows(importId) : [],
    },
    mapImportValue: {
      invalidatesTags: (_answer, error, { importId, mapValueRequest }) =>
        error === undefined && mapValueRequest.dryRun !== true ? tagsOfRows(importId) : [],
    },
    listImportProblems: { providesTags: (_problems, _error, { importId }) => [{ type: 'ImportProblems', id: importId }] },
    listImportValues: { providesTags: (_values, _error, { importId }) => [{ type: 'ImportProblems', id: importId }] },
  },
});

export const {
  useEditImportRowMutation,
  useDeleteImportRowsMutation,
  useUndoImportChangeMutation,
  useMapImportValueMutation,
  useMapImportValuesMutation,
  useEditImportRowsMutation,
  useLazyListImportRowsQuery,
  useListImportProblemsQuery,
  useListImportValuesQuery,
} = mendingApi;
