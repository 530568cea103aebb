import { Box, TableCell, TableRow } from '@mui/material';
import { memo, type ReactNode } from 'react';

import { formatCount } from '~/lib/format';
import type { Profile } from '~/lib/profiles';

import type { UserRecord } from '../api';
import { type Column, type ColumnName, COLUMNS, isShown } from '../columns/columns';
import { rowId } from '../keyboard/useRowKeys';
import { EditButtons, ProfileSelect, RoleSelect, RowNotes } from '../row/PositionFields';
import { RowActions, type RowActs } from '../row/RowActions';
import { useRowEdit } from '../row/useRowEdit';
import { type OnSelect, SelectBox } from '../selection/SelectBox';
import type { Rights } from '../useRights';
import { contentOf, HiddenField } from './UserName';

interface RowProps {
  readonly user: UserRecord;
  readonly number: number;
  readonly columns: readonly Column[];
  readonly rights: Rights;
  readonly selected: boolean;
  /** Null where nothing may be done with selected people. */
  readonly onSelect: OnSelect | null;
}

/** The number and the actions. */
const ALWAYS_SHOWN = 2;
const focused = { scrollMarginTop: '120px', '&:focus-visible': { boxShadow: 'none', outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 } } as const;
const viewed = {
  bgcolor: 'background.paper',
  '&:hover, &.Mui-selected, &.Mui-selected:hover': { bgcolor: 'surface.soft' },
  ...focused,
} as const;

interface FieldsProps extends Pick<RowProps, 'user' | 'columns'> {
  readonly isSelf: boolean;
  readonly fields: CellsProps['fields'];
}

/** Not rendered again when the row is selected: a hundred rows can be at once. */
const Fields = memo(function Fields({ user, columns, isSelf, fields }: FieldsProps) {
  return columns.map(({ name }) => (
    <TableCell key={name} sx={{ overflowWrap: 'anywhere' }}>
      {fields?.[name] ?? contentOf(name, user, { isSelf })}
    </TableCell>
  ));
});

interface CellsProps extends RowProps {
  /** Columns that show something else than the field. */
  readonly fields?: Partial<Record<ColumnName, ReactNode>>;
  /** The actions. */
  readonly children: ReactNode;
}

function Cells({ user, number, columns, rights, selected, onSelect, fields, children }: CellsProps) {
  return (
    <>
      <TableCell sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {onSelect !== null && (
          <SelectBox
            label={`Select ${user.fullName}`}
            state={selected ? 'all' : 'none'}
            onToggle={(reach) => onSelect(user.id, { reach })}
          />
        )}
        {formatCount(number)}
      </TableCell>
      <Fields user={user} columns={columns} isSelf={rights.isSelf(user)} fields={fields} />
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{children}</TableCell>
    </>
  );
}

export const ViewRow = memo(function ViewRow({ acts, ...row }: RowProps & { readonly acts: RowActs }) {
  const { user, rights, selected } = row;
  return (
    <TableRow id={rowId(user.id)} tabIndex={-1} selected={selected} sx={viewed}>
      <Cells {...row}>
        <Box sx={{ display: 'flex', mx: -1 }}>
          <RowActions user={user} rights={rights} acts={acts} />
        </Box>
      </Cells>
    </TableRow>
  );
});

interface EditRowProps extends RowProps {
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function EditRow({ assignable, onDone, onCancel, ...row }: EditRowProps) {
  const { user, columns } = row;
  const edit = useRowEdit({ user, onDone });
  const fields = {
    role: <RoleSelect user={user} edit={edit} />,
    profile: <ProfileSelect user={user} edit={edit} assignable={assignable} />,
  };
  const hidden = (['role', 'profile'] as const).filter((name) => !isShown(columns, name));
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
          {hidden.map((name) => (
            <HiddenField key={name} label={COLUMNS[name].label}>
              {fields[name]}
            </HiddenField>
          ))}
          <RowNotes edit={edit} />
        </TableCell>
      </TableRow>
    </>
  );
}
