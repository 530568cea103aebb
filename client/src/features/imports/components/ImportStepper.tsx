import { msg, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';

import { texts } from '~/lib/texts';
import { CheckIcon, CloseIcon, PauseIcon } from '~/ui/icons';
import { roundMark } from '~/ui/roundMark';
import { Caption } from '~/ui/Text';

import type { ImportRow, ImportState, ImportSummary } from '../api';

/** The row's line in the file, as a spreadsheet counts it. Unlike `position` it never changes. */
export function FileLine({ row: { line } }: { readonly row: ImportRow }) {
  if (line === null) return null;
  return (
    <Caption component="span" sx={{ display: 'block' }}>
      {t`Line ${line}`}
    </Caption>
  );
}

type StepState = keyof typeof looks;

const looks = {
  done: { bgcolor: 'soft.accent', color: 'primary.main', borderColor: 'transparent' },
  current: { bgcolor: 'primary.main', color: 'primary.contrastText', borderColor: 'transparent' },
  paused: { bgcolor: 'soft.warning', color: 'warning.main', borderColor: 'transparent' },
  stopped: { bgcolor: 'soft.danger', color: 'error.main', borderColor: 'transparent' },
  ahead: { bgcolor: 'transparent', color: 'text.secondary', borderColor: 'surface.line' },
} as const;

const spoken = texts<StepState>({ done: msg`done`, current: msg`now`, paused: msg`paused`, stopped: msg`stopped`, ahead: msg`to come` });

function Marker({ state, number }: { readonly state: StepState; readonly number: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        ...roundMark,
        border: 1,
        fontSize: '0.75rem',
        fontWeight: 600,
        ...looks[state],
      }}
    >
      {state === 'done' && <CheckIcon sx={{ fontSize: 14 }} />}
      {state === 'paused' && <PauseIcon sx={{ fontSize: 14 }} />}
      {state === 'stopped' && <CloseIcon sx={{ fontSize: 14 }} />}
      {(state === 'current' || state === 'ahead') && number}
    </Box>
  );
}

const STEPS = [msg`Upload`, msg`Preview`, msg`Processing`, msg`Results`] as const;

/** The step of an import; of a stopped one, the step where it was stopped. */
function stepOf({ state, startedAt }: ImportSummary): number {
  if (state === 'mapping' || state === 'validating') return 0;
  if (state === 'ready') return 1;
  if (state === 'completed' || state === 'undoing' || state === 'undone') return 3;
  return startedAt === null ? 1 : 2;
}

/** The state of the present step, where it is not under way. */
const standings: Readonly<Partial<Record<ImportState, StepState>>> = {
  paused: 'paused',
  completed: 'done',
  cancelled: 'stopped',
  failed: 'stopped',
  undone: 'done',
};

/** The four steps of an import and which of them it is at; before there is an import, the first. */
export function ImportStepper({ snapshot }: { readonly snapshot?: ImportSummary }) {
  const current = snapshot === undefined ? 0 : stepOf(snapshot);
  const stateOf = (index: number): StepState => {
    if (index !== current) return index > current ? 'ahead' : 'done';
    return (snapshot && standings[snapshot.state]) ?? 'current';
  };
  return (
    <Box
      component="ol"
      aria-label={t`Steps of the import`}
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.75, sm: 1.5 }, m: 0, mb: 3, p: 0, listStyle: 'none' }}
    >
      {STEPS.map((step, index) => {
        const label = t(step);
        const state = stateOf(index);
        const emphasised = index === current;
        return (
          <Box
            component="li"
            key={label}
            aria-current={emphasised ? 'step' : undefined}
            sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.75, sm: 1.5 }, flex: { xs: index === 0 ? '0 0 auto' : '1 1 auto', sm: '0 0 auto' } }}
          >
            {index > 0 && (
              <Box aria-hidden sx={{ flex: 1, minWidth: { xs: 8, sm: 12, md: 32 }, height: '1px', bgcolor: 'surface.line' }} />
            )}
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Marker state={state} number={index + 1} />
              <Typography
                variant="body2"
                sx={{
                  fontWeight: emphasised ? 600 : 500,
                  color: emphasised ? 'text.primary' : 'text.secondary',
                  // On a phone only the present step is named in sight.
                  ...(!emphasised && { display: { xs: 'none', sm: 'block' } }),
                }}
              >
                {label}
              </Typography>
              <span className="visually-hidden">{emphasised ? `(${spoken[state]})` : `${label} (${spoken[state]})`}</span>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
