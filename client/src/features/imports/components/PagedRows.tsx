import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { usePolledQuery } from '~/realtime/extra';
import { PagedList } from '~/ui/RowList';

import { type ImportRow, importsApi, type ListImportRowsApiArg, PAGE_SIZE } from '../api';

interface PagedRowsProps {
  readonly rows: Omit<ListImportRowsApiArg, 'page' | 'pageSize'>;
  readonly inviting?: boolean;
  /** Shows none yet: what stands above them is not known. */
  readonly waits?: boolean;
  readonly list: Parameters<typeof PagedList>[0]['list'];
  readonly rowHeight?: number;
  /** Adds rows that are shown though they are not of the page. */
  readonly arrange?: (rows: readonly ImportRow[]) => readonly ImportRow[];
  readonly empty: ReactNode;
  readonly children: (rows: readonly ImportRow[]) => ReactNode;
}

const INVITATIONS_EVERY = 3_000;

export function PagedRows({ rows, inviting = false, waits = false, list, rowHeight = 46, arrange, empty, children }: PagedRowsProps) {
  // Invitations are sent row by row: poll while one on screen is pending.
  const isPending = ({ invitation }: ImportRow) => invitation === 'queued' || (inviting && invitation === 'none');
  const answer = usePolledQuery(importsApi.useListImportRowsQuery, { ...rows, page: list.view.page, pageSize: PAGE_SIZE }, {
    intervalOf: ({ currentData }) => (currentData?.data.some(isPending) === true ? INVITATIONS_EVERY : 0),
  });
  const { data } = answer;
  const arranged = data && !waits ? { ...data, data: arrange?.(data.data) ?? data.data } : undefined;
  return (
    <PagedList answer={{ ...answer, data: arranged }} failure={t`The rows could not be loaded.`} label={t`Rows`} pageSize={PAGE_SIZE} list={list} rowHeight={rowHeight} empty={empty}>
      {children}
    </PagedList>
  );
}
