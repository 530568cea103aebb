import { t } from '@lingui/core/macro';
import { Box, Button, ButtonGroup, Paper } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { BulkChoice, BulkDialogProps } from '~/api/bulk';
import { countRows } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { layout } from '~/theme/tokens';
import { ErrorState } from '~/ui/ErrorState';
import { FilterSelect } from '~/ui/FilterSelect';
import { type FailureProps, lazyChunk } from '~/ui/lazyChunk';
import { Notice } from '~/ui/Notice';
import { Pager } from '~/ui/Pager';
import { useRowsAsCards } from '~/ui/RowList';
import { Note } from '~/ui/Text';

import type { UserPage } from '../api';
import { DecisionDialog } from '../applicants/DecisionDialog';
import { moveButtonId, useBoard } from '../board/useBoard';
import { type ColumnName, DEFAULT_COLUMNS, resized } from '../columns/columns';
import { ColumnsButton } from '../columns/ColumnsButton';
import { SortSelect, UserFilters } from '../filters/UserFilters';
import { PAGE_SIZES, type PageSize } from '../filters/useUserFilters';
import { countOfUsers } from '../format';
import { KeysDialog, useRowKeys } from '../keyboard/KeysDialog';
import { personLinkId, usePersonInAddress } from '../person/usePersonInAddress';
import { UserDialog } from '../row/UserDialog';
import { actionsFor, SelectedCount, SelectionActions, SelectionScope, SelectUsersOfPage, useSelection } from '../selection/SelectionBar';
import { useRights } from '../useRights';
import { ViewsMenu } from '../views/ViewsMenu';
import { ExportMenu } from './ExportMenu';
import { UserRows } from './UserRows';
import { leastWidth } from './UserTable';
import { useBusyRows, useListView, useRowWork, useUserList } from './useUserList';

interface ListBarProps {
  readonly children: ReactNode;
  readonly shownAs: ReactNode;
  readonly selectPage: ReactNode;
  readonly scope: ReactNode;
  readonly asCards: boolean;
  /** Stays in sight: what is selected may be far below. */
  readonly isSelecting: boolean;
  readonly hasChanged: boolean;
  readonly onRefresh: () => void;
  readonly actions: ReactNode;
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 44,
  px: { xs: 2, sm: 2.5 },
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const inSight = { position: 'sticky', top: layout.topBar, zIndex: 2, bgcolor: 'surface.raised' } as const;

/** The number of users, and actions on the whole list. A change made elsewhere is announced here and moves no row. */
function ListBar({ children, shownAs, selectPage, scope, asCards, isSelecting, hasChanged, onRefresh, actions }: ListBarProps) {
  const hasOwnLine = asCards && isSelecting;
  const buttons = <Box sx={{ display: 'flex', ml: 'auto', mr: -1 }}>{actions}</Box>;
  return (
    <Box sx={isSelecting ? { ...bar, ...inSight } : bar}>
      {shownAs}
      {selectPage}
      <Note component="div" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Note>
      {hasOwnLine && buttons}
      {hasOwnLine ? <Box sx={{ width: '100%', ml: -1 }}>{scope}</Box> : scope}
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', typography: 'body2', color: 'text.secondary' }}>
        {hasChanged && (
          <>
            {t`List has changed`}
            <Button size="small" variant="text" onClick={onRefresh} sx={{ px: 1 }}>
              {t`Refresh`}
            </Button>
          </>
        )}
      </Box>
      {!hasOwnLine && buttons}
    </Box>
  );
}

interface ListFooterProps {
  readonly shown: UserPage;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: PageSize) => void;
  readonly onHelp: () => void;
}

const sizes = () => PAGE_SIZES.map((size) => [size, countRows(Number(size))] as const);
const footer = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 2, rowGap: 1, px: { xs: 1, sm: 2 }, py: 1, borderTop: 1, borderColor: 'divider' } as const;

function ListFooter({ shown, page, pageSize, onPage, onPageSize, onHelp }: ListFooterProps) {
  return (
    <Box sx={footer}>
      {/* Not where there is no room for it, which is on a phone: it has no keyboard. */}
      <Button variant="text" color="inherit" size="small" onClick={onHelp} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        {t`Keyboard shortcuts`}
      </Button>
      <Button component={Link} to="/dashboard/users/duplicates" variant="text" color="inherit" size="small" sx={{ mr: 'auto' }}>
        {t`Probable duplicates`}
      </Button>
      {shown.total > Number(PAGE_SIZES[0]) && (
        <Box sx={{ ml: { xs: 1, sm: 0 }, mr: { xs: 'auto', sm: 0 } }}>
          <FilterSelect
            label={t`Rows of a page`}
            value={PAGE_SIZES.find((size) => size === String(pageSize)) ?? ''}
            options={sizes()}
            onChoose={(size) => {
              if (size !== null) onPageSize(size);
            }}
          />
        </Box>
      )}
      <Pager
        label={t`People`}
        page={page}
        pageSize={pageSize}
        total={shown.total}
        exact={shown.totalIsExact}
        full={shown.data.length === pageSize}
        onPage={onPage}
      />
    </Box>
  );
}

function PanelNotLoaded({ onRetry }: FailureProps) {
  return <ErrorState inPanel message={t`The panel could not be loaded.`} onRetry={onRetry} />;
}

/** The same people as a list, or by the stages in which they are. */
function ShownAs({ isBoard }: { readonly isBoard: boolean }) {
  const [params] = useSearchParams();
  const searchOf = (as: 'board' | null) => {
    const next = new URLSearchParams(params);
    next.set('tab', 'manage');
    next.delete('page');
    if (as === null) next.delete('as');
    else next.set('as', as);
    return `?${next.toString()}`;
  };
  return (
    <ButtonGroup size="small" aria-label={t`Shown as`} sx={{ flexShrink: 0 }}>
      {([[null, t`List`], ['board', t`Board`]] as const).map(([as, label]) => {
        const isShown = isBoard === (as === 'board');
        return (
          <Button
            key={label}
            component={Link}
            to={{ search: searchOf(as) }}
            preventScrollReset
            variant="outlined"
            color="inherit"
            {...(isShown && { 'aria-current': 'true' })}
            sx={{ minHeight: { xs: 44, sm: 30 }, px: 1.25, borderColor: 'surface.controlLine', color: 'text.secondary', ...(isShown && { bgcolor: 'surface.sunken', color: 'text.primary', fontWeight: 600 }) }}
          >
            {label}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}

const Board = lazyChunk(() => import('../board/Board'), (module) => module.Board, { Failure: PanelNotLoaded });
const PersonPanel = lazyChunk(() => import('../person/PersonPanel'), (module) => module.PersonPanel, { Failure: PanelNotLoaded });

function PersonSlot({ renderBulk }: ManageUsersProps) {
  const { openId, close } = usePersonInAddress();
  return <PersonPanel userId={openId} renderBulk={renderBulk} onClose={close} />;
}

const openPerson = (userId: string) => document.getElementById(personLinkId(userId))?.click();

interface ManageUsersProps {
  /** The dialog of an action on many people; without it they can only be exported. */
  readonly renderBulk: ((dialog: BulkDialogProps) => ReactNode) | undefined;
}

export function ManageUsers({ renderBulk }: ManageUsersProps) {
  const { table, views, columns: choice, pageSize, choosePageSize } = useListView();
  const { filters, isFiltered, setSort, clear, setPage, correctPage } = table;
  const { ref: frame, asCards } = useRowsAsCards(leastWidth(DEFAULT_COLUMNS));
  const rights = useRights();
  const isBoard = filters.as === 'board';
  const { acts, question, editing, setEditing, deciding, setDeciding, onAct, isBusy } = useRowWork();
  const pointed = useBusyRows();
  const [bulk, setBulk] = useState<Pick<BulkDialogProps, 'action' | 'stageId'> | null>(null);
  const [helping, setHelping] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { shown, isCurrent, hasChanged, error, fetchAnew, accept, refresh } = useUserList(filters, {
    isAsked: !isBoard,
    pageSize,
    correctPage,
    busy: pointed.busy || isBusy || bulk !== null,
  });
  const board = useBoard(filters, isBoard);
  const selection = useSelection(filters, isBoard ? { data: board.cards, total: shown?.total ?? 0, totalIsExact: shown?.totalIsExact === true } : shown);
  const onSelect = renderBulk !== undefined && actionsFor(rights).length > 0 ? selection.toggle : null;
  const isSelecting = onSelect !== null && (selection.isAll || selection.count > 0);
  const openHelp = () => setHelping(true);
  useRowKeys({
    columns: isBoard ? (board.stages?.map(({ first }) => first.map(({ id }) => id)) ?? []) : [shown?.data.map(({ id }) => id) ?? []],
    onOpen: openPerson,
    onEdit: (userId) => {
      const user = isBoard ? undefined : shown?.data.find(({ id }) => id === userId);
      if (user !== undefined && rights.mayEdit(user)) setEditing(userId);
    },
    onMove: (userId) => document.getElementById(moveButtonId(userId))?.click(),
    onSelect: (userId, reach) => onSelect?.(userId, reach),
    onHelp: openHelp,
  });

  // Such as that its batch is gone.
  const viewProblem = views.current?.problem ?? null;
  const current = isCurrent ? shown : undefined;
  const failed = error !== undefined;
  const total = isBoard ? board.total : current;
  const hasFailed = isBoard ? board.error !== undefined : failed;
  const counted = total !== undefined ? countOfUsers(total) : hasFailed ? '' : t`Loading users...`;
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
    <Paper ref={frame} variant="outlined" component="section" aria-label={t`Manage Users`} sx={{ overflow: 'clip' }}>
      <PersonSlot renderBulk={renderBulk} />
      <UserFilters table={table} inOneLine={!asCards} />
      {viewProblem !== null && (
        <Notice severity="warning" role="alert" sx={{ mx: { xs: 2, sm: 2.5 }, my: 1.5 }}>
          {translated(viewProblem)}
        </Notice>
      )}
      <ListBar
        hasChanged={hasChanged && !isBoard}
        onRefresh={refresh}
        shownAs={<ShownAs isBoard={isBoard} />}
        selectPage={asCards && !isBoard && onSelect !== null && <SelectUsersOfPage selection={selection} />}
        scope={isSelecting && <SelectionScope selection={selection} page={isBoard ? undefined : current} />}
        asCards={asCards}
        isSelecting={isSelecting}
        actions={
          isSelecting ? (
            <>
              <ExportMenu filters={filters} columns={choice.columns} select={selection.select} />
              <SelectionActions rights={rights} onAct={(action: BulkChoice) => setBulk({ action })} onDecide={setDeciding} selection={selection} filters={filters} />
            </>
          ) : (
            <>
              {!asCards && !isBoard && <SortSelect table={table} />}
              <ViewsMenu views={views} filters={filters} choice={choice} rights={rights} />
              {!isBoard && <ColumnsButton choice={choice} />}
              {!isBoard && <ExportMenu filters={filters} columns={choice.columns} />}
            </>
          )
        }
      >
        {isSelecting ? <SelectedCount {...selection} /> : counted}
      </ListBar>
      <Box ref={list} tabIndex={-1} aria-label={t`People`} role="group" {...pointed.handlers} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
        {isBoard ? (
          <Board
            board={board}
            mayMove={rights.may('user.edit')}
            selection={selection}
            onSelect={onSelect}
            onMoveSelected={renderBulk && ((stageId) => setBulk({ action: 'move-stage', stageId }))}
          />
        ) : (
          <UserRows rows={rows} asCards={asCards} isCurrent={isCurrent} isFiltered={isFiltered} onClear={clear} error={error} onRetry={fetchAnew} />
        )}
      </Box>
      {!isBoard && shown !== undefined && !failed && shown.total > 0 && (
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
      {deciding !== null && (
        <DecisionDialog
          asked={deciding}
          onDone={() => {
            setDeciding(null);
            selection.clear();
            accept();
          }}
          onClose={() => setDeciding(null)}
        />
      )}
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
      {bulk !== null &&
        renderBulk?.({
          ...bulk,
          stays: isBoard,
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
