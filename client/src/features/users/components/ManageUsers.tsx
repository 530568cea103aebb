import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { lastPage, Pager } from '~/ui/Pager';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import { PAGE_SIZE, type UserPage, type UserRecord } from '../api';
import { countOfUsers } from '../format';
import { useDraftedRow } from '../rowDraft';
import { useBusyRows } from '../useBusyRows';
import { useColumns } from '../useColumns';
import { useRights } from '../useRights';
import { useUserActs } from '../useUserActs';
import { useUserFilters } from '../useUserFilters';
import { useUserList } from '../useUserList';
import { ColumnsMenu } from './ColumnsMenu';
import { ExportButton } from './ExportButton';
import { ListBar } from './ListBar';
import { NoUsers } from './NoUsers';
import { editButtonId, type RowActs } from './RowActions';
import { DeactivateUserDialog, DeleteUserDialog, SignOutUserDialog } from './UserDialogs';
import { UserCards } from './UserCards';
import { UserFilters } from './UserFilters';
import { UsersSkeleton } from './UsersSkeleton';
import { leastWidth, UserTable } from './UserTable';

interface Asked {
  readonly what: 'delete' | 'deactivate' | 'signOut';
  readonly user: UserRecord;
}

/** The row in editing. Afterwards focus returns to its Edit button. */
function useEditing() {
  const { drafted, drop } = useDraftedRow();
  const [editing, setEdited] = useState(drafted);
  const setEditing = (id: string | null) => {
    drop();
    setEdited(id);
  };
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (editing === null && last.current !== null) document.getElementById(editButtonId(last.current))?.focus();
    last.current = editing;
  }, [editing]);
  return { editing, setEditing };
}

/** Replaces a page beyond the last by the last. */
function usePageWithinList(page: UserPage | undefined, correct: (page: number) => void): void {
  const last = page?.totalIsExact === true ? lastPage(page.total, PAGE_SIZE) : null;
  const beyond = page !== undefined && last !== null && page.page > last ? last : null;
  useEffect(() => {
    if (beyond !== null) correct(beyond);
  });
}

function Waiting({ busy, children }: { readonly busy: boolean; readonly children: ReactNode }) {
  return (
    <Box aria-busy={busy} sx={{ opacity: busy ? 0.5 : 1, transition: 'opacity 120ms' }}>
      {children}
    </Box>
  );
}

/** The company's users: search, order, edit in place. */
export function ManageUsers() {
  const table = useUserFilters();
  const { filters, isFiltered, setSort, clear, setPage, correctPage } = table;
  const { columns, toggle } = useColumns({ always: filters.invitation === null ? null : 'invitation' });
  const { ref: frame, asCards } = useRowsAsCards(leastWidth(columns));
  const rights = useRights();
  const acts = useUserActs();
  const rows = useBusyRows();
  const { editing, setEditing } = useEditing();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [asking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { shown, isCurrent, hasChanged, error, fetchAnew, accept, refresh } = useUserList(filters, {
    busy: rows.busy || editing !== null || asking,
  });
  usePageWithinList(isCurrent ? shown : undefined, correctPage);

  const ask = (what: Asked['what']) => (user: UserRecord) => {
    setAsked({ what, user });
    setAsking(true);
  };
  const rowActs: RowActs = {
    onEdit: ({ id }) => {
      setEditing(id);
    },
    onDelete: ask('delete'),
    onDeactivate: ask('deactivate'),
    onReactivate: (user) => void acts.reactivate(user),
    onInvite: (user) => void acts.invite(user),
    onSignOut: ask('signOut'),
  };
  const dialog = {
    user: asked?.user ?? null,
    onClose: () => {
      setAsking(false);
    },
    // The button that opened the dialog may be gone with its row: focus moves to the list.
    onClosed: () => {
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
    },
  };
  const confirm = async (act: (user: UserRecord) => Promise<boolean>) => {
    if (asked === null) return;
    if (await act(asked.user)) accept();
    setAsking(false);
  };

  const shownRows = shown && {
    users: shown.data,
    firstNumber: (shown.page - 1) * PAGE_SIZE + 1,
    rights,
    assignable: rights.assignable,
    acts: rowActs,
    editing,
    onEdited: () => {
      accept();
      setEditing(null);
    },
    onCancel: () => {
      setEditing(null);
    },
    columns,
  };
  const failed = error !== undefined;
  return (
    <Paper ref={frame} variant="outlined" component="section" aria-label="Manage Users" sx={{ overflow: 'hidden' }}>
      <UserFilters table={table} />
      <ListBar
        hasChanged={hasChanged}
        onRefresh={refresh}
        actions={
          <>
            <ColumnsMenu columns={columns} onToggle={toggle} />
            <ExportButton filters={filters} />
          </>
        }
      >
        {shown !== undefined && isCurrent ? countOfUsers(shown) : failed ? '' : 'Loading users...'}
      </ListBar>
      {failed && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={['Failed to fetch users', messageOf(error, '')].filter((part) => part !== '').join('. ')} onRetry={fetchAnew} />
        </Box>
      )}
      {shownRows === undefined && !failed && <UsersSkeleton asCards={asCards} />}
      {shownRows !== undefined && !failed && (
        <Box ref={list} tabIndex={-1} aria-label="Users" role="group" {...rows.handlers} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <Waiting busy={!isCurrent}>
            {shownRows.users.length === 0 && isCurrent && <NoUsers isFiltered={isFiltered} onClear={clear} />}
            {shownRows.users.length > 0 && asCards && <UserCards {...shownRows} />}
            {shownRows.users.length > 0 && !asCards && (
              <UserTable
                {...shownRows}
                sort={filters.sort}
                onSort={setSort}
              />
            )}
          </Waiting>
        </Box>
      )}
      {shown !== undefined && !failed && shown.total > 0 && (
        <Box sx={{ px: { xs: 1, sm: 2 }, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager
            label="Users"
            page={filters.page}
            pageSize={PAGE_SIZE}
            total={shown.total}
            exact={shown.totalIsExact}
            full={shown.data.length === PAGE_SIZE}
            onPage={setPage}
          />
        </Box>
      )}
      <DeleteUserDialog {...dialog} open={asking && asked?.what === 'delete'} busy={acts.deleting} onConfirm={() => void confirm(acts.remove)} />
      <DeactivateUserDialog
        {...dialog}
        open={asking && asked?.what === 'deactivate'}
        busy={acts.changing}
        onConfirm={() => void confirm(acts.deactivate)}
      />
      <SignOutUserDialog
        {...dialog}
        open={asking && asked?.what === 'signOut'}
        busy={acts.signingOut}
        onConfirm={() => void confirm(acts.signOut)}
      />
    </Paper>
  );
}
