import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { labelOf } from '~/lib/people';
import { ProgressButton } from '~/ui/ProgressButton';

import type { Field, ValueOfRows } from '../api';
import { Choice } from '../components/Choice';
import { countOf } from '../format';
import { useMapImportValueMutation } from '../mendingApi';
import { choicesOf, labelOfField } from './fields';

interface ValueMapProps {
  readonly importId: string;
  readonly field: Field;
  readonly value: ValueOfRows;
  /** The suggested or chosen one of ours; an empty text before that. */
  readonly to: string;
  readonly onChoose: (to: string) => void;
}

/** What the rules have against the new value. */
function refusalOf(error: unknown): string | undefined {
  return isProblem(error) ? error.errors?.['to'] : undefined;
}

/** What mapping a value would change, counted by the server before it is done. */
function useMapping({ importId, field, value: { value, rows }, to, onChoose }: ValueMapProps) {
  const [send, { isLoading, error }] = useMapImportValueMutation();
  const [isChosen, setIsChosen] = useState(false);
  const [counted, setCounted] = useState<number | null>(null);
  const ask = async (constant: string, dryRun: boolean) => {
    const { data } = await send({ importId, mapValueRequest: { field, from: value, to: constant, dryRun } });
    return data?.rows ?? null;
  };
  const choose = async (next: string) => {
    onChoose(next);
    setIsChosen(true);
    setCounted(null);
    if (next !== '') setCounted(await ask(next, true));
  };
  return {
    // A suggestion stands for the rows that are listed; what is chosen is counted by the server.
    rows: isChosen ? counted : rows,
    busy: isLoading,
    error: error && (refusalOf(error) ?? messageOf(error, 'The value could not be changed.')),
    choose: (next: string) => void choose(next),
    apply: () => void ask(to, false),
  };
}

/** One value that no field knows, and the one of ours that it stands for. */
export function ValueMap(props: ValueMapProps) {
  const { field, value, to } = props;
  const { rows, busy, error, choose, apply } = useMapping(props);
  const options = Object.entries(choicesOf(field) ?? {}).map(([constant, label]) => ({ value: constant, label }));
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 220px 176px' },
        alignItems: 'center',
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {value.value === '' ? 'No value' : value.value}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {labelOfField(field)} · {countOf(value.rows, 'row', 'rows')}
          {value.mapped !== null && ` · remembered as ${labelOf(field, value.mapped)}`}
        </Typography>
      </Box>
      <Choice
        label={`${labelOfField(field)} for ${value.value === '' ? 'no value' : value.value}`}
        hideLabel
        value={to}
        none="Choose one"
        options={options}
        error={error}
        onChoose={choose}
      />
      <ProgressButton variant="outlined" busy={busy} disabled={to === '' || rows === null} onClick={apply} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {to === '' || rows === null ? 'Change rows' : `Change ${countOf(rows, 'row', 'rows')}`}
      </ProgressButton>
    </Box>
  );
}
