import { Box, Button, Typography } from '@mui/material';
import { useRef } from 'react';

import { BRAND_NAME } from '~/lib/brand';
import { countOf, formatCount } from '~/lib/format';

import type { ImportMode, ImportSnapshot } from '../api';
import { RadioCards } from '../components/RadioCards';
import { accountRows, countsOf, MODES } from '../states';

const LABELS: Readonly<Record<ImportMode, string>> = {
  create: 'Add new people only',
  update: 'Update people who are there',
  upsert: 'Both: add and update',
};

/** The rows of each kind in one mode. */
function Counts({ snapshot, mode }: { readonly snapshot: ImportSnapshot; readonly mode: ImportMode }) {
  const { added, changed, unchanged, leftOut, refused } = countsOf(snapshot, mode);
  const counts = [
    ['new', added],
    ['changed', changed],
    ['unchanged', unchanged],
    ['refused', refused],
    ['left out', leftOut],
  ] as const;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
      {counts
        .filter(([name, count]) => count > 0 || (name === 'new' && mode !== 'update'))
        .map(([name, count]) => (
          <Box key={name} component="span" sx={{ whiteSpace: 'nowrap' }}>
            {formatCount(count)} {name}
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
  if (known === 0) return null;
  const { validRows, invalidRows, changedRows } = snapshot;
  const suggested = suggestedFor(snapshot, mode);
  return (
    <Box ref={top} sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      {suggested === null ? (
        <Typography variant="subtitle2" component="h2">
          {countOf(known, 'person has', 'people have')} an account already
        </Typography>
      ) : (
        // Most people are there already: one press leads to the mode that updates them.
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, columnGap: 2 }}>
          <Typography variant="subtitle2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(known)} of {countOf(validRows + invalidRows, 'person is', 'people are')} in {BRAND_NAME} already. Update them?
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
            Update {countOf(changedRows, 'person', 'people')}
            {suggested === 'upsert' && ` and add ${formatCount(validRows)} new`}
          </Button>
        </Box>
      )}
      <RadioCards
        label="What to do with people who have an account"
        columns={3}
        chosen={mode}
        onChoose={onChoose}
        cards={MODES.map((value) => ({ value, label: LABELS[value], text: <Counts snapshot={snapshot} mode={value} /> }))}
      />
      {mode !== 'create' && (
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          People are recognised by their email. An update changes name, phone, work location, role and profile; a row that says the same touches nothing.
        </Typography>
      )}
    </Box>
  );
}
