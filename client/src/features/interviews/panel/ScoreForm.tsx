import { t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useId } from 'react';

import { Typed } from '~/forms/TextField';
import { formatHour } from '~/lib/format';
import { useOnline } from '~/lib/useOnline';
import { radius } from '~/theme/tokens';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { Notice } from '~/ui/Notice';
import { Note } from '~/ui/Text';

import type { Criterion, OwnScore, PanelVerdict } from '../api';
import { STEP_WORDS, STEPS, VERDICTS } from '../words';
import type { Score } from './useScore';

const LONGEST_NOTE = 2_000;
const LONGEST_REASON = 200;
/** What a thumb hits. */
const TARGET = 52;

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, word: string])[];
  readonly value: Value | null | undefined;
  readonly showsValue?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, as large buttons in a row. */
function Choices<Value extends string | number>({ label, options, value, showsValue = false, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="body2" component="h3" sx={{ mb: 0.5, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${options.length}, minmax(0, 1fr))`, gap: 0.75 }}>
        {options.map(([option, word]) => {
          const isChosen = option === value;
          return (
            <ButtonBase
              key={option}
              aria-pressed={isChosen}
              onClick={() => onChoose(option)}
              sx={{
                flexDirection: 'column',
                minHeight: TARGET,
                border: 1,
                borderRadius: radius.control,
                borderColor: isChosen ? 'primary.main' : 'surface.controlLine',
                bgcolor: isChosen ? 'primary.main' : 'background.paper',
                color: isChosen ? 'primary.contrastText' : 'text.primary',
                fontSize: '0.8125rem',
                lineHeight: 1.25,
              }}
            >
              {showsValue && <Box component="span" sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>{option}</Box>}
              {showsValue ? ' ' : ''}
              {word}
            </ButtonBase>
          );
        })}
      </Box>
    </Box>
  );
}

function Standing({ score, sent }: { readonly score: Score; readonly sent: OwnScore | null }) {
  const online = useOnline();
  const { draft } = score;
  if (draft === undefined) return sent === null ? <Note role="status">{t`Not scored yet`}</Note> : <Note role="status" sx={{ color: 'success.main' }}>{t`Score sent ${{ time: formatHour(sent.sentAt) }}`}</Note>;
  if (draft.isClosed && online) return <Note role="status">{t`Sending the score…`}</Note>;
  return <Note role="status" sx={{ color: 'warning.main' }}>{t`On this phone · not sent`}</Note>;
}

interface ScoreFormProps {
  readonly criteria: readonly Criterion[];
  readonly score: Score;
  readonly sent: OwnScore | null;
}

/** Marks in four steps, a verdict and a note. After it was sent, another one needs a reason. */
export function ScoreForm({ criteria, score, sent }: ScoreFormProps) {
  const { typed, draft, change, needsReason, drop } = score;
  const refusal = draft?.refusal ?? null;
  const steps = STEPS.map((step) => [step, STEP_WORDS[`${step}`]] as const);
  const verdicts = (['yes', 'maybe', 'no'] as const).map((verdict): readonly [PanelVerdict, string] => [verdict, VERDICTS[verdict]]);
  return (
    <Box sx={{ display: 'grid', gap: 1.75 }}>
      <Standing score={score} sent={sent} />
      {refusal !== null && (
        <Notice severity="warning" role="alert">
          {refusal.needsReason ? t`You have sent another score of this person before. Give the reason for this one below, or discard it.` : refusal.message}
          <Box sx={{ mt: 1 }}>
            <ConfirmButton label={t`Discard`} title={t`Discard this score?`} destructive button={{ color: 'error', size: 'medium', sx: { minHeight: 44 } }} onConfirm={() => Promise.resolve(drop())}>
              {t`What you have typed here is nowhere else.`}
            </ConfirmButton>
          </Box>
        </Notice>
      )}
      {criteria.map(({ key, label }) => (
        <Choices key={key} label={label} options={steps} showsValue value={typed.marks[key] as 1 | undefined} onChoose={(step) => change({ marks: { ...typed.marks, [key]: step } })} />
      ))}
      <Choices label={t`Verdict`} options={verdicts} value={typed.verdict} onChoose={(verdict) => change({ verdict })} />
      <Typed label={t`Note (optional)`} multiline minRows={2} maxRows={8} value={typed.note} input={{ maxLength: LONGEST_NOTE }} onType={(note) => change({ note })} />
      {needsReason && draft !== undefined && (
        <Typed label={t`Reason of the change`} hint={t`Your score was sent before. Both are kept.`} value={typed.reason} input={{ maxLength: LONGEST_REASON }} onType={(reason) => change({ reason })} />
      )}
      {sent !== null && draft !== undefined && refusal === null && (
        <Button variant="text" color="inherit" sx={{ justifySelf: 'start', minHeight: 44, ml: -1 }} onClick={drop}>
          {t`Keep what was sent`}
        </Button>
      )}
    </Box>
  );
}
