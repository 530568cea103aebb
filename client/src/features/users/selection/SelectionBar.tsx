import { Box, Button, Divider, Menu, MenuItem } from '@mui/material';

import type { BulkChoice } from '~/api/bulk';
import { BULK_TEXTS, labelOfField } from '~/api/fields';
import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';
import { pageContent } from '~/ui/pageContent';
import { useToasts } from '~/ui/toasts/slice';
import { belowRight, useAnchor } from '~/ui/useAnchor';

import { type Exported, useExportUsersMutation, type UserPage } from '../api';
import { type Filters, queryOf } from '../filters/useUserFilters';
import type { Rights } from '../useRights';
import type { Selection } from './useSelection';

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

/** Saves users as a file. */
export function useExport() {
  const toasts = useToasts();
  const [save, { isLoading }] = useExportUsersMutation();
  const exportUsers = async (exported: Exported) => {
    const { error } = await save(exported);
    if (error !== undefined) toasts.error(messageOf(error, 'The list could not be exported.'));
  };
  return { exportUsers, exporting: isLoading };
}

interface SelectionScopeProps {
  readonly selection: Selection;
  /** The page on screen. */
  readonly page: UserPage | undefined;
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

/** Beside the number of selected people: all that match, and none. */
export function SelectionScope({ selection, page }: SelectionScopeProps) {
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

/** The selected people in the order of the list. */
const exportedOf = ({ select }: Selection, filters: Filters): Exported => ('ids' in select ? { ids: select.ids, sort: filters.sort } : queryOf(filters));

interface SelectionActionsProps {
  readonly rights: Rights;
  readonly onAct: (action: BulkChoice) => void;
  readonly selection: Selection;
  readonly filters: Filters;
}

/** What may be done with the selected people: the frequent ones as buttons where there is room, all in a menu. */
export function SelectionActions({ rights, onAct, selection, filters }: SelectionActionsProps) {
  const { button, popup, close } = useAnchor('menu');
  const { exportUsers, exporting } = useExport();
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
      <ProgressButton size="small" variant="outlined" busy={exporting} busyLabel="Exporting…" {...button} sx={{ mr: 1 }}>
        Actions
      </ProgressButton>
      <Menu container={pageContent} {...popup} {...belowRight} slotProps={{ list: { 'aria-label': 'Actions on the selected users' }, paper: { sx: { minWidth: 220, mt: 0.5 } } }}>
        {actions.flatMap(({ action, label, begins }) => [
          begins === true && <Divider key={`before-${action}`} />,
          <MenuItem
            key={action}
            onClick={() => {
              close();
              onAct(action);
            }}
            {...(action === 'delete' && { sx: { color: 'error.main' } })}
          >
            {label}
          </MenuItem>,
        ])}
        <Divider />
        <MenuItem
          onClick={() => {
            close();
            void exportUsers(exportedOf(selection, filters));
          }}
        >
          Export CSV
        </MenuItem>
      </Menu>
    </>
  );
}
