import type { FetchArgs } from '@reduxjs/toolkit/query';

import { baseApi } from '~/api/baseApi';
import type { Problem } from '~/api/problem';
import { cacheStream } from '~/realtime/cacheStream';
import { type EventPayload, watchedImport } from '~/realtime/events';

import { saveFile } from './saveFile';

/** Where an import stands, without its rows; `version` rises with every change. */
export type ImportSummary = EventPayload<'import:summary'>;
export type ImportSnapshot = EventPayload<'import:progress'>;
export type ImportState = ImportSummary['state'];
export type RecentRow = ImportSnapshot['recent'][number];
export type RowStatus = RecentRow['status'];
export type RowFilter = 'valid' | 'warning' | 'invalid' | 'created' | 'failed';

export const FIELDS = ['fullName', 'email', 'phone', 'dateOfBirth', 'gender', 'workLocation', 'role', 'profile'] as const;
export type Field = (typeof FIELDS)[number];

export interface CellProblem {
  /** One of the fields, or `row` where the whole row is meant. */
  readonly field: string;
  readonly message: string;
}

export type Invitation = 'none' | 'queued' | 'sent' | 'failed' | 'accepted';

export interface ImportRow {
  /** The number in the file; it never changes. */
  readonly row: number;
  /** The present rank, the number that is shown. */
  readonly position: number;
  readonly status: RowStatus;
  readonly values: Readonly<Record<Field, string>>;
  readonly errors: readonly CellProblem[];
  readonly warnings: readonly CellProblem[];
  readonly message: string | null;
  readonly userId: string | null;
  readonly invitation: Invitation | null;
}

interface Page<Item> {
  readonly data: Item[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly totalIsExact: boolean;
}

interface RowsArgument {
  readonly importId: string;
  readonly status: RowFilter | null;
  readonly page: number;
}

export const PAGE_SIZE = 10;
const BASE = '/api/v1/users/imports';

/** The newer of two states of one import; of two equally new the one that came last. */
function newer<State extends ImportSummary>(held: State, told: State): State {
  return told.version < held.version ? held : told;
}

/** A page of the history with what an event says: in place, or on top of the first page when it is a new import. */
export function withSummary(page: Page<ImportSummary>, told: ImportSummary): Page<ImportSummary> | undefined {
  const held = page.data.find(({ id }) => id === told.id);
  if (held !== undefined) {
    if (newer(held, told) === held) return undefined;
    return { ...page, data: page.data.map((each) => (each.id === told.id ? told : each)) };
  }
  const newest = page.data[0];
  if (page.page !== 1 || (newest !== undefined && newest.createdAt > told.createdAt)) return undefined;
  return { ...page, total: page.total + 1, data: [told, ...page.data].slice(0, page.pageSize) };
}

interface Answer {
  readonly data?: unknown;
  readonly error?: Problem | undefined;
}

type Call = (args: FetchArgs) => Answer | PromiseLike<Answer>;

/** Fetches a file with the bearer that a plain link could not carry, and hands it to the browser. */
async function download(call: Call, url: string, name: string): Promise<{ data: null } | { error: Problem }> {
  const answer = await call({
    url,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  });
  if (answer.error !== undefined) return { error: answer.error };
  saveFile(answer.data as Blob, name);
  return { data: null };
}

/** Goes on with what a call answers; whoever made the call shows its refusal. */
async function whenAnswered<Data>(answer: Promise<{ data: Data }>, take: (data: Data) => void): Promise<void> {
  try {
    take((await answer).data);
  } catch {
    // Shown elsewhere.
  }
}

const importsApi = baseApi.injectEndpoints({
  // The generated endpoints have some of these names, and may be there first: theirs know neither tags nor the stream.
  overrideExisting: true,
  endpoints: (build) => ({
    getImports: build.query<Page<ImportSummary>, number>({
      query: (page) => ({ url: BASE, params: { page, pageSize: PAGE_SIZE } }),
      providesTags: [{ type: 'Import', id: 'LIST' }],
      onCacheEntryAdded: (page, entry) =>
        cacheStream(entry, {
          event: 'import:summary',
          apply: withSummary,
          resync: () => void entry.dispatch(importsApi.endpoints.getImports.initiate(page, { subscribe: false, forceRefetch: true })),
        }),
    }),

    getImport: build.query<ImportSnapshot, string>({
      query: (importId) => `${BASE}/${encodeURIComponent(importId)}`,
      providesTags: (_snapshot, _error, importId) => [{ type: 'Import', id: importId }],
      // Soon after its page is left it is not watched any more.
      keepUnusedDataFor: 2,
      // An answer that was long on its way must not undo what was pushed meanwhile.
      merge: (held: ImportSnapshot, fetched: ImportSnapshot) => newer(held, fetched),
      onCacheEntryAdded: (importId, entry) =>
        cacheStream<'import:progress', ImportSnapshot>(entry, {
          event: 'import:progress',
          apply: (held, told) => (told.id === importId ? newer(held, told) : undefined),
          watch: async (realtime) => watchedImport.parse(await realtime.ask('import:watch', { importId })).snapshot,
          unwatch: (realtime) => realtime.ask('import:unwatch', { importId }),
        }),
    }),

    getImportRows: build.query<Page<ImportRow>, RowsArgument>({
      query: ({ importId, status, page }) => ({
        url: `${BASE}/${encodeURIComponent(importId)}/rows`,
        params: { status, page, pageSize: PAGE_SIZE },
      }),
      providesTags: (_page, _error, { importId }) => [{ type: 'ImportRows', id: importId }],
    }),

    deleteImportRow: build.mutation<{ message: string }, { importId: string; row: number }>({
      query: ({ importId, row }) => ({ url: `${BASE}/${encodeURIComponent(importId)}/rows/${row}`, method: 'DELETE' }),
      invalidatesTags: (_answer, error, { importId }) =>
        error === undefined ? [{ type: 'Import', id: importId }, { type: 'ImportRows', id: importId }] : [],
    }),

    startImport: build.mutation<ImportSnapshot, string>({
      query: (importId) => ({ url: `${BASE}/${encodeURIComponent(importId)}/start`, method: 'POST' }),
      onQueryStarted: (importId, { dispatch, queryFulfilled }) =>
        whenAnswered(queryFulfilled, (told) => dispatch(snapshotTold(importId, told))),
    }),

    cancelImport: build.mutation<ImportSnapshot, string>({
      query: (importId) => ({ url: `${BASE}/${encodeURIComponent(importId)}/cancel`, method: 'POST' }),
      onQueryStarted: (importId, { dispatch, queryFulfilled }) =>
        whenAnswered(queryFulfilled, (told) => dispatch(snapshotTold(importId, told))),
    }),

    downloadTemplate: build.mutation<null, void>({
      queryFn: (_void, _api, _options, call) => download(call, `${BASE}/template.csv`, 'sample_users_template.csv'),
    }),

    downloadFailedRows: build.mutation<null, { importId: string; fileName: string }>({
      queryFn: ({ importId, fileName }, _api, _options, call) =>
        download(call, `${BASE}/${encodeURIComponent(importId)}/results.csv?status=failed`, fileName),
    }),
  }),
});

export const {
  useGetImportsQuery,
  useGetImportQuery,
  useGetImportRowsQuery,
  useDeleteImportRowMutation,
  useStartImportMutation,
  useCancelImportMutation,
  useDownloadTemplateMutation,
  useDownloadFailedRowsMutation,
} = importsApi;

/** An act answers with where its import stands then. */
function snapshotTold(importId: string, told: ImportSnapshot) {
  return importsApi.util.updateQueryData('getImport', importId, (held) => newer(held, told));
}

/** Read anew: the list of imports, after one was added. */
export const importsChanged = () => baseApi.util.invalidateTags([{ type: 'Import', id: 'LIST' }]);

/** Read anew: the rows of one import that are on screen. */
export const rowsChanged = (importId: string) => baseApi.util.invalidateTags([{ type: 'ImportRows', id: importId }]);
