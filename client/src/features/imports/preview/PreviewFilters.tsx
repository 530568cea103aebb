import type { CountFiltersProps } from '~/ui/FilterPills';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, WarningIcon } from '~/ui/icons';

import type { ImportMode, ImportSnapshot } from '../api';
import { CountFilters } from '../components/CountFilters';
import { accountRows, countsOf } from '../modes';

export const FILTERS = ['valid', 'warning', 'invalid', 'new', 'changed', 'unchanged', 'refused'] as const;
export type PreviewFilter = (typeof FILTERS)[number];
type Options = CountFiltersProps<PreviewFilter>['options'];

const icon = { fontSize: 16 } as const;

/** The counts of the preview: by the check, or in a mode that updates by what becomes of the row. */
function optionsOf(snapshot: ImportSnapshot, mode: ImportMode): Options {
  const { validRows, warningRows, invalidRows } = snapshot;
  const all = { filter: null, label: 'All rows', count: validRows + invalidRows };
  const warnings = { filter: 'warning', label: 'With warnings', count: warningRows, icon: <WarningIcon sx={icon} /> } as const;
  if (mode === 'create') {
    return [
      all,
      { filter: 'valid', label: 'Valid', count: validRows, icon: <CheckCircleIcon sx={icon} /> },
      warnings,
      { filter: 'invalid', label: 'Invalid', count: invalidRows, icon: <AlertIcon sx={icon} /> },
    ];
  }
  const { changed, unchanged, refused } = countsOf(snapshot, mode);
  return [
    all,
    { filter: 'new', label: mode === 'update' ? 'New, left out' : 'New', count: validRows, icon: <AddUserIcon sx={icon} /> },
    { filter: 'changed', label: 'Changed', count: changed, icon: <EditIcon sx={icon} /> },
    { filter: 'unchanged', label: 'Unchanged', count: unchanged, icon: <CheckIcon sx={icon} /> },
    ...(warningRows > 0 ? [warnings] : []),
    { filter: 'refused', label: 'Refused', count: refused, icon: <AlertIcon sx={icon} /> },
  ];
}

/** The filter of the address, unless this mode has none of that name. */
export function shownFilter(snapshot: ImportSnapshot, mode: ImportMode, filter: PreviewFilter | null): PreviewFilter | null {
  return optionsOf(snapshot, mode).some((option) => option.filter === filter) ? filter : null;
}

/** The mode of the address, where there are accounts to update; else the one that was chosen with the columns. */
export function shownMode(snapshot: ImportSnapshot, mode: ImportMode | null): ImportMode {
  return mode === null || accountRows(snapshot) === 0 ? snapshot.mode : mode;
}

interface PreviewFiltersProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  /** undefined while another filter is chosen. */
  readonly chosen: PreviewFilter | null | undefined;
  readonly onChoose: (filter: PreviewFilter | null) => void;
}

export function PreviewFilters({ snapshot, mode, chosen, onChoose }: PreviewFiltersProps) {
  return <CountFilters label="Which rows are shown" chosen={chosen} onChoose={onChoose} options={optionsOf(snapshot, mode)} />;
}
