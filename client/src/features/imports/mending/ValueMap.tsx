import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { Choice } from '~/forms/Choice';
import { labelOf } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { countOf } from '~/lib/format';

import { COLUMN_FIELDS, type Field, type ProblemField, type ProblemOfRows, useMapImportValueMutation, type ValueOfRows } from '../api';
import { choicesOf, labelOfField } from './fields';

/** Why rows are refused: the field, and what is wrong with it. */
export interface Cause {
  readonly field: ProblemField;
  readonly message: string;
}

export const isSame = (one: Cause | null, { field, message }: Cause) => one?.field === field && one.message === message;

/** The cause whose rows are shown, kept in the URL. */
export function useCause() {
  const [params, setParams] = useSearchParams();
  const field = [...COLUMN_FIELDS, 'row' as const].find((each) => each === params.get('field'));
  const message = params.get('problem');
  const cause: Cause | null = field === undefined || message === null ? null : { field, message };
  return {
    cause,
    /** In place of any other filter; without a cause that of a count. */
    choose: (chosen: Cause | null, status: string | null = null) => {
      const next = new URLSearchParams(params);
      for (const name of ['status', 'page', 'field', 'problem']) next.delete(name);
      if (chosen !== null) {
        next.set('field', chosen.field);
        next.set('problem', chosen.message);
      }
      if (status !== null) next.set('status', status);
      setParams(next, { preventScrollReset: true });
    },
  };
}

/** The largest causes; the rest is shown when asked for. */
const FIRST = 12;

interface CauseButtonProps {
  readonly problem: ProblemOfRows;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function CauseButton({ problem: { rows, message }, pressed, onPress }: CauseButtonProps) {
  return (
    <ButtonBase
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        minHeight: 32,
        px: 1.25,
        py: 0.5,
        border: 1,
        borderColor: pressed ? 'primary.main' : 'divider',
        borderRadius: radius.control,
        fontSize: '0.8125rem',
        textAlign: 'left',
        color: pressed ? 'primary.main' : 'text.primary',
        bgcolor: pressed ? 'soft.accent' : 'transparent',
        '&:hover': { bgcolor: pressed ? 'soft.accent' : 'surface.sunken' },
      }}
    >
      <span>
        <strong style={{ fontVariantNumeric: 'tabular-nums' }}>{countOf(rows, 'row', 'rows')}:</strong> {message}
      </span>
    </ButtonBase>
  );
}

interface CausesProps {
  readonly problems: readonly ProblemOfRows[];
  readonly chosen: Cause | null;
  readonly onChoose: (cause: Cause | null) => void;
}

/** Why rows are refused, most rows first; each cause is a filter. */
export function Causes({ problems, chosen, onChoose }: CausesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, FIRST);
  return (
    <Box component="ul" aria-label="Why rows are refused" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, px: { xs: 2, sm: 2.5 }, py: 1.75, listStyle: 'none' }}>
      {shown.map((problem) => {
        const pressed = isSame(chosen, problem);
        return (
          <li key={`${problem.field} ${problem.message}`}>
            <CauseButton problem={problem} pressed={pressed} onPress={() => onChoose(pressed ? null : problem)} />
          </li>
        );
      })}
      {problems.length > FIRST && (
        <li>
          <Button size="small" variant="text" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${problems.length}`}
          </Button>
        </li>
      )}
    </Box>
  );
}

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
  const options = Object.entries(choicesOf(field) ?? {});
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
