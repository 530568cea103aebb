import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';

import type { Profile } from '~/lib/profiles';

import type { UserRecord, UserSort } from '../api';
import type { ExtraColumn } from '../useColumns';
import type { Rights } from '../useRights';
import type { RowActs } from './RowActions';
import { EditRow, ViewRow } from './UserRow';

export interface UserRowsProps {
  readonly users: readonly UserRecord[];
  /** The serial number of the first of them. */
  readonly firstNumber: number;
  readonly rights: Rights;
  readonly assignable: readonly Profile[];
  readonly acts: RowActs;
  /** The id of the user in editing. */
  readonly editing: string | null;
  readonly onEdited: () => void;
  readonly onCancel: () => void;
}

interface UserTableProps extends UserRowsProps {
  readonly columns: readonly ExtraColumn[];
  readonly sort: UserSort;
  readonly onSort: (sort: UserSort) => void;
}

/** What the columns take, without name and email. */
const WIDTHS = { number: 52, phone: 130, role: 158, profile: 154, status: 84, invitation: 112, lastSignIn: 172, actions: 158 } as const;
const NAME = { alone: 176, beside: 150 } as const;
const LEAST_EMAIL = 160;

const { number, phone, role, profile, actions } = WIDTHS;

const nameWidth = ({ length }: readonly ExtraColumn[]) => (length === 0 ? NAME.alone : NAME.beside);

/** Where there is less room, rows are cards. */
export const leastWidth = (columns: readonly ExtraColumn[]) =>
  columns.reduce((sum, column) => sum + WIDTHS[column], nameWidth(columns) + LEAST_EMAIL + number + phone + role + profile + actions);

interface SortHeadProps {
  readonly field: 'fullName' | 'email';
  readonly sort: UserSort;
  readonly onSort: (sort: UserSort) => void;
  readonly width?: number;
  readonly children: string;
}

function SortHead({ field, sort, onSort, width, children }: SortHeadProps) {
  const descending = sort === `-${field}`;
  const active = descending || sort === field;
  const direction = descending ? 'desc' : 'asc';
  return (
    <TableCell sortDirection={active ? direction : false} sx={{ width }}>
      <TableSortLabel
        active={active}
        direction={direction}
        onClick={() => {
          onSort(active && !descending ? `-${field}` : field);
        }}
      >
        {children}
      </TableSortLabel>
    </TableCell>
  );
}

const table = {
  tableLayout: 'fixed',
  '& td, & th': { px: 1.25, '&:first-of-type': { pl: 2.5 } },
  '& td': { height: 53, py: 0.5, fontVariantNumeric: 'tabular-nums' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;

export function UserTable({ columns, sort, onSort, ...rows }: UserTableProps) {
  const { users, firstNumber, editing, onEdited, onCancel, rights, assignable, acts } = rows;
  return (
    <TableContainer>
      <Table aria-label="Users" sx={{ ...table, minWidth: leastWidth(columns) }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: number }}>S.No</TableCell>
            <SortHead field="fullName" sort={sort} onSort={onSort} width={nameWidth(columns)}>
              Full Name
            </SortHead>
            <SortHead field="email" sort={sort} onSort={onSort}>
              Email
            </SortHead>
            <TableCell sx={{ width: phone }}>Phone</TableCell>
            <TableCell sx={{ width: role }}>Role</TableCell>
            <TableCell sx={{ width: profile }}>Profile</TableCell>
            {columns.includes('status') && <TableCell sx={{ width: WIDTHS.status }}>Status</TableCell>}
            {columns.includes('invitation') && <TableCell sx={{ width: WIDTHS.invitation }}>Invitation</TableCell>}
            {columns.includes('lastSignIn') && <TableCell sx={{ width: WIDTHS.lastSignIn }}>Last login</TableCell>}
            <TableCell sx={{ width: actions }}>Actions</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user, index) => {
            const cells = { user, number: firstNumber + index, columns, rights };
            return user.id === editing ? (
              <EditRow key={user.id} {...cells} assignable={assignable} onDone={onEdited} onCancel={onCancel} />
            ) : (
              <ViewRow key={user.id} {...cells} acts={acts} />
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
