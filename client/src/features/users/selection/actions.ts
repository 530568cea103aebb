import type { BulkChoice } from '~/api/bulk';

import type { Rights } from '../useRights';

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
  { action: 'work-location', label: 'Change work location', needs: 'user.edit' },
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
