import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { formatCount, formatMoment } from '~/lib/format';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import type { ImportSummary } from '../api';
import { createdOf } from '../modes';
import { StateChip } from './StateChip';

const COLUMNS_WIDTH = 760;

interface HistoryRowsProps {
  readonly imports: readonly ImportSummary[];
}

function FileLink({ summary }: { readonly summary: ImportSummary }) {
  return (
    <Link component={RouterLink} to={`/dashboard/users/imports/${summary.id}`} sx={{ overflowWrap: 'anywhere' }}>
      {summary.fileName}
    </Link>
  );
}

function HistoryTable({ imports }: HistoryRowsProps) {
  const updates = imports.some(({ mode }) => mode !== 'create');
  return (
    <TableContainer>
      <Table aria-label="Imports" sx={{ minWidth: COLUMNS_WIDTH, '& td': { fontVariantNumeric: 'tabular-nums' }, '& th:first-of-type, & td:first-of-type': { pl: 2.5 }, '& th:last-of-type, & td:last-of-type': { pr: 2.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>File</TableCell>
            <TableCell sx={{ width: 150 }}>State</TableCell>
            <TableCell>Uploaded by</TableCell>
            <TableCell>When</TableCell>
            <TableCell align="right">Rows</TableCell>
            <TableCell align="right">Created</TableCell>
            {updates && <TableCell align="right">Updated</TableCell>}
            <TableCell align="right">Failed</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {imports.map((summary) => (
            <TableRow key={summary.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell>
                <FileLink summary={summary} />
              </TableCell>
              <TableCell>
                <StateChip summary={summary} />
              </TableCell>
              <TableCell>{summary.uploadedBy?.fullName ?? 'Unknown'}</TableCell>
              <TableCell>{formatMoment(summary.createdAt)}</TableCell>
              <TableCell align="right">{formatCount(summary.totalRows)}</TableCell>
              <TableCell align="right">{formatCount(createdOf(summary))}</TableCell>
              {updates && <TableCell align="right">{formatCount(summary.changed)}</TableCell>}
              <TableCell align="right">{formatCount(summary.errorCount)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function HistoryCards({ imports }: HistoryRowsProps) {
  return (
    <Box component="ul" aria-label="Imports" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {imports.map((summary) => (
        <Box component="li" key={summary.id} sx={{ px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5, mb: 0.5 }}>
            <Typography variant="body2">
              <FileLink summary={summary} />
            </Typography>
            <StateChip summary={summary} />
          </Box>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {formatMoment(summary.createdAt)} · {summary.uploadedBy?.fullName ?? 'Unknown'}
          </Typography>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(summary.totalRows)} rows · {formatCount(createdOf(summary))} created ·{' '}
            {summary.changed > 0 && `${formatCount(summary.changed)} updated · `}
            {summary.undone > 0 && `${formatCount(summary.undone)} undone · `}
            {formatCount(summary.errorCount)} failed
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The imports of one page: cards where the columns, of which the counts are the last, do not fit. */
export function HistoryRows(props: HistoryRowsProps) {
  const { ref, asCards } = useRowsAsCards(COLUMNS_WIDTH);
  return <div ref={ref}>{asCards ? <HistoryCards {...props} /> : <HistoryTable {...props} />}</div>;
}
