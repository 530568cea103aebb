import { baseApi } from '~/api/baseApi';
import { download } from '~/api/download';
import { type ImportPage, type ImportSnapshot, type ImportSummary, type RowValues, serverApi } from '~/api/generated/serverApi';
import { cacheStream } from '~/realtime/cacheStream';
import { watchedImport } from '~/realtime/events';

export type {
  CellProblem,
  ImportRow,
  ImportSnapshot,
  ImportState,
  ImportSummary,
  Invitation,
  RecentRow,
  RowFilter,
  RowStatus,
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

export const PAGE_SIZE = 10;
const BASE = '/api/v1/users/imports';

/** The newer of two states of one import; of two equally new the one that came last. */
function newer<State extends ImportSummary>(held: State, told: State): State {
  return told.version < held.version ? held : told;
}

/** A page read anew. The answer may be older than what was pushed while it was on its way. */
function withKnown(held: ImportPage, fetched: ImportPage): ImportPage {
  const known = new Map(held.data.map((each) => [each.id, each]));
  return { ...fetched, data: fetched.data.map((each) => newer(known.get(each.id) ?? each, each)) };
}

/** A page of the history with what an event says: in place, or on top of the first page when it is a new import. */
function withSummary(page: ImportPage, told: ImportSummary): ImportPage | undefined {
  const held = page.data.find(({ id }) => id === told.id);
  if (held !== undefined) {
    if (newer(held, told) === held) return undefined;
    return { ...page, data: page.data.map((each) => (each.id === told.id ? told : each)) };
  }
  const newest = page.data[0];
  if (page.page !== 1 || (newest !== undefined && newest.createdAt > told.createdAt)) return undefined;
  return { ...page, total: page.total + 1, data: [told, ...page.data].slice(0, page.pageSize) };
}

interface Act {
  readonly dispatch: (action: ReturnType<typeof snapshotTold>) => unknown;
  readonly queryFulfilled: Promise<{ data: ImportSnapshot }>;
}

/** An act answers with where its import stands then; whoever asked for it shows a refusal. */
async function takeUpAnswer(importId: string, { dispatch, queryFulfilled }: Act): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer !== null) dispatch(snapshotTold(importId, answer.data));
}

const importsApi = serverApi.enhanceEndpoints({
  endpoints: {
    listImportHistory: {
      providesTags: [{ type: 'Import', id: 'LIST' }],
      merge: withKnown,
      onCacheEntryAdded: (argument, entry) =>
        cacheStream<'import:summary', ImportPage>(entry, {
          event: 'import:summary',
          apply: withSummary,
          resync: () =>
            void entry.dispatch(
              serverApi.endpoints.listImportHistory.initiate(argument, { subscribe: false, forceRefetch: true }),
            ),
        }),
    },

    getImport: {
      providesTags: (_snapshot, _error, { importId }) => [{ type: 'Import', id: importId }],
      // Soon after its page is left it is not watched any more.
      keepUnusedDataFor: 2,
      // An answer that was long on its way must not undo what was pushed meanwhile.
      merge: (held: ImportSnapshot, fetched: ImportSnapshot) => newer(held, fetched),
      onCacheEntryAdded: ({ importId }, entry) =>
        cacheStream<'import:progress', ImportSnapshot>(entry, {
          event: 'import:progress',
          apply: (held, told) => (told.id === importId ? newer(held, told) : undefined),
          watch: async (realtime) => watchedImport.parse(await realtime.ask('import:watch', { importId })).snapshot,
          unwatch: (realtime) => realtime.ask('import:unwatch', { importId }),
        }),
    },

    listImportRows: {
      providesTags: (_page, _error, { importId }) => [{ type: 'ImportRows', id: importId }],
    },

    deleteImportRow: {
      invalidatesTags: (_answer, error, { importId }) =>
        error === undefined ? [{ type: 'Import', id: importId }, { type: 'ImportRows', id: importId }] : [],
    },

    chooseImportDateOrder: { onQueryStarted: ({ importId }, call) => takeUpAnswer(importId, call) },
    startImportProcessing: { onQueryStarted: ({ importId }, call) => takeUpAnswer(importId, call) },
    inviteImportPeople: { onQueryStarted: ({ importId }, call) => takeUpAnswer(importId, call) },
    cancelImportProcessing: { onQueryStarted: ({ importId }, call) => takeUpAnswer(importId, call) },
  },
});

function snapshotTold(importId: string, told: ImportSnapshot) {
  return serverApi.util.updateQueryData('getImport', { importId }, (held) => newer<ImportSnapshot>(held, told));
}

const downloadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    saveTemplate: build.mutation<null, void>({
      queryFn: (_void, api) => download(api, { url: `${BASE}/template.csv`, name: 'sample_users_template.csv' }),
    }),
    saveFailedRows: build.mutation<null, { importId: string; fileName: string }>({
      queryFn: ({ importId, fileName }, api) =>
        download(api, { url: `${BASE}/${encodeURIComponent(importId)}/results.csv?status=failed`, name: fileName }),
    }),
  }),
});

export const {
  useListImportHistoryQuery,
  useGetImportQuery,
  useListImportRowsQuery,
  useDeleteImportRowMutation,
  useChooseImportDateOrderMutation,
  useStartImportProcessingMutation,
  useInviteImportPeopleMutation,
  useCancelImportProcessingMutation,
} = importsApi;

/** What the page of an import holds of it, without asking for it. */
export const useGetImportState = importsApi.endpoints.getImport.useQueryState;

export const { useSaveTemplateMutation, useSaveFailedRowsMutation } = downloadsApi;

/** Read anew: the list of imports, after one was added. */
export const importsChanged = () => baseApi.util.invalidateTags([{ type: 'Import', id: 'LIST' }]);

/** Read anew: the rows of one import that are on screen. */
export const rowsChanged = (importId: string) => baseApi.util.invalidateTags([{ type: 'ImportRows', id: importId }]);
