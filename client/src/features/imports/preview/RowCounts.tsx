import { AlertIcon, CheckCircleIcon, WarningIcon } from '~/ui/icons';

import type { ImportSnapshot } from '../api';
import { CountFilters } from '../components/CountFilters';

export const FILTERS = ['valid', 'warning', 'invalid'] as const;
type Filter = (typeof FILTERS)[number];

const icon = { fontSize: 16 } as const;

interface RowCountsProps {
  readonly snapshot: ImportSnapshot;
  /** undefined while another filter is chosen. */
  readonly chosen: Filter | null | undefined;
  readonly onChoose: (filter: Filter | null) => void;
}

/** What the check found, as filters. */
export function RowCounts({ snapshot: { validRows, warningRows, invalidRows }, chosen, onChoose }: RowCountsProps) {
  return (
    <CountFilters
      label="Which rows are shown"
      chosen={chosen}
      onChoose={onChoose}
      options={[
        { filter: null, label: 'All rows', count: validRows + invalidRows },
        { filter: 'valid', label: 'Valid', count: validRows, icon: <CheckCircleIcon sx={icon} /> },
        { filter: 'warning', label: 'With warnings', count: warningRows, icon: <WarningIcon sx={icon} /> },
        { filter: 'invalid', label: 'Invalid', count: invalidRows, icon: <AlertIcon sx={icon} /> },
      ]}
    />
  );
}
