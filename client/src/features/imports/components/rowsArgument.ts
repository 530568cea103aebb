import { type ImportMode, type ListImportRowsApiArg, PAGE_SIZE, type ProblemField, type RowFilter } from '../api';

interface ShownRows {
  readonly importId: string;
  readonly filter: RowFilter | null;
  /** Only rows that are refused for this reason. */
  readonly cause: { readonly field: ProblemField; readonly message: string } | null;
  /** The mode whose reasons these are. */
  readonly mode?: ImportMode | undefined;
  readonly page: number;
}

/** One page of rows, as the server is asked for it. */
export function rowsArgument({ importId, filter, cause, mode, page }: ShownRows): ListImportRowsApiArg {
  return {
    importId,
    status: filter,
    page,
    pageSize: PAGE_SIZE,
    ...(cause !== null && { field: cause.field, problem: cause.message, ...(mode !== undefined && { mode }) }),
  };
}
