import { Box, Typography } from '@mui/material';
import { memo, type ReactNode } from 'react';

import { formatCount } from '~/lib/format';

import { type ColumnName, COLUMNS } from '../columns/columns';
import { rowId } from '../keyboard/useRowKeys';
import { EditButtons, RowNotes, usePositionEdit } from '../row/PositionFields';
import { RowActions } from '../row/RowActions';
import { SelectUser } from '../selection/SelectUser';
import { type EditRowProps, focused, type RowProps, rowsOf, type UserRowsProps, type ViewRowProps } from './rows';
import { contentOf, UserName } from './UserName';

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
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

interface CardFrameProps extends RowProps {
  /** Lines that show something else than the field. */
  readonly fields?: Partial<Record<ColumnName, ReactNode>>;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

function CardFrame({ fields, aside, children, ...row }: CardFrameProps) {
  const { user, number, columns, rights } = row;
  const isSelf = rights.isSelf(user);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, minHeight: 34 }}>
        <Typography component="h2" variant="body2" sx={{ pt: 0.75, display: 'flex', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
          <SelectUser {...row} />
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

const ViewCard = memo(function ViewCard({ onAct, ...row }: ViewRowProps) {
  return <CardFrame {...row} aside={<RowActions user={row.user} rights={row.rights} onAct={onAct} />} />;
});

function EditCard({ assignable, onDone, onCancel, ...row }: EditRowProps) {
  const { user, columns } = row;
  const { edit, fields, hidden } = usePositionEdit({ user, columns, assignable, onDone });
  return (
    <CardFrame {...row} fields={fields}>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}>
        {hidden.length > 0 && <div>{hidden}</div>}
        <RowNotes edit={edit} />
        <EditButtons edit={edit} onCancel={onCancel} />
      </Box>
    </CardFrame>
  );
}

const card = { px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' }, ...focused } as const;

/** The same rows where there is no room for columns. */
export function UserCards(list: UserRowsProps) {
  return (
    <Box component="ul" aria-label="Users" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rowsOf(list).map(({ id, view, edit }) => (
        <Box component="li" key={id} id={rowId(id)} tabIndex={-1} sx={{ ...card, ...(view.selected && { bgcolor: 'surface.soft' }) }}>
          {edit === null ? <ViewCard {...view} /> : <EditCard {...edit} />}
        </Box>
      ))}
    </Box>
  );
}
