import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { BulkChoice, BulkDialogProps } from '~/api/bulk';
import { messageOf } from '~/api/problem';
import { useStable } from '~/lib/useStable';
import { ErrorState } from '~/ui/ErrorState';
import { lastPage } from '~/ui/Pager';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import type { UserPage, UserRecord } from '../api';
import { DEFAULT_COLUMNS, resized } from '../columns/columns';
import { ColumnsButton } from '../columns/ColumnsButton';
import { useColumns } from '../columns/useColumns';
import { countOfUsers } from '../format';
import { KeysDialog } from '../keyboard/KeysDialog';
import { useRowKeys } from '../keyboard/useRowKeys';
import { personLinkId } from '../person/usePersonInAddress';
import { PersonSlot } from '../person/PersonSlot';
import { actionsFor } from '../selection/actions';
import { SELECT_PAGE, SelectBox } from '../selection/SelectBox';
import { SelectedCount, SelectionActions, SelectionScope } from '../selection/SelectionBar';
import { useSelection } from '../selection/useSelection';
import { useBusyRows } from './useBusyRows';
import { useEditing } from '../row/useEditing';
import { usePageSize } from './usePageSize';
import { useQuestion } from '../row/useQuestion';
import { useRights } from '../useRights';
import { useStableActs } from '../row/useStableActs';
import { useUserActs } from '../row/useUserActs';
import { useUserFilters } from '../filters/useUserFilters';
import { useUserList } from './useUserList';
import { useViews } from '../views/useViews';
import { ViewProblem } from '../views/ViewProblem';
import { ViewsMenu } from '../views/ViewsMenu';
import { ExportButton } from './ExportButton';
import { ListBar } from './ListBar';
import { ListFooter } from './ListFooter';
import { NoUsers } from './NoUsers';
import { UserCards } from './UserCards';
import { UserDialogs } from '../row/UserDialogs';
import { UserFilters } from '../filters/UserFilters';
import { UsersSkeleton } from './UsersSkeleton';
import { leastWidth, UserTable } from './UserTable';

/** Replaces a page beyond the last by the last. */
function usePageWithinList(page: UserPage | undefined, correct: (page: number) => void): void {
  const last = page?.totalIsExact === true ? lastPage(page.total, page.pageSize) : null;
  const beyond = page !== undefined && last !== null && page.page > last ? last : null;
  useEffect(() => {
    if (beyond !== null) correct(beyond);
  });
}

/** Presses the link of the row that opens the person. */
function openPerson({ id }: UserRecord): void {
  document.getElementById(personLinkId(id))?.click();
}

function Waiting({ busy, children }: { readonly busy: boolean; readonly children: ReactNode }) {
  return (
    <Box aria-busy={busy} sx={{ opacity: busy ? 0.5 : 1, transition: 'opacity 120ms' }}>
      {children}
    </Box>
  );
}

interface ManageUsersProps {
  readonly renderBulk?: (dialog: BulkDialogProps) => ReactNode;
}

/** The company's users: search, order, edit in place, select many. */
export function ManageUsers({ renderBulk }: ManageUsersProps) {
  const table = useUserFilters();
  const { filters, isFiltered, setSort, clear, setPage, correctPage } = table;
  const views = useViews(filters);
  const choice = useColumns({ view: views.current, always: filters.invitation === null ? null : 'invitation' });
  const { columns } = choice;
  const { pageSize, choosePageSize } = usePageSize(table);
  const { ref: frame, asCards } = useRowsAsCards(leastWidth(DEFAULT_COLUMNS));
  const rights = useRights();
  const acts = useUserActs();
  const rows = useBusyRows();
  const question = useQuestion();
  const { editing, setEditing } = useEditing();
  const [bulk, setBulk] = useState<BulkChoice | null>(null);
  const [helping, setHelping] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { shown, isCurrent, hasChanged, error, fetchAnew, accept, refresh } = useUserList(filters, {
    pageSize,
    busy: rows.busy || editing !== null || question.asking || bulk !== null,
  });
  usePageWithinList(isCurrent ? shown : undefined, correctPage);
  const current = isCurrent ? shown : undefined;
  const selection = useSelection({ filters, page: shown });
  const select = useStable(selection.toggle);
  const onSelect = renderBulk !== undefined && actionsFor(rights).length > 0 ? select : null;
  const isSelecting = onSelect !== null && (selection.isAll || selection.count > 0);

  const rowActs = useStableActs({
    onEdit: ({ id }) => {
      setEditing(id);
    },
    onDelete: question.ask('delete'),
    onDeactivate: question.ask('deactivate'),
    onReactivate: (user) => void acts.reactivate(user),
    onInvite: (user) => void acts.invite(user),
    onSignOut: question.ask('signOut'),
  });
  useRowKeys({
    users: shown?.data ?? [],
    onOpen: openPerson,
    onEdit: (user) => {
      if (rights.mayEdit(user)) setEditing(user.id);
    },
    onSelect: ({ id }, reach) => onSelect?.(id, reach),
    onHelp: () => {
      setHelping(true);
    },
  });
  const shownRows = shown && !choice.isLoading && !views.isLoading && {
    users: shown.data,
    firstNumber: (shown.page - 1) * shown.pageSize + 1,
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
    selection,
    onSelect,
  };
  const failed = error !== undefined;
  const counted = current !== undefined ? countOfUsers(current) : failed ? '' : 'Loading users...';
  return (
    <Paper ref={frame} variant="outlined" component="section" aria-label="Manage Users" sx={{ overflow: 'clip' }}>
      <PersonSlot />
      <UserFilters table={table} />
      <ViewProblem view={views.current} />
      <ListBar
        hasChanged={hasChanged}
        onRefresh={refresh}
        selectPage={asCards && onSelect !== null && <SelectBox label={SELECT_PAGE} state={selection.ofPage} onToggle={selection.togglePage} />}
        scope={isSelecting && <SelectionScope selection={selection} page={current} />}
        asCards={asCards}
        isSelecting={isSelecting}
        actions={
          isSelecting ? (
            <SelectionActions rights={rights} onAct={setBulk} selection={selection} filters={filters} />
          ) : (
            <>
              <ViewsMenu views={views} filters={filters} choice={choice} rights={rights} />
              <ColumnsButton choice={choice} />
              <ExportButton filters={filters} />
            </>
          )
        }
      >
        {isSelecting ? <SelectedCount {...selection} /> : counted}
      </ListBar>
      {failed && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={['Failed to fetch users', messageOf(error, '')].filter((part) => part !== '').join('. ')} onRetry={fetchAnew} />
        </Box>
      )}
      {!shownRows && !failed && <UsersSkeleton asCards={asCards} />}
      {shownRows && !failed && (
        <Box ref={list} tabIndex={-1} aria-label="Users" role="group" {...rows.handlers} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <Waiting busy={!isCurrent}>
            {shownRows.users.length === 0 && isCurrent && <NoUsers isFiltered={isFiltered} onClear={clear} />}
            {shownRows.users.length > 0 && asCards && <UserCards {...shownRows} />}
            {shownRows.users.length > 0 && !asCards && (
              <UserTable
                {...shownRows}
                sort={filters.sort}
                onSort={setSort}
                onResize={(name, width) => {
                  choice.change(resized(choice.chosen, name, width));
                }}
              />
            )}
          </Waiting>
        </Box>
      )}
      {shown !== undefined && !failed && shown.total > 0 && (
        <ListFooter
          shown={shown}
          page={filters.page}
          pageSize={pageSize}
          onPage={setPage}
          onPageSize={choosePageSize}
          onHelp={() => {
            setHelping(true);
          }}
        />
      )}
      <UserDialogs
        question={question}
        acts={acts}
        onDone={accept}
        onClosed={() => {
          // The button that opened the dialog may be gone with its row: focus moves to the list.
          if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
        }}
      />
      {helping && (
        <KeysDialog
          onClose={() => {
            setHelping(false);
          }}
        />
      )}
      {bulk !== null &&
        renderBulk?.({
          action: bulk,
          select: selection.select,
          count: selection.count,
          countIsExact: selection.countIsExact,
          onClose: () => {
            setBulk(null);
          },
          onStarted: () => {
            setBulk(null);
            selection.clear();
            accept();
          },
        })}
    </Paper>
  );
}
