import { SelectBox } from '~/ui/SelectBox';

import type { UserRecord } from '../api';
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
