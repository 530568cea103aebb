import { Box, Typography } from '@mui/material';
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
import { contentOf, HiddenField, UserName } from './UserName';
import type { UserRowsProps } from './UserTable';

interface CardProps {
  readonly user: UserRecord;
  readonly number: number;
  readonly columns: readonly Column[];
  readonly rights: Rights;
  readonly selected: boolean;
  readonly onSelect: OnSelect | null;
}

interface LineProps {
  readonly term: string;
  readonly children: ReactNode;
}

function Line({ term, children }: LineProps) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {term}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </>
  );
}

const LINE = '80px minmax(0, 1fr)';
const focused = { scrollMarginTop: '120px', '&:focus-visible': { boxShadow: 'none', outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 } } as const;

interface CardFrameProps extends CardProps {
  /** Lines that show something else than the field. */
  readonly fields?: Partial<Record<ColumnName, ReactNode>>;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

function CardFrame({ user, number, columns, rights, selected, onSelect, fields, aside, children }: CardFrameProps) {
  const isSelf = rights.isSelf(user);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, minHeight: 34 }}>
        <Typography component="h2" variant="body2" sx={{ pt: 0.75, display: 'flex', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
          {onSelect !== null && (
            <SelectBox
              label={`Select ${user.fullName}`}
              state={selected ? 'all' : 'none'}
              onToggle={(reach) => onSelect(user.id, { reach })}
            />
          )}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {formatCount(number)}
          </Box>
          <UserName user={user} isSelf={isSelf} asLink />
        </Typography>
        <Box sx={{ flexShrink: 0, mr: -1 }}>{aside}</Box>
      </Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: LINE, sm: `${LINE} ${LINE}` }, alignItems: 'center', columnGap: 1.5, rowGap: 0.5, m: 0, mt: 0.5 }}>
        {columns
          .filter(({ name }) => name !== 'fullName')
          .map(({ name }) => (
            <Line key={name} term={COLUMNS[name].label}>
              {fields?.[name] ?? contentOf(name, user, { isSelf })}
            </Line>
          ))}
      </Box>
      {children}
    </>
  );
}

const ViewCard = memo(function ViewCard({ acts, ...card }: CardProps & { readonly acts: RowActs }) {
  const { user, rights } = card;
  return (
    <CardFrame {...card} aside={<RowActions user={user} rights={rights} acts={acts} />}>
      {null}
    </CardFrame>
  );
});

interface EditCardProps extends CardProps {
  readonly assignable: readonly Profile[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function EditCard({ assignable, onDone, onCancel, ...card }: EditCardProps) {
  const { user } = card;
  const edit = useRowEdit({ user, onDone });
  const fields = {
    role: <RoleSelect user={user} edit={edit} />,
    profile: <ProfileSelect user={user} edit={edit} assignable={assignable} />,
  };
  const hidden = (['role', 'profile'] as const).filter((name) => !isShown(card.columns, name));
  return (
    <CardFrame {...card} fields={fields} aside={null}>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
        {hidden.length > 0 && (
          <div>
            {hidden.map((name) => (
              <HiddenField key={name} label={COLUMNS[name].label}>
                {fields[name]}
              </HiddenField>
            ))}
          </div>
        )}
        <RowNotes edit={edit} />
        <EditButtons edit={edit} onCancel={onCancel} />
      </Box>
    </CardFrame>
  );
}

interface UserCardsProps extends UserRowsProps {
  readonly columns: readonly Column[];
}

/** The same rows where there is no room for columns. */
export function UserCards({ users, firstNumber, editing, onEdited, onCancel, rights, assignable, acts, columns, selection, onSelect }: UserCardsProps) {
  return (
    <Box component="ul" aria-label="Users" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {users.map((user, index) => {
        const card = { user, number: firstNumber + index, columns, rights, selected: selection.has(user.id), onSelect };
        return (
          <Box component="li" key={user.id} id={rowId(user.id)} tabIndex={-1} sx={{ px: 2, py: 1.5, ...(card.selected && { bgcolor: 'surface.soft' }), '& + &': { borderTop: 1, borderColor: 'divider' }, ...focused }}>
            {user.id === editing ? (
              <EditCard {...card} assignable={assignable} onDone={onEdited} onCancel={onCancel} />
            ) : (
              <ViewCard {...card} acts={acts} />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
