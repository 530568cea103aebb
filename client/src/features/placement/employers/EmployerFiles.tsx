import { msg, plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useRef, useState } from 'react';

import { useSaveFileMutation } from '~/api/download';
import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { linesOf, Typed } from '~/forms/TextField';
import { looksLikeEmail } from '~/lib/contacts';
import { countPeople, datedName, formatList } from '~/lib/format';
import { CANDIDACIES } from '~/lib/placement';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { radius } from '~/theme/tokens';
import { CheckLine } from '~/ui/CheckLine';
import { FormDialog } from '~/ui/FormDialog';
import { LabelledSelect } from '~/ui/Labelled';
import { Notice } from '~/ui/Notice';
import { Entries, Line } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';

import { type CandidacyState, type ComparedResults, fileOf, type Opening, placementApi, resultsApi } from '../api';

const SENT_STATES = ['shortlisted', 'in_rounds', 'selected', 'applied'] as const satisfies readonly CandidacyState[];
const MOST_RECIPIENTS = 10;
const MOST_EMPLOYERS = 100;

interface FileDialogProps {
  readonly opening: Opening;
  readonly onClose: () => void;
}

/** A file of candidates for an employer: which columns, for which recipients, and how many people leave with it. */
export function EmployerFileDialog({ opening: { id, employerId, title, candidates }, onClose }: FileDialogProps) {
  const { data } = useListFieldsQuery({});
  const fields = (data?.fields ?? []).filter(({ archivedAt, sensitive, forEmployers }) => archivedAt === null && !sensitive && forEmployers);
  const employers = placementApi.useListEmployersQuery({ pageSize: MOST_EMPLOYERS });
  const contacts = employers.data?.data.find((each) => each.id === employerId)?.contacts.flatMap(({ email }) => email ?? []) ?? [];
  const [typed, setTyped] = useState('');
  const [without, setWithout] = useState<readonly string[]>([]);
  const [states, setStates] = useState<readonly CandidacyState[]>(['shortlisted']);
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveFileMutation();
  const recipients = linesOf(typed);
  const people = states.reduce((sum, state) => sum + (candidates[state] ?? 0), 0);
  const submit = async () => {
    setFailure(null);
    const wrong = recipients.find((each) => !looksLikeEmail(each));
    if (recipients.length === 0 || wrong !== undefined || recipients.length > MOST_RECIPIENTS) {
      setProblem(wrong === undefined ? t`Enter from one to ${MOST_RECIPIENTS} email addresses` : t`${wrong} is no email address`);
      return;
    }
    const body = { recipients, states, columns: fields.filter(({ key }) => !without.includes(key)).map(({ key }) => key) };
    const { error } = await save({ url: `${fileOf(id)}.${format}`, body, name: datedName('candidates', format) });
    if (error === undefined) onClose();
    else setFailure(messageOf(error, t`The file could not be made.`));
  };
  return (
    <FormDialog title={t`File for the employer`} isSheet submitLabel={plural(people, { one: 'Download # Person', other: 'Download # People' })} busy={isLoading} disabled={people === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={failure} />
      <Note>{t`Candidates of ${title}: name, code and the columns below. The file, its columns and its recipients are recorded. Send it yourself: it leaves by no mail of this site.`}</Note>
      <Typed
        label={t`Recipients`}
        error={problem}
        hint={t`Email addresses, one on each line`}
        multiline
        minRows={2}
        maxRows={6}
        value={typed}
        onType={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
      />
      {contacts.filter((email) => !recipients.includes(email)).map((email) => (
        <Box key={email}>
          <ProgressButton busy={false} variant="outlined" size="small" onClick={() => setTyped([...recipients, email].join('\n'))}>
            {t`Add ${email}`}
          </ProgressButton>
        </Box>
      ))}
      <Box role="group" aria-label={t`Which candidates`} sx={{ display: 'grid' }}>
        <Caption component="h3">{t`Which candidates`}</Caption>
        {SENT_STATES.map((state) => (
          <CheckLine key={state} label={`${CANDIDACIES[state]} · ${countPeople(candidates[state] ?? 0)}`} checked={states.includes(state)} onCheck={(isOn) => setStates(isOn ? [...states, state] : states.filter((each) => each !== state))} />
        ))}
      </Box>
      <Box role="group" aria-label={t`Columns`} sx={{ display: 'grid' }}>
        <Caption component="h3">{t`Columns`}</Caption>
        {data !== undefined && fields.length === 0 && <Note>{t`No field is marked for employers: a Super Admin does so in the settings, at Fields of people.`}</Note>}
        {fields.map(({ key, label }) => (
          <CheckLine key={key} label={label} checked={!without.includes(key)} onCheck={(isOn) => setWithout(isOn ? without.filter((each) => each !== key) : [...without, key])} />
        ))}
      </Box>
      <LabelledSelect label={t`Format`} value={format} options={[['xlsx', t`Excel`], ['csv', 'CSV']] as const} onChoose={(chosen) => setFormat(chosen === 'csv' ? 'csv' : 'xlsx')} />
    </FormDialog>
  );
}

const FILES = '.csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv';

const PROBLEMS = {
  unknown_code: msg`is the code of no candidate of this opening`,
  code_twice: msg`is there twice`,
  unknown_result: msg`is no result: write selected or rejected`,
  not_moved: msg`cannot be moved: has an offer, or another state`,
} as const;

const isKnown = (kind: string): kind is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, kind);

/** What an employer's list would change, and what of it is left alone. */
function Compared({ compared: { changes, firstChanges, problems, problemCount } }: { readonly compared: ComparedResults }) {
  const more = problemCount - problems.length;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Note>{plural(changes, { 0: 'No candidate would be moved.', one: '# candidate would be moved.', other: '# candidates would be moved.' })}</Note>
      {problemCount > 0 && (
        <Notice severity="warning">
          <Box component="ul" aria-label={t`Left alone`} sx={{ m: 0, pl: 2 }}>
            {problems.map(({ kind, line, text }) => (
              <li key={`${kind}${line}`}>
                {t`Line ${line}: “${text}”`} {isKnown(kind) ? t(PROBLEMS[kind]) : kind}
              </li>
            ))}
            {more > 0 && <li>{plural(more, { one: 'and # more', other: 'and # more' })}</li>}
          </Box>
        </Notice>
      )}
      {firstChanges.length > 0 && (
        <Box sx={{ maxHeight: 280, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: radius.control }}>
          <Entries label={t`What would change`}>
            {firstChanges.map(({ code, fullName, before, after }) => (
              <Line key={code} what={`${fullName} · ${code}`}>
                {`${CANDIDACIES[before]} → ${CANDIDACIES[after]}`}
              </Line>
            ))}
          </Entries>
        </Box>
      )}
    </Box>
  );
}

/** The employer's list back in: what it would change is seen before it is written. */
export function EmployerResults({ openingId }: { readonly openingId: string }) {
  const input = useRef<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly compared: ComparedResults } | null>(null);
  const [written, setWritten] = useState<number | null>(null);
  const [compare, comparing] = resultsApi.useSendResultsMutation();
  const [write, writing] = resultsApi.useSendResultsMutation();
  const refusal = comparing.error;
  const choose = async (file: File) => {
    setWritten(null);
    writing.reset();
    const { data: compared } = await compare({ openingId, file });
    if (compared !== undefined) setChosen({ file, compared });
  };
  const submit = async ({ file, compared }: NonNullable<typeof chosen>) => {
    const { data } = await write({ openingId, file, seen: compared.seen });
    if (data === undefined) return;
    setChosen(null);
    setWritten(data.changes);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <input
        ref={input}
        type="file"
        accept={FILES}
        hidden
        aria-label={t`Upload the Employer’s List`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void choose(file);
        }}
      />
      <ProgressButton variant="outlined" size="small" busy={comparing.isLoading} busyLabel={t`Reading…`} onClick={() => input.current?.click()}>
        {t`Upload the Employer’s List`}
      </ProgressButton>
      <Caption>{t`With a column of codes, and one that says ${{ words: formatList(['selected', 'rejected']) }}.`}</Caption>
      <Box role="status" sx={{ flexBasis: '100%', '&:empty': { display: 'none' } }}>
        {refusal !== undefined && <Notice severity="error">{(isProblem(refusal) ? refusal.errors?.['file'] : undefined) ?? messageOf(refusal, t`The list could not be read.`)}</Notice>}
        {written !== null && <Notice severity="success">{plural(written, { one: '# candidate was moved', other: '# candidates were moved' })}</Notice>}
      </Box>
      {chosen !== null && (
        <FormDialog
          title={t`List: ${{ name: chosen.file.name }}`}
          submitLabel={plural(chosen.compared.changes, { one: 'Move # Candidate', other: 'Move # Candidates' })}
          disabled={chosen.compared.changes === 0}
          busy={writing.isLoading}
          onSubmit={() => void submit(chosen)}
          onClose={() => setChosen(null)}
        >
          <FormError message={writing.error === undefined ? null : messageOf(writing.error, t`The list could not be written.`)} />
          <Compared compared={chosen.compared} />
        </FormDialog>
      )}
    </Box>
  );
}
