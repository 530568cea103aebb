import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { usePolledQuery } from '~/realtime/extra';
import { PagedList } from '~/ui/PagedList';

import { type ImportMode, type ImportRow, type ListImportRowsApiArg, PAGE_SIZE, type ProblemField, type RowFilter, useListImportRowsQuery } from '../api';

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

interface PagedRowsProps {
  readonly importId: string;
  readonly filter: RowFilter | null;
  /** Only rows that are refused for this reason. */
  readonly cause?: { readonly field: ProblemField; readonly message: string } | null;
  /** The mode whose reasons these are. */
  readonly mode?: ImportMode;
  /** Whether the created are being invited. */
  readonly inviting?: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Called when the page lies beyond the last. */
  readonly onCorrectPage: (page: number) => void;
  /** The height of one row's skeleton. */
  readonly rowHeight: number;
  /** Adds rows that are shown though they are not of the page. */
  readonly arrange?: (rows: readonly ImportRow[]) => readonly ImportRow[];
  readonly empty: ReactNode;
  readonly children: (rows: readonly ImportRow[]) => ReactNode;
}

const INVITATIONS_EVERY = 3_000;

/** One page of an import's rows with its loading, empty, failed and full state. Rows stay until the next page has loaded. */
export function PagedRows(props: PagedRowsProps) {
  const { importId, filter, cause = null, mode, inviting = false, page, onPage, onCorrectPage, rowHeight, arrange, empty, children } = props;
  const argument = rowsArgument({ importId, filter, cause, mode, page });
  // Invitations are sent row by row: poll while one on screen is pending.
  const isPending = ({ invitation }: ImportRow) => invitation === 'queued' || (inviting && invitation === 'none');
  const answer = usePolledQuery(useListImportRowsQuery, argument, {
    intervalOf: ({ currentData }) => (currentData?.data.some(isPending) === true ? INVITATIONS_EVERY : 0),
  });

  const { data } = answer;
  const arranged = data && { ...data, data: arrange?.(data.data) ?? data.data };
  return (
    <PagedList
      answer={{ ...answer, data: arranged }}
      failure={answer.error === undefined ? null : messageOf(answer.error, 'The rows could not be loaded.')}
      onRetry={() => void answer.refetch()}
      label="Rows"
      page={page}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      onCorrectPage={onCorrectPage}
      rowHeight={rowHeight}
      empty={empty}
    >
      {children}
    </PagedList>
  );
}
