import { t } from '@lingui/core/macro';
import { Box, Skeleton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { type ReactNode, useLayoutEffect, useState } from 'react';

import { messageOf } from '~/api/problem';

import { ErrorState } from './ErrorState';
import { AlertIcon, CheckCircleIcon, CheckIcon, InfoIcon, UndoIcon } from './icons';
import { lastPage, Pager, usePageWithin } from './Pager';
import { Caption, TextLink } from './Text';
import { useIsMobile } from './useIsMobile';

/** Whether rows are cards: on a phone, and where the element that takes `ref` is narrower than the columns need. */
export function useRowsAsCards(columnsWidth: number) {
  const isMobile = useIsMobile();
  const [element, ref] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      // 0: not laid out.
      setWidth(element.clientWidth || Infinity);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, asCards: isMobile || width < columnsWidth };
}

export interface Column<Row> {
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly width?: number;
  readonly isNumber?: boolean;
  readonly sx?: object;
}

interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly columns: readonly Column<Row>[];
  /** In less room than this rows are cards. */
  readonly minWidth: number;
  /** Cells that may be long wrap within the widths of their columns. */
  readonly wraps?: boolean;
  readonly card: (row: Row) => ReactNode;
}

const edges = { '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 2.5 } } as const;

function RowTable<Row>({ label, rows, keyOf, columns, minWidth, wraps = false }: RowListProps<Row>) {
  const layout = wraps ? ({ tableLayout: 'fixed', '& td': { verticalAlign: 'top', overflowWrap: 'break-word' } } as const) : {};
  return (
    <TableContainer>
      <Table aria-label={label} sx={{ minWidth, fontVariantNumeric: 'tabular-nums', ...edges, ...layout }}>
        <TableHead>
          <TableRow>
            {columns.map(({ head, width, isNumber = false }, index) => (
              <TableCell key={index} align={isNumber ? 'right' : 'left'} sx={{ width }}>
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              {columns.map(({ cell, isNumber = false, sx }, index) => (
                <TableCell key={index} align={isNumber ? 'right' : 'left'} sx={sx}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function RowCards<Row>({ label, rows, keyOf, card }: RowListProps<Row>) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box component="li" key={keyOf(row)} sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          {card(row)}
        </Box>
      ))}
    </Box>
  );
}

export function RowList<Row>(props: RowListProps<Row>) {
  const { ref, asCards } = useRowsAsCards(props.minWidth);
  return <div ref={ref}>{asCards ? <RowCards {...props} /> : <RowTable {...props} />}</div>;
}

interface RowCardProps {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  /** Empty ones are left out. */
  readonly lines: readonly ReactNode[];
}

export function RowCard({ title, aside, lines }: RowCardProps) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', columnGap: 1.5, fontSize: '0.875rem' }}>
        <Typography variant="body2" component="div" sx={{ minWidth: 0, flex: '1 1 140px', fontWeight: 500, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {lines.map((line, index) =>
        line === null || line === '' ? null : (
          <Caption key={index} component="div" sx={{ overflowWrap: 'break-word', fontVariantNumeric: 'tabular-nums' }}>
            {line}
          </Caption>
        ),
      )}
    </>
  );
}

const tones = {
  success: { color: 'success.main', Icon: CheckCircleIcon },
  same: { color: 'text.secondary', Icon: CheckIcon },
  undone: { color: 'text.secondary', Icon: UndoIcon },
  none: { color: 'text.secondary', Icon: InfoIcon },
  warning: { color: 'warning.main', Icon: InfoIcon },
  error: { color: 'error.main', Icon: AlertIcon },
} as const;

export type OutcomeTone = keyof typeof tones;

export function Outcome({ tone, children }: { readonly tone: OutcomeTone; readonly children: string }) {
  const { color, Icon } = tones[tone];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, flexShrink: 0, whiteSpace: 'nowrap', fontWeight: 500, color }}>
      <Icon sx={{ fontSize: 16 }} />
      {children}
    </Box>
  );
}

/** The name of a row's person; a link to Manage Users where an account has the email. */
export function PersonLink({ name, id }: { readonly name: string; readonly id: string | null }) {
  const shown = name === '' ? t`Unknown` : name;
  return id === null ? shown : <TextLink to={`/dashboard/users/people/${encodeURIComponent(id)}`}>{shown}</TextLink>;
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  /** False where `total` is only the least. */
  readonly totalIsExact?: boolean;
}

interface PagedListProps<Row> {
  /** The answer of a query: `data` is the last page that was loaded, `currentData` the one that is asked for. */
  readonly answer: {
    readonly data?: Page<Row> | undefined;
    readonly currentData?: Page<Row> | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Said where the server says nothing, such as "The rows could not be loaded.". */
  readonly failure: string;
  readonly label: string;
  readonly pageSize: number;
  readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void };
  /** The height of one row's skeleton, and how many there are. */
  readonly rowHeight?: number;
  readonly skeletons?: number;
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

function RowsSkeleton({ label, rows, rowHeight }: { readonly label: string; readonly rows: number; readonly rowHeight: number }) {
  return (
    <Box role="status" aria-label={t`Loading ${{ thing: label.toLowerCase() }}`} sx={{ px: 2, minHeight: rowHeight * rows }}>
      {Array.from({ length: rows }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 3, height: rowHeight }}>
          <Skeleton width={32} />
          <Skeleton sx={{ flex: 2 }} />
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        </Box>
      ))}
    </Box>
  );
}

/** One page of a list with its loading, empty, failed and full state. Rows stay until the next page has loaded. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { answer, failure, label, pageSize, list, rowHeight = 46, skeletons = pageSize, empty, children } = props;
  const { data, currentData, error, isFetching, refetch } = answer;
  const { page } = list.view;
  usePageWithin(currentData, page, pageSize, list.correctPage);

  if (error !== undefined && currentData === undefined) return <ErrorState inPanel message={messageOf(error, failure)} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton label={label} rows={skeletons} rowHeight={rowHeight} />;
  const waiting = isFetching && currentData === undefined;
  const { total, totalIsExact = true } = data;
  return (
    <>
      <Box aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
        {data.data.length === 0 && !waiting ? empty : children(data.data)}
      </Box>
      {total > 0 && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager
            label={label}
            page={totalIsExact ? Math.min(page, lastPage(total, pageSize)) : page}
            pageSize={pageSize}
            total={total}
            exact={totalIsExact}
            full={data.data.length === pageSize}
            onPage={list.setPage}
          />
        </Box>
      )}
    </>
  );
}
