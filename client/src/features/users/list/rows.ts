import type { Profile } from '~/lib/profiles';

import type { UserRecord, UserSort } from '../api';
import type { Column, ColumnName } from '../columns/columns';
import type { OnAct } from '../row/RowActions';
import type { OnSelect } from '../selection/SelectUser';
import type { Selection } from '../selection/useSelection';
import type { Rights } from '../useRights';

/** The rows of a page of the list, as a table or as cards. */
export interface UserRowsProps {
  readonly users: readonly UserRecord[];
  /** The serial number of the first of them. */
  readonly firstNumber: number;
  readonly rights: Rights;
  readonly onAct: OnAct;
  /** The id of the user in editing. */
  readonly editing: string | null;
  readonly onEdited: () => void;
  readonly onCancel: () => void;
  readonly selection: Selection;
  /** Null where nothing may be done with selected people. */
  readonly onSelect: OnSelect | null;
  readonly columns: readonly Column[];
  readonly onResize: (name: ColumnName, width: number | null) => void;
  readonly sort: UserSort;
  readonly onSort: (sort: UserSort) => void;
}

/** One row; what it takes stays the same where another row changes: rows are memoized. */
export interface RowProps extends Pick<UserRowsProps, 'columns' | 'rights' | 'onSelect'> {
  readonly user: UserRecord;
  readonly number: number;
  readonly selected: boolean;
}

export interface ViewRowProps extends RowProps {
  readonly onAct: OnAct;
}

export interface EditRowProps extends RowProps {
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The props of each row: of one to be viewed, or of the one in editing. */
export function rowsOf({ users, firstNumber, columns, rights, onSelect, selection, onAct, editing, onEdited, onCancel }: UserRowsProps) {
  return users.map((user, index) => {
    const row: RowProps = { user, number: firstNumber + index, columns, rights, selected: selection.has(user.id), onSelect };
    const edit: EditRowProps | null = user.id === editing ? { ...row, assignable: rights.assignable, onDone: onEdited, onCancel } : null;
    return { id: user.id, view: { ...row, onAct }, edit };
  });
}

export const focused = {
  scrollMarginTop: '120px',
  '&:focus-visible': { boxShadow: 'none', outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;
