import { Box, Button } from '@mui/material';

import type { BulkChoice } from '~/api/bulk';
import { type SavedFile, useSaveFileMutation } from '~/api/download';
import { BULK_TEXTS, labelOfField } from '~/api/fields';
import { formatCount } from '~/lib/format';
import { ActsMenu } from '~/ui/ActsMenu';
import { ProgressButton } from '~/ui/ProgressButton';
import { SelectBox } from '~/ui/SelectBox';
import { useAct } from '~/ui/toasts/useAct';

import { type UserPage, type UserRecord, USERS_PATH } from '../api';
import { type Filters, queryOf } from '../filters/useUserFilters';
import type { Rights } from '../useRights';
import type { Selection } from './useSelection';

/** Selects a row or takes it out; `reach`: with all rows from the last one that was pressed. */
export type OnSelect = (userId: string, options: { readonly reach: boolean }) => void;

interface SelectUserProps {
  readonly user: UserRecord;
  readonly selected: boolean;
  /** Null where nothing may be done with selected people. */
  readonly onSelect: OnSelect | null;
}

const atEdge = { my: -0.5, ml: -1 } as const;

export function SelectUser({ user, selected, onSelect }: SelectUserProps) {
  if (onSelect === null) return null;
  return <SelectBox label={`Select ${user.fullName}`} state={selected ? 'all' : 'none'} onToggle={(reach) => onSelect(user.id, { reach })} sx={atEdge} />;
}

export function SelectUsersOfPage({ selection }: { readonly selection: Selection }) {
  return <SelectBox label="Select all on this page" state={selection.ofPage} onToggle={selection.togglePage} sx={atEdge} />;
}

interface Action {
  readonly action: BulkChoice;
  readonly label: string;
  readonly needs: 'user.create' | 'user.edit' | 'user.delete';
  /** Has a button of its own where there is room. */
  readonly isFrequent?: boolean;
  /** Begins a group of the menu. */
  readonly begins?: boolean;
}

const ACTIONS: readonly Action[] = [
  { action: 'position', label: 'Change profile and role', needs: 'user.edit', isFrequent: true },
  ...BULK_TEXTS.map((action) => ({ action, label: `Change ${labelOfField(action).toLowerCase()}`, needs: 'user.edit' }) as const),
  { action: 'add-to-batch', label: 'Add to batch', needs: 'user.create', isFrequent: true, begins: true },
  { action: 'remove-from-batch', label: 'Remove from batch', needs: 'user.create' },
  { action: 'activate', label: 'Activate', needs: 'user.edit', begins: true },
  { action: 'deactivate', label: 'Deactivate', needs: 'user.edit', isFrequent: true },
  { action: 'invite', label: 'Invite again', needs: 'user.edit', begins: true },
  { action: 'sign-out', label: 'Log out everywhere', needs: 'user.edit' },
  { action: 'delete', label: 'Delete', needs: 'user.delete', begins: true },
];

/** What the signed-in user may start; the server decides for each person whether it applies. */
export const actionsFor = ({ may }: Rights): readonly Action[] => ACTIONS.filter(({ needs }) => may(needs));

export const EXPORT_FAILED = 'The list could not be exported.';

/** Users as a file: all who match, or the selected ones in the order of the list. */
export function exportOf(filters: Filters, select?: Selection['select']): SavedFile {
  const chosen = select !== undefined && 'ids' in select ? { body: { ids: select.ids, sort: filters.sort } } : { params: queryOf(filters) };
  return { url: `${USERS_PATH}/export.csv`, name: 'users.csv', ...chosen };
}

const plus = (isExact: boolean) => (isExact ? '' : '+');

/** In sight where there is room, else for screen readers. */
const whereRoom = {
  position: { xs: 'absolute', sm: 'static' },
  width: { xs: '1px', sm: 'auto' },
  overflow: 'hidden',
  clipPath: { xs: 'inset(50%)', sm: 'none' },
  whiteSpace: 'nowrap',
} as const;

export function SelectedCount({ isAll, count, countIsExact }: Pick<Selection, 'isAll' | 'count' | 'countIsExact'>) {
  if (!isAll) return `${formatCount(count)} selected`;
  return (
    <>
      All {formatCount(count)}
      {plus(countIsExact)}
      <Box component="span" sx={whereRoom}>
        {' that match are'}
      </Box>
      {' selected'}
    </>
  );
}

/** Beside the number of selected people: all that match, and none. `page` is the one on screen. */
export function SelectionScope({ selection, page }: { readonly selection: Selection; readonly page: UserPage | undefined }) {
  const { isAll, count, selectAll, clear } = selection;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
      {!isAll && page !== undefined && page.total > count && (
        <Button size="small" variant="text" onClick={selectAll} sx={{ px: 1 }}>
          Select all {formatCount(page.total)}
          {plus(page.totalIsExact)} that match
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" onClick={clear} sx={{ px: 1 }}>
        Clear
      </Button>
    </Box>
  );
}

interface SelectionActionsProps {
  readonly rights: Rights;
  readonly onAct: (action: BulkChoice) => void;
  readonly selection: Selection;
  readonly filters: Filters;
}

/** What may be done with the selected people: the frequent ones as buttons where there is room, all in a menu. */
export function SelectionActions({ rights, onAct, selection, filters }: SelectionActionsProps) {
  const { act: save, busy: exporting } = useAct(useSaveFileMutation(), EXPORT_FAILED);
  const actions = actionsFor(rights);
  return (
    <>
      {actions
        .filter(({ isFrequent }) => isFrequent)
        .map(({ action, label }) => (
          <Button
            key={action}
            size="small"
            variant="text"
            color="inherit"
            onClick={() => onAct(action)}
            sx={{ display: { xs: 'none', lg: 'inline-flex' } }}
          >
            {label}
          </Button>
        ))}
      <ActsMenu
        label="Actions on the selected users"
        minWidth={220}
        acts={[
          ...actions.map(({ action, label, begins = false }) => ({ label, begins, destructive: action === 'delete', run: () => onAct(action) })),
          { label: 'Export CSV', begins: true, run: () => void save(exportOf(filters, selection.select)) },
        ]}
      >
        {(button) => (
          <ProgressButton size="small" variant="outlined" busy={exporting} busyLabel="Exporting…" {...button} sx={{ mr: 1 }}>
            Actions
          </ProgressButton>
        )}
      </ActsMenu>
    </>
  );
}
