import { baseApi } from '~/api/baseApi';
import { type BulkJob, type BulkPage, type BulkPreview, type BulkRequest, type BulkSnapshot, type BulkStarted, type BulkUndoPreview, bulkApi as generated } from '~/api/generated/bulkApi';
import { answersState, cacheStream, newer, withKnown, withPushed } from '~/realtime/cacheStream';

export type { BulkAction, BulkJob, BulkPreview, BulkRequest, BulkRow, BulkRowFilter, BulkRowStatus, BulkSnapshot, BulkState, BulkUndoPreview } from '~/api/generated/bulkApi';

export const PAGE_SIZE = 10;
export const BULK_PATH = '/api/v1/users/bulk';

interface OfJob {
  readonly bulkId: string;
}

const answersSnapshot = answersState(({ bulkId }: OfJob, pushed: BulkSnapshot) =>
  generated.util.updateQueryData('getBulkJob', { bulkId }, (held) => newer<BulkSnapshot>(held, pushed)),
);

export const jobsApi = generated.enhanceEndpoints({
  endpoints: {
    listBulkJobs: {
      providesTags: [{ type: 'BulkJob', id: 'LIST' }],
      merge: withKnown<BulkJob, BulkPage>,
      onCacheEntryAdded: (argument, entry) =>
        cacheStream<'bulk:summary', BulkPage>(entry, {
          event: 'bulk:summary',
          apply: (held, pushed) => withPushed<BulkJob, BulkPage>(held, pushed, { begunAt: ({ startedAt }) => startedAt, isFiltered: false }),
          resync: () => entry.dispatch(generated.endpoints.listBulkJobs.initiate(argument, { subscribe: false, forceRefetch: true })),
        }),
    },

    getBulkJob: {
      providesTags: (_job, _error, { bulkId }) => [{ type: 'BulkJob', id: bulkId }],
      // Soon after its page is left it is no longer watched.
      keepUnusedDataFor: 2,
      // A late answer must not undo events that were pushed meanwhile.
      merge: (held: BulkSnapshot, fetched: BulkSnapshot) => newer(held, fetched),
      onCacheEntryAdded: ({ bulkId }, entry) =>
        cacheStream<'bulk:progress', BulkSnapshot>(entry, {
          event: 'bulk:progress',
          apply: (held, pushed) => (pushed.id === bulkId ? newer<BulkSnapshot>(held, pushed) : undefined),
          watch: async (realtime) => (await realtime.ask('bulk:watch', { bulkId })).snapshot,
          unwatch: (realtime) => realtime.ask('bulk:unwatch', { bulkId }),
        }),
    },

    listBulkRows: { providesTags: (_page, _error, { bulkId }) => [{ type: 'BulkRows', id: bulkId }] },
    cancelBulkJob: answersSnapshot,
  },
});

const undoOf = (bulkId: string) => `${BULK_PATH}/${encodeURIComponent(bulkId)}/undo`;

export const ownApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Two answers of one address, and a header: the generator knows neither.
    tryJob: build.query<BulkPreview, BulkRequest>({
      query: (bulkRequest) => ({ url: BULK_PATH, method: 'POST', body: { ...bulkRequest, dryRun: true } }),
      // The selection stays the same while the dialog is open: thousands of ids are not compared.
      serializeQueryArgs: ({ queryArgs: { action, set, batchId, stageId } }) => JSON.stringify([action, set, batchId, stageId]),
      keepUnusedDataFor: 0,
    }),
    startJob: build.mutation<BulkStarted, { readonly idempotencyKey: string; readonly bulkRequest: BulkRequest }>({
      query: ({ idempotencyKey, bulkRequest }) => ({ url: BULK_PATH, method: 'POST', body: bulkRequest, headers: { 'Idempotency-Key': idempotencyKey } }),
      invalidatesTags: [{ type: 'BulkJob', id: 'LIST' }],
    }),
    // The same address for both, too.
    previewUndo: build.query<BulkUndoPreview, OfJob>({
      query: ({ bulkId }) => ({ url: undoOf(bulkId), method: 'POST', body: { dryRun: true } }),
      keepUnusedDataFor: 0,
    }),
    undoJob: build.mutation<BulkSnapshot, OfJob>({
      query: ({ bulkId }) => ({ url: undoOf(bulkId), method: 'POST' }),
      ...answersSnapshot,
    }),
  }),
});

export const useGetBulkJobState = jobsApi.endpoints.getBulkJob.useQueryState;

export const rowsChanged = (id: string) => baseApi.util.invalidateTags([{ type: 'BulkRows', id }]);
