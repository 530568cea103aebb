import { Box, Button, Link, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import type { BatchRecord } from '~/api/batches';
import { readableDay } from '~/forms/dates';
import { BATCH_TERMS, batchCounts, batchLinks } from '~/lib/batchLinks';
import { CountLink, CountRow } from '~/ui/CountLink';
import { useRowsAsCards } from '~/ui/rowsAsCards';

/** "06 Feb 2026 – 31 Mar 2026", and what of it is known. */
export function daysOf({ startsOn, endsOn }: Pick<BatchRecord, 'startsOn' | 'endsOn'>): string {
  if (startsOn === null && endsOn === null) return '';
  if (endsOn === null) return `from ${readableDay(startsOn ?? '')}`;
  return startsOn === null ? `until ${readableDay(endsOn)}` : `${readableDay(startsOn)} – ${readableDay(endsOn)}`;
}

const COLUMNS_WIDTH = 900;

interface BatchListProps {
  readonly batches: readonly BatchRecord[];
  readonly busy: boolean;
  readonly onEdit: (batch: BatchRecord) => void;
  /** Archives an open one, restores an archived one. */
  readonly onMove: (batch: BatchRecord) => void;
}

type BatchProps = Omit<BatchListProps, 'batches'> & { readonly batch: BatchRecord };

function Name({ batch: { id, name, code } }: Pick<BatchProps, 'batch'>) {
  return (
    <>
      <Link component={RouterLink} to={batchLinks(id).people} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {name}
      </Link>
      {code !== null && (
        <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {code}
        </Typography>
      )}
    </>
  );
}

function Buttons({ batch, busy, onEdit, onMove }: BatchProps) {
  const { name, archivedAt } = batch;
  const move = archivedAt === null ? 'Archive' : 'Restore';
  return (
    <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end' }}>
      {archivedAt === null && (
        <Button size="small" variant="text" aria-label={`Change ${name}`} onClick={() => onEdit(batch)}>
          Change
        </Button>
      )}
      <Button
        size="small"
        variant="text"
        color="inherit"
        disabled={busy}
        aria-label={`${move} ${name}`}
        onClick={() => onMove(batch)}
      >
        {move}
      </Button>
    </Box>
  );
}

function BatchTable({ batches, ...acts }: BatchListProps) {
  return (
    <TableContainer>
      <Table aria-label="Batches" sx={{ minWidth: COLUMNS_WIDTH, '& td': { fontVariantNumeric: 'tabular-nums' }, '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 1.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>Batch</TableCell>
            <TableCell>Location</TableCell>
            <TableCell>Days</TableCell>
            {BATCH_TERMS.map((term) => (
              <TableCell key={term} align="right" sx={{ width: 90 }}>
                {term}
              </TableCell>
            ))}
            <TableCell sx={{ width: 170 }}>
              <span className="visually-hidden">Actions</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {batches.map((batch) => (
            <TableRow key={batch.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell>
                <Name batch={batch} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{batch.location ?? '—'}</TableCell>
              <TableCell>{daysOf(batch) || '—'}</TableCell>
              {batchCounts(batch).map(({ term, ...link }) => (
                <TableCell key={term} align="right">
                  <CountLink {...link} />
                </TableCell>
              ))}
              <TableCell>
                <Buttons batch={batch} {...acts} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function BatchCards({ batches, ...acts }: BatchListProps) {
  return (
    <Box component="ul" aria-label="Batches" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {batches.map((batch) => (
        <Box component="li" key={batch.id} sx={{ px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', columnGap: 1.5 }}>
            <Typography variant="body2" component="div" sx={{ minWidth: 0, flex: '1 1 140px' }}>
              <Name batch={batch} />
            </Typography>
            <Buttons batch={batch} {...acts} />
          </Box>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', '&:empty': { display: 'none' } }}>
            {[batch.location ?? '', daysOf(batch)].filter((part) => part !== '').join(' · ')}
          </Typography>
          <CountRow counts={batchCounts(batch)} />
        </Box>
      ))}
    </Box>
  );
}

/** The batches of one page: cards where the columns do not fit. */
export function BatchList(props: BatchListProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <BatchCards {...props} /> : <BatchTable {...props} />}</div>;
}
