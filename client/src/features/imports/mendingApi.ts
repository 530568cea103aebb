import { type ImportRow, type LastChange, serverApi } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';

import { applyAnswer, tagsOfRows } from './api';

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
