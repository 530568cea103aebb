import { Box, ButtonBase, Typography } from '@mui/material';

import { formatCount } from '~/lib/format';
import { shadow } from '~/theme/tokens';
import type { CountFilter } from '~/ui/FilteredRows';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, WarningIcon } from '~/ui/icons';

import type { ImportMode, ImportSnapshot } from '../api';
import { accountRows, countsOf } from '../states';

export const FILTERS = ['valid', 'warning', 'invalid', 'new', 'changed', 'unchanged', 'refused'] as const;
export type PreviewFilter = (typeof FILTERS)[number];
type Options = readonly CountFilter<PreviewFilter>[];

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

/** Filters of the rows, each with its count. */
export function PreviewFilters({ snapshot, mode, chosen, onChoose }: PreviewFiltersProps) {
  const options = optionsOf(snapshot, mode);
  return (
    <Box
      role="group"
      aria-label="Which rows are shown"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${options.length}, minmax(0, 1fr))` },
        gap: '1px',
        bgcolor: 'divider',
        borderBottom: 1,
        borderColor: 'divider',
        // A last one alone in its line fills it.
        '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: 'span 2', sm: 'auto' } },
      }}
    >
      {options.map(({ filter, label, count, icon: drawing }) => {
        const pressed = filter === chosen;
        return (
          <ButtonBase
            key={label}
            aria-pressed={pressed}
            onClick={() => onChoose(filter)}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'flex-start',
              columnGap: 1,
              px: { xs: 2, sm: 1.5, lg: 2.5 },
              py: 1.25,
              textAlign: 'left',
              bgcolor: 'background.paper',
              boxShadow: pressed ? 'inset 0 -2px 0 var(--wm-palette-primary-main)' : 'none',
              transition: 'background-color 120ms, box-shadow 120ms',
              '&:hover': { bgcolor: 'surface.soft' },
              '&:focus-visible': { boxShadow: shadow.focusInside },
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: pressed ? 'primary.main' : 'text.secondary' }}>
              {drawing}
              <Typography component="span" variant="caption" sx={{ fontWeight: pressed ? 600 : 400 }}>
                {label}
              </Typography>
            </Box>{' '}
            <Typography component="span" variant="h5" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(count)}
            </Typography>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
