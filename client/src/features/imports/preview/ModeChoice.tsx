import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { formatCount } from '~/lib/format';
import { Panel } from '~/ui/Panel';

import type { ImportMode, ImportSnapshot } from '../api';
import { RadioCards } from '../components/RadioCards';
import { countOf } from '../format';
import { accountRows, countsOf, MODES } from '../modes';

const LABELS: Readonly<Record<ImportMode, string>> = {
  create: 'Add new people only',
  update: 'Update people who are there',
  upsert: 'Both',
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
        .filter(([name, count]) => count > 0 || name !== 'left out')
        .map(([name, count]) => (
          <Box key={name} component="span" sx={{ whiteSpace: 'nowrap', color: count > 0 ? 'text.primary' : 'text.secondary' }}>
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

/** Asks what becomes of people who have an account; absent where no row has one. */
export function ModeChoice({ snapshot, mode, onChoose }: ModeChoiceProps) {
  const known = accountRows(snapshot);
  if (known === 0) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <Panel title={`${countOf(known, 'person has', 'people have')} an account already`}>
        <Box sx={{ display: 'grid', gap: 1.5, px: { xs: 2, sm: 2.5 }, py: 2 }}>
          <RadioCards
            label="What to do with people who have an account"
            columns={3}
            chosen={mode}
            onChoose={onChoose}
            cards={MODES.map((value) => ({ value, label: LABELS[value], text: <Counts snapshot={snapshot} mode={value} /> }))}
          />
          <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
            People are recognised by their email. An update changes name, phone, work location, role and profile; a row that says the same touches nothing.
          </Typography>
        </Box>
      </Panel>
    </Box>
  );
}
