import { t } from '@lingui/core/macro';
import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from '@mui/material';
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useRef, useState } from 'react';

import { formatCount } from '~/lib/format';

import type { UserRecord } from '../api';
import { type Column, type ColumnName, flexible, labelOfColumn, NARROWEST, WIDEST, widthOf } from '../columns/columns';
import { rowId } from '../keyboard/KeysDialog';
import { EditButtons, RowNotes, usePositionEdit } from '../row/PositionFields';
import { type OnAct, RowActions } from '../row/UserDialog';
import { type OnSelect, type Selection, SelectUser, SelectUsersOfPage } from '../selection/SelectionBar';
import type { Rights } from '../useRights';
import { contentOf } from './UserName';

export interface UserRowsProps {
  readonly users: readonly UserRecord[];
  /** The serial number of the first of them. */
  readonly firstNumber: number;
  readonly rights: Rights;
  readonly onAct: OnAct;
  readonly editing: string | null;
  readonly onEdited: () => void;
  readonly onCancel: () => void;
  readonly selection: Selection;
  /** Null where nothing may be done with selected people. */
  readonly onSelect: OnSelect | null;
  readonly columns: readonly Column[];
  readonly onResize: (name: ColumnName, width: number | null) => void;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** One row; what it takes stays the same where another row changes: rows are memoized. */
export interface RowProps extends Pick<UserRowsProps, 'columns' | 'rights' | 'onSelect'> {
  readonly user: UserRecord;
  readonly number: number;
  readonly selected: boolean;
}

export function rowsOf({ users, firstNumber, columns, rights, onSelect, selection, onAct, editing, onEdited, onCancel }: UserRowsProps) {
  return users.map((user, index) => {
    const row: RowProps = { user, number: firstNumber + index, columns, rights, selected: selection.has(user.id), onSelect };
    const edit = user.id === editing ? { ...row, assignable: rights.assignable, onDone: onEdited, onCancel } : null;
    return { id: user.id, view: { ...row, onAct }, edit };
  });
}

type Rows = ReturnType<typeof rowsOf>[number];
export type ViewRowProps = Rows['view'];
export type EditRowProps = NonNullable<Rows['edit']>;

export const focused = {
  scrollMarginTop: '24px',
  '&:focus-visible': { boxShadow: 'none', outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

const viewed = {
  bgcolor: 'background.paper',
  '&:hover, &.Mui-selected, &.Mui-selected:hover': { bgcolor: 'surface.soft' },
  ...focused,
} as const;

interface FieldsProps extends Pick<RowProps, 'user' | 'columns'> {
  readonly isSelf: boolean;
  readonly fields?: Partial<Record<ColumnName, ReactNode>> | undefined;
}

const alignOf = ({ own }: Column) => (own?.kind === 'number' ? 'right' : 'left');

/** Not rendered again when the row is selected: a hundred rows can be at once. */
const Fields = memo(function Fields({ user, columns, isSelf, fields }: FieldsProps) {
  return columns.map((column) => (
    <TableCell key={column.name} align={alignOf(column)} sx={{ overflowWrap: 'anywhere' }}>
      {fields?.[column.name] ?? contentOf(column, user, { isSelf })}
    </TableCell>
  ));
});

/** The actions stay in sight where the columns are wider than the page. */
const atTheEdge = { position: 'sticky', right: 0, zIndex: 1, backgroundColor: 'inherit' } as const;

function Cells({ fields, children, ...row }: RowProps & Pick<FieldsProps, 'fields'> & { readonly children: ReactNode }) {
  const { user, number, columns, rights } = row;
  return (
    <>
      <TableCell sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        <SelectUser {...row} />
        {formatCount(number)}
      </TableCell>
      <Fields user={user} columns={columns} isSelf={rights.isSelf(user)} fields={fields} />
      <TableCell sx={{ ...atTheEdge, whiteSpace: 'nowrap' }}>{children}</TableCell>
    </>
  );
}

const ViewRow = memo(function ViewRow({ onAct, ...row }: ViewRowProps) {
  const { user, rights, selected } = row;
  return (
    <TableRow id={rowId(user.id)} tabIndex={-1} selected={selected} sx={viewed}>
      <Cells {...row}>
        <Box sx={{ display: 'flex', gap: 0.5, mx: -1 }}>
          <RowActions user={user} rights={rights} onAct={onAct} />
        </Box>
      </Cells>
    </TableRow>
  );
});

/** The number and the actions. */
const ALWAYS_SHOWN = 2;

function EditRow({ assignable, onDone, onCancel, ...row }: EditRowProps) {
  const { user, columns } = row;
  const { edit, fields, hidden } = usePositionEdit({ user, columns, assignable, onDone });
  const noted = edit.change !== null || edit.problem !== null || hidden.length > 0;
  return (
    <>
      <TableRow
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
        sx={{ bgcolor: 'surface.soft', ...(noted && { '& td': { borderBottom: 0 } }) }}
      >
        <Cells {...row} fields={fields}>
          <EditButtons edit={edit} onCancel={onCancel} />
        </Cells>
      </TableRow>
      <TableRow sx={{ bgcolor: 'surface.soft', ...(!noted && { display: 'none' }) }}>
        <TableCell colSpan={ALWAYS_SHOWN + columns.length} sx={{ height: 'auto !important', pr: 2.5, pb: '12px !important' }}>
          {hidden}
          <RowNotes edit={edit} />
        </TableCell>
      </TableRow>
    </>
  );
}

interface ResizeHandleProps {
  readonly label: string;
  readonly width: number;
  /** While it is dragged, and at its end; null for the column's own width. */
  readonly onResize: (width: number | null, isFinal: boolean) => void;
}

const STEP = 16;
const handle = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  right: -12,
  zIndex: 1,
  width: 24,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': { content: '""', position: 'absolute', insetBlock: 8, left: 11, width: 2, bgcolor: 'transparent' },
  'th:hover > &::after, &:hover::after': { bgcolor: 'surface.controlLine' },
  '&:focus-visible': { boxShadow: 'none' },
  '&:focus-visible::after': { bgcolor: 'primary.main', insetBlock: 4, width: 4, left: 10 },
} as const;

const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** Drags the right edge of a column; by keyboard the arrows move it, and Home gives it back its own width. */
function ResizeHandle({ label, width, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const drag = (event: PointerEvent, isFinal: boolean) => {
    if (start.current === null) return;
    onResize(within(start.current.width + event.clientX - start.current.x), isFinal);
    if (isFinal) start.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined && event.key !== 'Home') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(step === undefined ? null : within(width + step), true);
  };
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        start.current = { x: event.clientX, width: head?.offsetWidth ?? width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => drag(event, false)}
      onPointerUp={(event) => drag(event, true)}
      onPointerCancel={(event) => drag(event, true)}
      onDoubleClick={() => onResize(null, true)}
      sx={handle}
    />
  );
}

const NUMBER = 92;
const ACTIONS = 152;

/** What the columns take at least. */
export const leastWidth = (columns: readonly Column[]) => columns.reduce((sum, column) => sum + widthOf(column, columns), NUMBER + ACTIONS);

/** The head of a column; it may order the list, and its edge sizes the column. */
function Head({ column, columns, onResize, sort, onSort }: Pick<UserRowsProps, 'columns' | 'onResize' | 'sort' | 'onSort'> & { readonly column: Column }) {
  const { name, own } = column;
  const label = labelOfColumn(column);
  const isSortable = name === 'fullName' || name === 'email' || name === 'createdAt' || (own?.keyed === true && own.ready);
  const [dragged, setDragged] = useState<number | null>(null);
  // The order of creation has no head by default: it is that of the list.
  const direction = sort === name ? 'asc' : sort === `-${name}` ? 'desc' : null;
  const width = dragged ?? widthOf(column, columns);
  const isFlexible = dragged === null && flexible(columns) === name;
  return (
    // Named, because the handle at its edge is no part of its name.
    <TableCell aria-label={label} align={alignOf(column)} sortDirection={direction ?? false} sx={{ position: 'relative', ...(!isFlexible && { width }) }}>
      {isSortable ? (
        <TableSortLabel active={direction !== null} direction={direction ?? 'asc'} onClick={() => onSort(direction === 'asc' ? `-${name}` : name)}>
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
      <ResizeHandle
        label={label}
        width={width}
        onResize={(next, isFinal) => {
          setDragged(isFinal ? null : next);
          if (isFinal) onResize(name, next);
        }}
      />
    </TableCell>
  );
}

const table = {
  tableLayout: 'fixed',
  '& td, & th': { px: 1.25, '&:first-of-type': { pl: 2.5 } },
  '& td': { height: 53, py: 0.5, fontVariantNumeric: 'tabular-nums' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;

export function UserTable(list: UserRowsProps) {
  const { columns, onResize, sort, onSort, selection, onSelect } = list;
  return (
    <TableContainer>
      <Table aria-label={t`People`} sx={{ ...table, minWidth: leastWidth(columns) }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: NUMBER, whiteSpace: 'nowrap' }}>
              {onSelect !== null && <SelectUsersOfPage selection={selection} />}
              {t`S.No`}
            </TableCell>
            {columns.map((column) => (
              <Head key={column.name} column={column} columns={columns} onResize={onResize} sort={sort} onSort={onSort} />
            ))}
            <TableCell sx={{ ...atTheEdge, bgcolor: 'surface.soft', ...(flexible(columns) !== null && { width: ACTIONS }) }}>{t`Actions`}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>{rowsOf(list).map(({ id, view, edit }) => (edit === null ? <ViewRow key={id} {...view} /> : <EditRow key={id} {...edit} />))}</TableBody>
      </Table>
    </TableContainer>
  );
}
