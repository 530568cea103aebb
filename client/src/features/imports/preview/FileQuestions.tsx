import { t } from '@lingui/core/macro';
import { Alert, AlertTitle, Box, Button } from '@mui/material';

import { translated } from '~/lib/sentences';
import { InfoIcon, WarningIcon } from '~/ui/icons';
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
    <Alert
      severity={isOpen ? 'warning' : 'info'}
      role="group"
      aria-labelledby={id}
      icon={isOpen ? <WarningIcon fontSize="small" /> : <InfoIcon fontSize="small" />}
    >
      <AlertTitle id={id}>{translated(text)}</AlertTitle>
      {given !== undefined && `${translated(given.label)}.`}
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
    </Alert>
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
