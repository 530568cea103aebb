import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import type { BulkChoice, BulkDialogProps } from '~/api/bulk';
import { BULK_TEXTS, labelOfField } from '~/api/fields';
import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { useStable } from '~/lib/useStable';
import { useOwnFields } from '~/realtime/ownFields';
import { ActsMenu } from '~/ui/ActsMenu';
import { SelectBox, selectedOf } from '~/ui/SelectBox';
import { useToasts } from '~/ui/toasts/slice';

import { type FieldRecord, type UserPage, type UserRecord, usersApi } from '../api';
import type { Decision } from '../applicants/DecisionDialog';
import { type Filters, queryOf, selectionOf } from '../filters/useUserFilters';
import type { Rights } from '../useRights';

type Ids = ReadonlySet<string>;

interface State {
  readonly ids: Ids;
  /** The filters all of whose people are selected, as JSON; null where `ids` are. */
  readonly all: string | null;
  /** The row from which a shift-click reaches. */
  readonly anchor: string | null;
}

const NONE: State = { ids: new Set(), all: null, anchor: null };

/** From the anchor to the row; the row alone where the anchor is on another page. */
function rangeOf(users: readonly Pick<UserRecord, 'id'>[], anchor: string | null, id: string): readonly string[] {
  const ids = users.map((user) => user.id);
  const [from, to] = [ids.indexOf(anchor ?? ''), ids.indexOf(id)].sort((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [id] : ids.slice(from, to + 1);
}

function withIds(ids: Ids, changed: readonly string[], isSelected: boolean): Ids {
  const next = new Set(ids);
  for (const id of changed) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** What is on screen of the people that match, and how many these are. */
interface OnScreen extends Pick<UserPage, 'total' | 'totalIsExact'> {
  readonly data: readonly Pick<UserRecord, 'id'>[];
}

/**
 * People selected by id, across pages and filters, or all that match the filters, which ends with another filter. A row
 * that is taken out of all leaves the other rows of its page selected. `page` is the one on screen.
 */
export function useSelection(filters: Filters, page: OnScreen | undefined) {
  const [state, setState] = useState(NONE);
  const matching = JSON.stringify(selectionOf(filters));
  if (state.all !== null && state.all !== matching) setState(NONE);
  const users = page?.data ?? [];
  const isAll = state.all === matching;
  const has = (id: string) => isAll || state.ids.has(id);
  const held = () => (isAll ? new Set(users.map(({ id }) => id)) : state.ids);
  const onPage = users.filter(({ id }) => has(id)).length;

  const toggle = useStable((id: string, { reach = false } = {}) => {
    const changed = reach ? rangeOf(users, state.anchor, id) : [id];
    setState({ ids: withIds(held(), changed, !has(id)), all: null, anchor: id });
  });

  return {
    has,
    isAll,
    count: isAll ? (page?.total ?? 0) : state.ids.size,
    countIsExact: !isAll || page?.totalIsExact === true,
    /** How much of the page on screen is selected. */
    ofPage: selectedOf(onPage, users.length),
    select: (isAll ? { filter: selectionOf(filters) } : { ids: [...state.ids] }) satisfies BulkDialogProps['select'],
    /** Selects the row or takes it out; with `reach` all rows from the last one that was pressed. */
    toggle,
    togglePage: () => {
      setState({ ids: withIds(held(), users.map(({ id }) => id), onPage < users.length), all: null, anchor: null });
    },
    selectAll: () => setState({ ...NONE, all: matching }),
    clear: () => setState(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** Selects a row or takes it out; `reach`: with all rows from the last one that was pressed. */
export type OnSelect = (userId: string, options: { readonly reach: boolean }) => void;

interface SelectUserProps {
  readonly user: Pick<UserRecord, 'id' | 'fullName'>;
  readonly selected: boolean;
  /** Null where nothing may be done with selected people. */
  readonly onSelect: OnSelect | null;
}

const atEdge = { my: -0.5, ml: -1 } as const;

export function SelectUser({ user, selected, onSelect }: SelectUserProps) {
  if (onSelect === null) return null;
  return <SelectBox label={t`Select ${{ fullName: user.fullName }}`} state={selected ? 'all' : 'none'} onToggle={(reach) => onSelect(user.id, { reach })} sx={atEdge} />;
}

export function SelectUsersOfPage({ selection }: { readonly selection: Selection }) {
  return <SelectBox label={t`Select all on this page`} state={selection.ofPage} onToggle={selection.togglePage} sx={atEdge} />;
}

interface Action {
  readonly action: BulkChoice;
  readonly label: MessageDescriptor;
  readonly needs: 'user.view' | 'user.create' | 'user.edit' | 'user.delete';
  /** Has a button of its own where there is room. */
  readonly isFrequent?: boolean;
  /** Begins a group of the menu. */
  readonly begins?: boolean;
}

const ACTIONS: readonly Action[] = [
  { action: 'position', label: msg`Change profile and role`, needs: 'user.edit', isFrequent: true },
  ...BULK_TEXTS.map((action) => ({
    action,
    get label() {
      return msg`Change ${{ label: labelOfField(action).toLowerCase() }}`;
    },
    needs: 'user.edit' as const,
  })),
  { action: 'more', label: msg`Change more details`, needs: 'user.edit' },
  { action: 'add-to-batch', label: msg`Add to batch`, needs: 'user.create', isFrequent: true, begins: true },
  { action: 'remove-from-batch', label: msg`Remove from batch`, needs: 'user.create' },
  { action: 'move-stage', label: msg`Move to stage`, needs: 'user.edit' },
  { action: 'activate', label: msg`Activate`, needs: 'user.edit', begins: true },
  { action: 'deactivate', label: msg`Deactivate`, needs: 'user.edit', isFrequent: true },
  { action: 'invite', label: msg`Invite again`, needs: 'user.edit', begins: true },
  { action: 'sign-out', label: msg`Log out everywhere`, needs: 'user.edit' },
  { action: 'announce', label: msg`Write announcement`, needs: 'user.view', begins: true },
  { action: 'interview', label: msg`Add to interviews`, needs: 'user.view' },
  { action: 'delete', label: msg`Delete`, needs: 'user.delete', begins: true },
];

/** What the signed-in user may start; the server decides for each person whether it applies. `own` are the company's fields. */
export const actionsFor = ({ may }: Rights, own: readonly FieldRecord[] = []): readonly Action[] =>
  ACTIONS.filter(({ action, needs }) => may(needs) && (action !== 'more' || own.some(({ unique }) => !unique)));

const counted = (count: number, isExact: boolean) => `${formatCount(count)}${isExact ? '' : '+'}`;

/** In sight where there is room, else for screen readers. */
const whereRoom = {
  position: { xs: 'absolute', sm: 'static' },
  width: { xs: '1px', sm: 'auto' },
  overflow: 'hidden',
  clipPath: { xs: 'inset(50%)', sm: 'none' },
  whiteSpace: 'nowrap',
} as const;

export function SelectedCount({ isAll, count, countIsExact }: Pick<Selection, 'isAll' | 'count' | 'countIsExact'>) {
  if (!isAll) return t`${{ count: formatCount(count) }} selected`;
  const shown = counted(count, countIsExact);
  return (
    <Trans>
      All {shown}
      <Box component="span" sx={whereRoom}>
        {' '}
        that match are
      </Box>{' '}
      selected
    </Trans>
  );
}

export function SelectionScope({ selection, page }: { readonly selection: Selection; readonly page: UserPage | undefined }) {
  const { isAll, count, selectAll, clear } = selection;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
      {!isAll && page !== undefined && page.total > count && (
        <Button size="small" variant="text" onClick={selectAll} sx={{ px: 1 }}>
          {t`Select all ${{ total: counted(page.total, page.totalIsExact) }} that match`}
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" onClick={clear} sx={{ px: 1 }}>
        {t`Clear`}
      </Button>
    </Box>
  );
}

interface SelectionActionsProps {
  readonly rights: Rights;
  readonly onAct: (action: BulkChoice) => void;
  readonly onDecide: (asked: Decision) => void;
  readonly selection: Selection;
  readonly filters: Filters;
}

/** As many applications as the server decides at once. */
const MOST_DECIDED = 1_000;

/** What is decided about selected applicants; where all that match are selected, they are looked up first. */
function useDecisions({ rights, onDecide, selection: { select, count }, filters }: Omit<SelectionActionsProps, 'onAct'>) {
  const [list, { isFetching }] = usersApi.useLazyListPeopleQuery();
  const toasts = useToasts();
  if (!rights.may('user.edit') || (filters.application === null && filters.role !== 'APPLICANT')) return [];

  const run = async (decision: Decision['decision']) => {
    if ('ids' in select) {
      onDecide({ decision, ids: select.ids });
      return;
    }
    const { data, error } = await list({ page: 1, pageSize: MOST_DECIDED, ...queryOf(filters) });
    if (data === undefined) toasts.error(messageOf(error, t`The applicants could not be loaded.`));
    else onDecide({ decision, ids: data.data.map(({ id }) => id) });
  };
  const tooMany = count > MOST_DECIDED;
  const words = (label: string) => (tooMany ? t`${label} (at most ${{ most: formatCount(MOST_DECIDED) }} at once)` : label);
  return [
    { label: words(t`Accept applicants`), disabled: tooMany || isFetching, run: () => void run('accept') },
    { label: words(t`Decline applicants`), disabled: tooMany || isFetching, run: () => void run('decline') },
  ];
}

export function SelectionActions({ onAct, ...given }: SelectionActionsProps) {
  const actions = actionsFor(given.rights, useOwnFields().edited);
  const decisions = useDecisions(given);
  const isDeciding = decisions.length > 0;
  const frequent = isDeciding ? decisions : actions.filter(({ isFrequent }) => isFrequent).map(({ action, label }) => ({ label: t(label), disabled: false, run: () => onAct(action) }));
  return (
    <>
      {frequent.map(({ label, disabled, run }) => (
        <Button key={label} size="small" variant="text" color="inherit" disabled={disabled} onClick={run} sx={{ display: { xs: 'none', lg: 'inline-flex' } }}>
          {label}
        </Button>
      ))}
      <ActsMenu
        label={t`Actions on the selected people`}
        minWidth={220}
        acts={[
          ...decisions,
          ...actions.map(({ action, label, begins = isDeciding && action === 'position' }) => ({ label: t(label), begins, destructive: action === 'delete', run: () => onAct(action) })),
        ]}
      >
        {(button) => (
          <Button size="small" variant="outlined" {...button} sx={{ mr: 1 }}>
            {t`Actions`}
          </Button>
        )}
      </ActsMenu>
    </>
  );
}
