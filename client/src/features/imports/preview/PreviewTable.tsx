import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';

import { TrashIcon } from '~/ui/icons';

import type { ImportRow } from '../api';
import { FileLine } from '../components/FileLine';
import { FieldValue, Problems, problemsOf } from './FieldValue';
import { MaskedPassword } from './MaskedPassword';
import { RowVerdict } from './RowVerdict';

export interface PreviewRowsProps {
  readonly rows: readonly ImportRow[];
  readonly onDelete: (row: ImportRow) => void;
}

/** Deletes an invalid row; its name says which. */
export function DeleteRowButton({ row, onDelete }: { readonly row: ImportRow; readonly onDelete: PreviewRowsProps['onDelete'] }) {
  const label = `Delete row ${row.position}`;
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        onClick={() => {
          onDelete(row);
        }}
      >
        <TrashIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Tooltip>
  );
}

const columns = [
  { name: 'Row', width: 92 },
  { name: 'Full name and email', width: undefined },
  { name: 'Phone', width: 168 },
  { name: 'Date of birth', width: 104 },
  { name: 'Gender', width: 120 },
  { name: 'Work location', width: 108 },
  { name: 'Profile and role', width: 144 },
  { name: 'Password', width: 84 },
] as const;

/** The checked rows, each cell with its errors. */
export function PreviewTable({ rows, onDelete }: PreviewRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Rows of the file" sx={{ minWidth: 1040, tableLayout: 'fixed', '& td': { verticalAlign: 'top', fontSize: '0.8125rem' }, '& td, & th': { pl: 2, pr: 0, '&:first-of-type': { pl: 2.5 } } }}>
        <TableHead>
          <TableRow>
            {columns.map(({ name, width }) => (
              <TableCell key={name} sx={{ width }}>
                {name}
              </TableCell>
            ))}
            <TableCell sx={{ width: 52 }}>
              <span className="visually-hidden">Actions</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.row} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {row.position}
                <br />
                <FileLine row={row} />
                <RowVerdict status={row.status} />
              </TableCell>
              <TableCell>
                <FieldValue row={row} field="fullName" name="Full name" strong />
                <FieldValue row={row} field="email" name="Email" />
                <Problems problems={problemsOf(row, 'row')} />
              </TableCell>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>
                <FieldValue row={row} field="phone" />
              </TableCell>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>
                <FieldValue row={row} field="dateOfBirth" />
              </TableCell>
              <TableCell>
                <FieldValue row={row} field="gender" />
              </TableCell>
              <TableCell>
                <FieldValue row={row} field="workLocation" />
              </TableCell>
              <TableCell>
                <FieldValue row={row} field="profile" name="Profile" />
                <FieldValue row={row} field="role" name="Role" />
              </TableCell>
              <TableCell sx={{ color: 'text.secondary' }}>
                <MaskedPassword />
              </TableCell>
              <TableCell sx={{ py: 0.75 }}>
                {row.status === 'invalid' && <DeleteRowButton row={row} onDelete={onDelete} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
