import { Alert, Box, Paper } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';

import type { BulkChoice, BulkDialogProps } from '~/api/bulk';
import { DownloadButton } from '~/ui/DownloadButton';
import { ErrorState } from '~/ui/ErrorState';
import { type FailureProps, lazyChunk } from '~/ui/lazyChunk';
import { useRowsAsCards } from '~/ui/RowList';

import type { UserRecord } from '../api';
import { type ColumnName, DEFAULT_COLUMNS, resized } from '../columns/columns';
import { ColumnsButton } from '../columns/ColumnsButton';
import { UserFilters } from '../filters/UserFilters';
import { countOfUsers } from '../format';
import { KeysDialog, useRowKeys } from '../keyboard/KeysDialog';
import { personLinkId, usePersonInAddress } from '../person/usePersonInAddress';
import { UserDialog } from '../row/UserDialog';
import { actionsFor, EXPORT_FAILED, exportOf, SelectedCount, SelectionActions, SelectionScope, SelectUsersOfPage, useSelection } from '../selection/SelectionBar';
import { useRights } from '../useRights';
import { ViewsMenu } from '../views/ViewsMenu';
import { ListBar, ListFooter } from './ListBar';
import { useBusyRows, useListView, useRowWork, useUserList } from './useUserList';
import { UserRows } from './UserRows';
import { leastWidth } from './UserTable';

function PanelNotLoaded({ onRetry }: FailureProps) {
  return (
    <Box sx={{ p: 2 }}>
      <ErrorState message="The panel could not be loaded." onRetry={onRetry} />
    </Box>
  );
}

const PersonPanel = lazyChunk(() => import('../person/PersonPanel'), (module) => module.PersonPanel, { Failure: PanelNotLoaded });

function PersonSlot() {
  const { openId, close } = usePersonInAddress();
  return <PersonPanel userId={openId} onClose={close} />;
}

function openPerson({ id }: UserRecord): void {
  document.getElementById(personLinkId(id))?.click();
}

export function ManageUsers({ renderBulk }: { readonly renderBulk?: (dialog: BulkDialogProps) => ReactNode }) {
  const { table, views, columns: choice, pageSize, choosePageSize } = useListView();
  const { filters, isFiltered, setSort, clear, setPage, correctPage } = table;
  const { ref: frame, asCards } = useRowsAsCards(leastWidth(DEFAULT_COLUMNS));
  const rights = useRights();
  const { acts, question, editing, setEditing, onAct, isBusy } = useRowWork();
  const pointed = useBusyRows();
  const [bulk, setBulk] = useState<BulkChoice | null>(null);
  const [helping, setHelping] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { shown, isCurrent, hasChanged, error, fetchAnew, accept, refresh } = useUserList(filters, {
    pageSize,
    correctPage,
    busy: pointed.busy || isBusy || bulk !== null,
  });
  const selection = useSelection(filters, shown);
  const onSelect = renderBulk !== undefined && actionsFor(rights).length > 0 ? selection.toggle : null;
  const isSelecting = onSelect !== null && (selection.isAll || selection.count > 0);
  const openHelp = () => setHelping(true);
  useRowKeys({
    users: shown?.data ?? [],
    onOpen: openPerson,
    onEdit: (user) => {
      if (rights.mayEdit(user)) setEditing(user.id);
    },
    onSelect: ({ id }, reach) => onSelect?.(id, reach),
    onHelp: openHelp,
  });

  // Such as that its batch is gone.
  const viewProblem = views.current?.problem ?? null;
  const current = isCurrent ? shown : undefined;
  const failed = error !== undefined;
  const counted = current !== undefined ? countOfUsers(current) : failed ? '' : 'Loading users...';
  const rows =
    shown === undefined || choice.isLoading || views.isLoading
      ? undefined
      : {
          users: shown.data,
          firstNumber: (shown.page - 1) * shown.pageSize + 1,
          rights,
          onAct,
          editing,
          onEdited: () => {
            accept();
            setEditing(null);
          },
          onCancel: () => setEditing(null),
          columns: choice.columns,
          selection,
          onSelect,
          sort: filters.sort,
          onSort: setSort,
          onResize: (name: ColumnName, width: number | null) => choice.change(resized(choice.chosen, name, width)),
        };
  return (
    <Paper ref={frame} variant="outlined" component="section" aria-label="Manage Users" sx={{ overflow: 'clip' }}>
      <PersonSlot />
      <UserFilters table={table} />
      {viewProblem !== null && (
        <Alert severity="warning" sx={{ mx: { xs: 2, sm: 2.5 }, my: 1.5 }}>
          {viewProblem}
        </Alert>
      )}
      <ListBar
        hasChanged={hasChanged}
        onRefresh={refresh}
        selectPage={asCards && onSelect !== null && <SelectUsersOfPage selection={selection} />}
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
              <DownloadButton variant="text" color="inherit" file={exportOf(filters)} failure={EXPORT_FAILED}>
                Export CSV
              </DownloadButton>
            </>
          )
        }
      >
        {isSelecting ? <SelectedCount {...selection} /> : counted}
      </ListBar>
      <Box ref={list} tabIndex={-1} aria-label="Users" role="group" {...pointed.handlers} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
        <UserRows rows={rows} asCards={asCards} isCurrent={isCurrent} isFiltered={isFiltered} onClear={clear} error={error} onRetry={fetchAnew} />
      </Box>
      {shown !== undefined && !failed && shown.total > 0 && (
        <ListFooter shown={shown} page={filters.page} pageSize={pageSize} onPage={setPage} onPageSize={choosePageSize} onHelp={openHelp} />
      )}
      <UserDialog
        question={question}
        acts={acts}
        onDone={accept}
        onClosed={() => {
          // The button that opened the dialog may be gone with its row: focus moves to the list.
          if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
        }}
      />
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
      {bulk !== null &&
        renderBulk?.({
          action: bulk,
          select: selection.select,
          count: selection.count,
          countIsExact: selection.countIsExact,
          onClose: () => setBulk(null),
          onStarted: () => {
            setBulk(null);
            selection.clear();
            accept();
          },
        })}
    </Paper>
  );
}
