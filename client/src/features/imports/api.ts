import { msg } from '@lingui/core/macro';

import { describedField, FILE_FIELDS, type FileField, forEachField } from '~/api/fields';
import { isOwnField, type OwnName } from '~/lib/ownNames';
import { ownField } from '~/realtime/ownFields';
import { type ImportPage, type ImportRow, type ImportSnapshot, type LastChange, type ListImportHistoryApiArg, importsApi as generated } from '~/api/generated/importsApi';
import { isProblem } from '~/api/problem';
import { answersState, cacheStream, newer, withKnown, withPushed } from '~/realtime/cacheStream';
import { texts } from '~/lib/texts';

export type * from '~/api/generated/importsApi';

/** The fields that columns hold, in the order in which the server names them. */
export const FIELDS: readonly FileField[] = FILE_FIELDS;
export type Field = FileField | OwnName;

/** Columns that are no fields: the batches that people are put into, and the stage that they come to. */
export type Beside = 'batch' | 'stage';
/** What a column may hold. */
export type ColumnField = Field | Beside;

export const FIELD_LABELS: Readonly<Record<FileField | Beside, string>> = texts({ ...forEachField(FILE_FIELDS, (name) => describedField(name).label), batch: msg`Batch`, stage: msg`Stage` });

export const labelOfField = (name: string): string =>
  isOwnField(name) ? (ownField(name)?.label ?? name) : ((FIELD_LABELS as Readonly<Record<string, string>>)[name] ?? name);

/** The text of a cell. */
export const cellOf = ({ values }: Pick<ImportRow, 'values'>, field: Field): string => values[field] ?? '';

export const PAGE_SIZE = 10;
export const IMPORTS_PATH = '/api/v1/users/imports';

const tagsOfRows = (id: string) =>
  [
    { type: 'Import', id },
    { type: 'ImportRows', id },
    { type: 'ImportProblems', id },
  ] as const;

const hasFilters = (argument: ListImportHistoryApiArg) => Object.keys(argument).some((name) => name !== 'page' && name !== 'pageSize');

interface OfImport {
  readonly importId: string;
}

const answersSnapshot = answersState(({ importId }: OfImport, pushed: ImportSnapshot) =>
  generated.util.updateQueryData('getImport', { importId }, (held) => newer<ImportSnapshot>(held, pushed)),
);

function withRow<Page extends { data: ImportRow[] }>(page: Page, newer: ImportRow): Page | undefined {
  const held = page.data.find(({ row }) => row === newer.row);
  if (held === undefined || held.version > newer.version) return undefined;
  return { ...page, data: page.data.map((each) => (each === held ? newer : each)) };
}

/** The row as it is now, out of the refusal of an edit of an older version. */
export function presentRow(error: unknown): ImportRow | undefined {
  return isProblem(error) && error.code === 'row_changed' ? (error.row as ImportRow | undefined) : undefined;
}

/** The change that is the last one now, out of the refusal to undo another one. */
export function presentChange(error: unknown): LastChange | undefined {
  return isProblem(error) && error.code === 'another_change' ? (error.lastChange as LastChange | undefined) : undefined;
}

const changesRows = (_answer: unknown, error: unknown, { importId }: OfImport) =>
  error === undefined || presentRow(error) !== undefined ? tagsOfRows(importId) : [];
const ofProblems = (_answer: unknown, _error: unknown, { importId }: OfImport) => [{ type: 'ImportProblems' as const, id: importId }];

export const importsApi = generated.enhanceEndpoints({
  endpoints: {
    listImportHistory: {
      providesTags: [{ type: 'Import', id: 'LIST' }],
      merge: withKnown,
      onCacheEntryAdded: (argument, entry) =>
        cacheStream<'import:summary', ImportPage>(entry, {
          event: 'import:summary',
          apply: (held, pushed) => withPushed(held, pushed, { begunAt: ({ createdAt }) => createdAt, isFiltered: hasFilters(argument) }),
          resync: () => entry.dispatch(generated.endpoints.listImportHistory.initiate(argument, { subscribe: false, forceRefetch: true })),
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

    getImportColumns: {
      providesTags: (_columns, _error, { importId }) => [{ type: 'ImportColumns', id: importId }],
      // They differ after each choice, also of another administrator.
      keepUnusedDataFor: 0,
    },
    chooseImportColumns: {
      ...answersSnapshot,
      invalidatesTags: (_snapshot, error, { importId }) => (error === undefined ? [{ type: 'ImportColumns', id: importId }] : []),
    },
    chooseImportDateOrder: answersSnapshot,

    listImportRows: { providesTags: (_page, _error, { importId }) => [{ type: 'ImportRows', id: importId }] },
    // They depend on the rows, and on what colleagues do with people.
    listMissingPeople: { keepUnusedDataFor: 0, providesTags: (_page, _error, { importId }) => [{ type: 'ImportRows', id: importId }] },
    listImportProblems: { providesTags: ofProblems },
    listImportValues: { providesTags: ofProblems },
    editImportRow: {
      // Shown at once; the other rows that it changes are fetched after it.
      onQueryStarted: async ({ importId }, call) => {
        const { dispatch, queryFulfilled } = call;
        const row = await queryFulfilled.then(
          ({ data }) => data,
          (refused: unknown) => presentRow((refused as { error?: unknown }).error),
        );
        if (row === undefined) return;
        const pages = generated.util.selectInvalidatedBy(call.getState(), [{ type: 'ImportRows', id: importId }]);
        for (const { endpointName, originalArgs } of pages) {
          if (endpointName === 'listImportRows') {
            dispatch(generated.util.updateQueryData('listImportRows', originalArgs as OfImport, (page) => withRow(page, row)));
          }
        }
      },
      invalidatesTags: changesRows,
    },
    editImportRows: { invalidatesTags: changesRows },
    deleteImportRow: { invalidatesTags: changesRows },
    deleteImportRows: { ...answersSnapshot, invalidatesTags: changesRows },
    mapImportValues: { invalidatesTags: changesRows },
    mapImportValue: {
      invalidatesTags: (_answer, error, { importId, mapValueRequest }) =>
        error === undefined && mapValueRequest.dryRun !== true ? tagsOfRows(importId) : [],
    },
    undoImportChange: {
      ...answersSnapshot,
      // A refusal, too, can mean that the change shown as the last one is none.
      invalidatesTags: (_answer, _error, { importId }) => tagsOfRows(importId),
    },

    startImportProcessing: {
      ...answersSnapshot,
      // A refusal can mean that other people are missing than were shown.
      invalidatesTags: (_snapshot, error, { importId, startRequest }) =>
        error !== undefined && startRequest.sync ? [{ type: 'ImportRows', id: importId }] : [],
    },
    pauseRunningImport: answersSnapshot,
    resumePausedImport: answersSnapshot,
    cancelImportProcessing: answersSnapshot,
    inviteImportPeople: answersSnapshot,
    // It depends on what people did meanwhile.
    previewUndoOfImport: { keepUnusedDataFor: 0 },
    undoEndedImport: answersSnapshot,
  },
});

export const useGetImportState = importsApi.endpoints.getImport.useQueryState;

export const NEWEST = { page: 1, pageSize: PAGE_SIZE } as const;

export const importsChanged = () => generated.util.invalidateTags([{ type: 'Import', id: 'LIST' }]);

export const rowsChanged = (id: string) =>
  generated.util.invalidateTags([
    { type: 'ImportRows', id },
    { type: 'ImportProblems', id },
  ]);
