import { msg, t } from '@lingui/core/macro';
import { AlertTitle, Box, Button } from '@mui/material';

import { dayAndMonth } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { texts } from '~/lib/texts';
import { Notice } from '~/ui/Notice';
import { useAct } from '~/ui/toasts/useAct';

import { type FileQuestion, importsApi, type ImportSnapshot } from '../api';

interface QuestionProps {
  readonly importId: string;
  readonly question: FileQuestion;
}

/** One question with its answers as buttons; once it is answered it says how, and another answer can be given. */
function Question({ importId, question: { kind, text, choices, answer } }: QuestionProps) {
  const { act, busy } = useAct(importsApi.useChooseImportColumnsMutation(), t`The answer could not be saved.`);
  const id = `question-${kind}`;
  const isOpen = answer === null;
  const given = choices.find(({ value }) => value === answer);
  return (
    <Notice severity={isOpen ? 'warning' : 'info'} role="group" aria-labelledby={id}>
      <AlertTitle id={id}>{translated(text)}</AlertTitle>
      {given !== undefined && translated(given.label)}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {choices
          .filter(({ value }) => value !== answer)
          .map(({ value, label }) => (
            <Button
              key={value}
              variant="outlined"
              color="inherit"
              size={isOpen ? 'medium' : 'small'}
              disabled={busy}
              onClick={() => void act({ importId, columnsRequest: { answers: { [kind]: value } } })}
              sx={{ textAlign: 'left', whiteSpace: 'normal' }}
            >
              {translated(label)}
            </Button>
          ))}
      </Box>
    </Notice>
  );
}

/** What only a person can decide about the file: it is asked before the start. */
export function FileQuestions({ snapshot: { id, questions } }: { readonly snapshot: ImportSnapshot }) {
  if (questions.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {questions.map((question) => (
        <Question key={question.kind} importId={id} question={question} />
      ))}
    </Box>
  );
}

type Order = NonNullable<ImportSnapshot['dateOrder']>;

const shapes = texts<Order>({ day: msg`day/month/year`, month: msg`month/day/year` });

/** Sets the order; the server then checks every row again. */
function useChooseOrder(importId: string) {
  const { act, busy } = useAct(importsApi.useChooseImportDateOrderMutation(), t`The order of the dates could not be changed.`);
  return { choose: (order: Order) => void act({ importId, dateOrderRequest: { order } }), choosing: busy };
}

export function DateOrderQuestion({ snapshot: { id, dateExample } }: { readonly snapshot: ImportSnapshot }) {
  const { choose, choosing } = useChooseOrder(id);
  if (dateExample === null) return null;
  const { value, day, month } = dateExample;
  const fitsBoth = day !== null && month !== null;
  const example = { day: dayAndMonth(day), month: dayAndMonth(month) };
  return (
    <Notice severity="warning" role="group" aria-labelledby="date-order" sx={{ mb: 2 }}>
      <AlertTitle id="date-order">
        {fitsBoth ? t`${value}: ${{ day: example.day }} or ${{ month: example.month }}?` : t`Does the day or the month come first in the dates?`}
      </AlertTitle>
      {t`The dates in this file do not show whether the day or the month comes first. Choose before you upload: every row is then checked again.`}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {(['day', 'month'] as const).map((order) => (
          <Button key={order} variant="outlined" color="inherit" disabled={choosing} onClick={() => choose(order)}>
            {fitsBoth ? `${example[order]} (${shapes[order]})` : shapes[order]}
          </Button>
        ))}
      </Box>
    </Notice>
  );
}

/** Whether a remark says why the dates are read in their order. */
export const isAboutDates = (remark: string) => remark.startsWith('Dates are read as ');

export function DateOrderNote({ snapshot: { id, dateOrder, remarks } }: { readonly snapshot: ImportSnapshot }) {
  const { choose, choosing } = useChooseOrder(id);
  if (dateOrder === null) return null;
  const other = dateOrder === 'day' ? 'month' : 'day';
  return (
    <Notice
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <Button color="inherit" size="small" disabled={choosing} onClick={() => choose(other)}>
          {t`Read as ${{ order: shapes[other] }}`}
        </Button>
      }
    >
      {remarks.filter(isAboutDates).map(translated).join(' ')}
    </Notice>
  );
}
