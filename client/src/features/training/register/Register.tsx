import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useRef, useState } from 'react';

import { useSaveFileMutation } from '~/api/download';
import { isProblem, messageOf } from '~/api/problem';
import { type ComparedRegister, registerOf, useSendRegisterMutation } from '~/api/training';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { formatMoment } from '~/lib/format';
import { sayMark } from '~/lib/training';
import { radius } from '~/theme/tokens';
import { FormDialog } from '~/ui/FormDialog';
import { Notice } from '~/ui/Notice';
import { Entries, Line } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

const LONGEST_REASON = 200;
const FILES = '.csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv';

const PROBLEMS = {
  no_session: msg`has no session`,
  several_sessions: msg`has several sessions: write the hour behind the day`,
  day_twice: msg`is there twice`,
  unknown_person: msg`is not in this batch`,
  several_people: msg`is the name of several people: use their codes`,
  person_twice: msg`is there twice`,
  unknown_mark: msg`is no mark: write P, L, A or E`,
} as const;

const isKnown = (kind: string): kind is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, kind);

/** What a register would change, by person and session, and what of it cannot be read. */
function Compared({ compared: { sessions, people, changes, firstChanges, problems, problemCount } }: { readonly compared: ComparedRegister }) {
  const moreProblems = problemCount - problems.length;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Note>
        {t`${plural(people, { one: '# person', other: '# people' })} and ${plural(sessions, { one: '# session', other: '# sessions' })} were found.`} {plural(changes, { 0: 'No mark would change.', one: '# mark would change.', other: '# marks would change.' })}
      </Note>
      {problemCount > 0 && (
        <Notice severity="warning">
          <Box component="ul" aria-label={t`What cannot be read`} sx={{ m: 0, pl: 2 }}>
            {problems.map(({ kind, line, text }) => (
              <li key={`${kind}${line}${text}`}>
                {t`Line ${line}: “${text}”`} {isKnown(kind) ? t(PROBLEMS[kind]) : kind}
              </li>
            ))}
            {moreProblems > 0 && <li>{plural(moreProblems, { one: 'and # more', other: 'and # more' })}</li>}
          </Box>
        </Notice>
      )}
      {firstChanges.length > 0 && (
        <Box sx={{ maxHeight: 280, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: radius.control }}>
          <Entries label={t`What would change`}>
            {firstChanges.map(({ fullName, startsAt, before, after }) => (
              <Line key={`${fullName}${startsAt}`} what={fullName}>
                {`${formatMoment(startsAt)}: ${before === null ? '' : `${sayMark(before)} → `}${sayMark(after)}`}
              </Line>
            ))}
          </Entries>
        </Box>
      )}
    </Box>
  );
}

/** A batch's register as a file, and the same register back in: what it would change is seen before it is written. */
export function Register({ batchId }: { readonly batchId: string }) {
  const input = useRef<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly compared: ComparedRegister } | null>(null);
  const [written, setWritten] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const { act: save, busy: saving } = useAct(useSaveFileMutation(), t`The register could not be downloaded.`);
  const [compare, comparing] = useSendRegisterMutation();
  const [write, writing] = useSendRegisterMutation();
  const refusal = comparing.error;
  const lacking = isProblem(writing.error) ? writing.error.errors?.['reason'] : undefined;
  const needsReason = chosen?.compared.needsReason === true || lacking !== undefined;
  const download = (format: 'csv' | 'xlsx') => void save({ url: `${registerOf(batchId)}.${format}`, name: `register.${format}` });
  const choose = async (file: File) => {
    setWritten(null);
    setReason('');
    writing.reset();
    const { data: compared } = await compare({ batchId, file });
    if (compared !== undefined) setChosen({ file, compared });
  };
  const submit = async ({ file, compared }: NonNullable<typeof chosen>) => {
    const { data } = await write({ batchId, file, seen: compared.seen, reason: needsReason ? reason.trim() : undefined });
    if (data === undefined) return;
    setChosen(null);
    setWritten(data.changes);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ProgressButton variant="outlined" size="small" busy={saving} onClick={() => download('xlsx')}>
        {t`Download Register`}
      </ProgressButton>
      <Button variant="text" size="small" disabled={saving} onClick={() => download('csv')}>
        {t`As CSV`}
      </Button>
      <input
        ref={input}
        type="file"
        accept={FILES}
        hidden
        aria-label={t`Upload Register`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void choose(file);
        }}
      />
      <ProgressButton variant="outlined" size="small" busy={comparing.isLoading} busyLabel={t`Reading…`} onClick={() => input.current?.click()}>
        {t`Upload Register`}
      </ProgressButton>
      <Box role="status" sx={{ flexBasis: '100%' }}>
        {refusal !== undefined && <Notice severity="error">{(isProblem(refusal) ? refusal.errors?.['file'] : undefined) ?? messageOf(refusal, t`The register could not be read.`)}</Notice>}
        {written !== null && <Notice severity="success">{plural(written, { one: '# mark was written', other: '# marks were written' })}</Notice>}
      </Box>
      {chosen !== null && (
        <FormDialog
          title={t`Register: ${{ name: chosen.file.name }}`}
          submitLabel={plural(chosen.compared.changes, { one: 'Write # Mark', other: 'Write # Marks' })}
          disabled={chosen.compared.changes === 0 || (needsReason && reason.trim() === '')}
          busy={writing.isLoading}
          onSubmit={() => void submit(chosen)}
          onClose={() => setChosen(null)}
        >
          <FormError message={writing.error === undefined || lacking !== undefined ? null : messageOf(writing.error, t`The register could not be written.`)} />
          <Compared compared={chosen.compared} />
          {needsReason && (
            <Typed label={t`Reason`} hint={t`Some of these sessions ended more than 48 hours ago: say why their marks come now.`} error={lacking} value={reason} input={{ maxLength: LONGEST_REASON }} onType={setReason} />
          )}
        </FormDialog>
      )}
    </Box>
  );
}
