import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useRef } from 'react';

import { BRAND_NAME } from '~/lib/brand';
import { formatCount } from '~/lib/format';
import { texts } from '~/lib/texts';
import { shadow } from '~/theme/tokens';
import type { CountFilter } from '~/ui/FilteredRows';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, WarningIcon } from '~/ui/icons';
import { Caption } from '~/ui/Text';

import type { ImportMode, ImportSnapshot } from '../api';
import { RadioCards } from '../components/RadioCards';
import { accountRows, countsOf, MODES } from '../states';

export const FILTERS = ['valid', 'warning', 'invalid', 'new', 'changed', 'unchanged', 'refused'] as const;
export type PreviewFilter = (typeof FILTERS)[number];
type Options = readonly CountFilter<PreviewFilter>[];

const icon = { fontSize: 16 } as const;

/** The counts of the preview: by the check, or in a mode that updates by what becomes of the row. */
function optionsOf(snapshot: ImportSnapshot, mode: ImportMode): Options {
  const { validRows, warningRows, invalidRows } = snapshot;
  const all = { filter: null, label: t`All rows`, count: validRows + invalidRows };
  const warnings = { filter: 'warning', label: t`With warnings`, count: warningRows, icon: <WarningIcon sx={icon} /> } as const;
  if (mode === 'create') {
    return [
      all,
      { filter: 'valid', label: t`Valid`, count: validRows, icon: <CheckCircleIcon sx={icon} /> },
      warnings,
      { filter: 'invalid', label: t`Invalid`, count: invalidRows, icon: <AlertIcon sx={icon} /> },
    ];
  }
  const { changed, unchanged, refused } = countsOf(snapshot, mode);
  return [
    all,
    { filter: 'new', label: mode === 'update' ? t`New, left out` : t`New`, count: validRows, icon: <AddUserIcon sx={icon} /> },
    { filter: 'changed', label: t`Changed`, count: changed, icon: <EditIcon sx={icon} /> },
    { filter: 'unchanged', label: t`Unchanged`, count: unchanged, icon: <CheckIcon sx={icon} /> },
    ...(warningRows > 0 ? [warnings] : []),
    { filter: 'refused', label: t`Refused`, count: refused, icon: <AlertIcon sx={icon} /> },
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
  const options = optionsOf(snapshot, mode);
  return (
    <Box
      role="group"
      aria-label={t`Which rows are shown`}
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

const LABELS = texts<ImportMode>({
  create: msg`Add new people only`,
  update: msg`Update people who are there`,
  upsert: msg`Both: add and update`,
});

function Counts({ snapshot, mode }: { readonly snapshot: ImportSnapshot; readonly mode: ImportMode }) {
  const { added, changed, unchanged, leftOut, refused } = countsOf(snapshot, mode);
  const counts = [
    (added > 0 || mode !== 'update') && t`${{ count: formatCount(added) }} new`,
    changed > 0 && t`${{ count: formatCount(changed) }} changed`,
    unchanged > 0 && t`${{ count: formatCount(unchanged) }} unchanged`,
    refused > 0 && t`${{ count: formatCount(refused) }} refused`,
    leftOut > 0 && t`${{ count: formatCount(leftOut) }} left out`,
  ];
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
      {counts
        .filter((count) => count !== false)
        .map((count) => (
          <Box key={count} component="span" sx={{ whiteSpace: 'nowrap' }}>
            {count}
            <span className="visually-hidden">, </span>
          </Box>
        ))}
    </Box>
  );
}

interface ModeChoiceProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly onChoose: (mode: ImportMode) => void;
}

/** The mode that most rows ask for, where it is not the chosen one. */
function suggestedFor(snapshot: ImportSnapshot, mode: ImportMode): ImportMode | null {
  const { validRows, invalidRows, changedRows } = snapshot;
  const isMost = accountRows(snapshot) * 2 > validRows + invalidRows;
  if (mode !== 'create' || !isMost || changedRows === 0) return null;
  return validRows > 0 ? 'upsert' : 'update';
}

/** Asks what becomes of people who have an account; absent where no row has one. */
export function ModeChoice({ snapshot, mode, onChoose }: ModeChoiceProps) {
  const known = accountRows(snapshot);
  const top = useRef<HTMLDivElement>(null);
  const { validRows, invalidRows, changedRows } = snapshot;
  // A file without the columns of new people can only update.
  if (known === 0 || (snapshot.mode === 'update' && validRows === 0)) return null;
  const suggested = suggestedFor(snapshot, mode);
  const shown = formatCount(known);
  const added = formatCount(validRows);
  return (
    <Box ref={top} sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      {suggested === null ? (
        <Typography variant="subtitle2" component="h2">
          {plural(known, { one: '# person has an account already', other: '# people have an account already' })}
        </Typography>
      ) : (
        // Most people are there already: one press leads to the mode that updates them.
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, columnGap: 2 }}>
          <Typography variant="subtitle2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {plural(validRows + invalidRows, {
              one: `${shown} of # person is in ${BRAND_NAME} already. Update them?`,
              other: `${shown} of # people are in ${BRAND_NAME} already. Update them?`,
            })}
          </Typography>
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              onChoose(suggested);
              // The button goes: the focus moves to what it has chosen.
              top.current?.querySelector<HTMLInputElement>(`input[value="${suggested}"]`)?.focus();
            }}
          >
            {suggested === 'upsert'
              ? plural(changedRows, { one: `Update # person and add ${added} new`, other: `Update # people and add ${added} new` })
              : plural(changedRows, { one: 'Update # person', other: 'Update # people' })}
          </Button>
        </Box>
      )}
      <RadioCards
        label={t`What to do with people who have an account`}
        columns={3}
        chosen={mode}
        onChoose={onChoose}
        cards={MODES.map((value) => ({ value, label: LABELS[value], text: <Counts snapshot={snapshot} mode={value} /> }))}
      />
      {mode !== 'create' && (
        <Caption component="p">
          {t`People are recognised by their email. An update changes name, phone, work location, role and profile; a row that says the same touches nothing.`}
        </Caption>
      )}
    </Box>
  );
}
