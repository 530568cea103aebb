import type { BulkChoice } from '~/api/bulk';
import type { Profile } from '~/lib/profiles';
import type { Role } from '~/lib/roles';

import type { BulkRequest } from '../api';

/** What is chosen in the dialog; each action reads its own. */
export interface Values {
  readonly profile: Profile | '';
  readonly role: Role | '';
  readonly workLocation: string;
  readonly batchId: string | null;
}

export const NOTHING: Values = { profile: '', role: '', workLocation: '', batchId: null };

/** The request without its selection; null while a value is missing. */
export function orderOf(choice: BulkChoice, { profile, role, workLocation, batchId }: Values): Omit<BulkRequest, 'select'> | null {
  switch (choice) {
    case 'position':
      return profile === '' || role === '' ? null : { action: 'set', set: { profile, role } };
    case 'work-location':
      return workLocation.trim() === '' ? null : { action: 'set', set: { workLocation: workLocation.trim() } };
    case 'add-to-batch':
    case 'remove-from-batch':
      return batchId === null ? null : { action: choice, batchId };
    default:
      return { action: choice };
  }
}
