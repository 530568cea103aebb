import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';

import { radius } from '~/theme/tokens';

import type { ProblemOfRows } from '../api';
import { countOf } from '../format';
import { type Cause, isSame } from './useCause';

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
            <CauseButton
              problem={problem}
              pressed={pressed}
              onPress={() => {
                onChoose(pressed ? null : problem);
              }}
            />
          </li>
        );
      })}
      {problems.length > FIRST && (
        <li>
          <Button
            size="small"
            variant="text"
            aria-expanded={all}
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? 'Show fewer' : `Show all ${problems.length}`}
          </Button>
        </li>
      )}
    </Box>
  );
}
