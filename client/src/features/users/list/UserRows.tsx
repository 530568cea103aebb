import { t } from '@lingui/core/macro';
import { Box, Skeleton, Typography } from '@mui/material';
import { memo, type ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { SearchIcon, UsersIcon } from '~/ui/icons';
import { Note } from '~/ui/Text';

import { type ColumnName, labelOfColumn } from '../columns/columns';
import { rowId } from '../keyboard/KeysDialog';
import { EditButtons, RowNotes, usePositionEdit } from '../row/PositionFields';
import { RowActions } from '../row/UserDialog';
import { SelectUser } from '../selection/SelectionBar';
import { type EditRowProps, focused, type RowProps, rowsOf, type UserRowsProps, UserTable, type ViewRowProps } from './UserTable';
import { contentOf, UserName } from './UserName';

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <Note component="dt">{term}</Note>
      <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </>
  );
}

const LINE = '80px minmax(0, 1fr)';

interface CardFrameProps extends RowProps {
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
          .map((column) => (
            <Line key={column.name} term={labelOfColumn(column)}>
              {fields?.[column.name] ?? contentOf(column, user, { isSelf })}
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

function UserCards(list: UserRowsProps) {
  return (
    <Box component="ul" aria-label={t`People`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rowsOf(list).map(({ id, view, edit }) => (
        <Box component="li" key={id} id={rowId(id)} tabIndex={-1} sx={{ ...card, ...(view.selected && { bgcolor: 'surface.soft' }) }}>
          {edit === null ? <ViewCard {...view} /> : <EditCard {...edit} />}
        </Box>
      ))}
    </Box>
  );
}

function NoUsers({ isFiltered, onClear }: Pick<PageOfUsersProps, 'isFiltered' | 'onClear'>) {
  return (
    <EmptyState
      title={t`No Users Found`}
      icon={isFiltered ? <SearchIcon fontSize="small" /> : <UsersIcon fontSize="small" />}
      way={isFiltered ? { label: t`Clear Filters`, to: onClear } : { label: t`Add Users`, to: '/dashboard/users', variant: 'contained' }}
    >
      {isFiltered ? t`No users match your search criteria.` : t`No users found. Start by adding some users.`}
    </EmptyState>
  );
}

const ROWS = 10;
const ROW = 53;
const CARD = 156;

function RowShape() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, height: ROW, px: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Skeleton width={20} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton sx={{ flex: 2 }} />
      <Skeleton width={110} />
      <Skeleton width={80} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={100} sx={{ display: { xs: 'none', md: 'block' } }} />
      <Skeleton width={84} sx={{ ml: 'auto' }} />
    </Box>
  );
}

function CardShape() {
  return (
    <Box sx={{ height: CARD, px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Skeleton width="55%" height={28} sx={{ mb: 1 }} />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} width="80%" height={22} />
      ))}
    </Box>
  );
}

function UsersSkeleton({ asCards }: { readonly asCards: boolean }) {
  const Shape = asCards ? CardShape : RowShape;
  return (
    <Box aria-hidden>
      {!asCards && <Box sx={{ height: 38, bgcolor: 'surface.soft' }} />}
      {Array.from({ length: ROWS }, (_, index) => (
        <Shape key={index} />
      ))}
    </Box>
  );
}

interface PageOfUsersProps {
  /** Undefined until the first page has come. */
  readonly rows: UserRowsProps | undefined;
  readonly asCards: boolean;
  /** They answer the current filters. */
  readonly isCurrent: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The rows as a table or as cards, or what is shown in their place: that they load, have failed, or that there are none. */
export function UserRows({ rows, asCards, isCurrent, isFiltered, onClear, error, onRetry }: PageOfUsersProps) {
  if (error !== undefined) {
    return <ErrorState inPanel message={[t`Failed to fetch users`, messageOf(error, '')].filter((part) => part !== '').join('. ')} onRetry={onRetry} />;
  }
  if (rows === undefined) return <UsersSkeleton asCards={asCards} />;
  const isEmpty = rows.users.length === 0;
  return (
    <Box aria-busy={!isCurrent} sx={{ opacity: isCurrent ? 1 : 0.5, transition: 'opacity 120ms' }}>
      {isEmpty && isCurrent && <NoUsers isFiltered={isFiltered} onClear={onClear} />}
      {!isEmpty && (asCards ? <UserCards {...rows} /> : <UserTable {...rows} />)}
    </Box>
  );
}
