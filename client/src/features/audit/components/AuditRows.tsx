import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';

import { activityLabel, actorOf, sayActivity } from '~/lib/activity';
import { changesOf } from '~/lib/changes';
import { formatMoment } from '~/lib/format';
import { ChangeList } from '~/ui/ChangeList';
import { Email } from '~/ui/Email';

import type { AuditRecord } from '../api';

interface AuditRowsProps {
  readonly entries: readonly AuditRecord[];
}

/** Widths of the columns; "Before and after" takes the rest. */
const WIDTHS = { when: 172, who: 150, action: 150, target: 190, from: 130 } as const;
const LEAST_CHANGES = 200;
/** In less room rows are cards. */
export const LEAST_WIDTH = Object.values(WIDTHS).reduce((sum, width) => sum + width, LEAST_CHANGES);

const inTable = {
  tableLayout: 'fixed',
  minWidth: LEAST_WIDTH,
  '& td': { verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& th:first-of-type, & td:first-of-type': { pl: 2.5 },
  '& th:last-of-type, & td:last-of-type': { pr: 2.5 },
} as const;

export function AuditTable({ entries }: AuditRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Activity" sx={inTable}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: WIDTHS.when }}>When</TableCell>
            <TableCell sx={{ width: WIDTHS.who }}>Who</TableCell>
            <TableCell sx={{ width: WIDTHS.action }}>Action</TableCell>
            <TableCell sx={{ width: WIDTHS.target }}>Target</TableCell>
            <TableCell>Before and after</TableCell>
            <TableCell sx={{ width: WIDTHS.from }}>From</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', color: 'text.secondary' }}>
                <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
              </TableCell>
              <TableCell sx={{ fontWeight: 500 }}>{actorOf(entry) ?? '—'}</TableCell>
              <TableCell>{activityLabel(entry.action)}</TableCell>
              <TableCell>
                <Email>{entry.subjectLabel ?? '—'}</Email>
              </TableCell>
              <TableCell>
                <ChangeList changes={changesOf(entry)} />
              </TableCell>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>{entry.address ?? '—'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

export function AuditCards({ entries }: AuditRowsProps) {
  return (
    <Box component="ul" aria-label="Activity" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map((entry) => (
        <Box component="li" key={entry.id} sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {sayActivity(entry)}
          </Typography>
          <ChangeList changes={changesOf(entry)} />
          <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
            {entry.address !== null && ` · ${entry.address}`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
