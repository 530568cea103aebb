import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { decided, type Differences, isUnsent, marked, sentAgain, type Sheet, sheetsDropped } from '~/api/sheets/slice';
import type { Mark, Roster } from '~/api/training';
import { Typed } from '~/forms/TextField';
import { useAppDispatch } from '~/lib/dispatch';
import { countPeople, formatList, formatHour } from '~/lib/format';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { FormDialog } from '~/ui/FormDialog';
import { Notice } from '~/ui/Notice';
import { Note } from '~/ui/Text';

import { MARKS, saidOf, wordOf } from './marks';

const LONGEST_REASON = 200;
const target = { minHeight: 44 } as const;

function Acts({ children }: { readonly children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>{children}</Box>;
}

function ReasonDialog({ message, onGiven, onClose }: { readonly message: string; readonly onGiven: (reason: string) => void; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog title={t`Why do these marks come now?`} maxWidth="xs" submitLabel={t`Send`} disabled={reason.trim() === ''} onSubmit={() => onGiven(reason.trim())} onClose={onClose}>
      <Note>{message}</Note>
      {/* A dialog takes the focus, and this one has one field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Typed label={t`Reason`} value={reason} autoFocus input={{ maxLength: LONGEST_REASON }} onType={setReason} />
    </FormDialog>
  );
}

/** "57 present, 1 late", and by name who is not present. */
function sumUp({ marks }: Sheet, nameOf: (userId: string) => string | null): readonly string[] {
  const of = (mark: Mark) => marks.filter((each) => each.mark === mark);
  const counts = MARKS.filter((mark) => of(mark).length > 0).map((mark) => `${wordOf(mark)}: ${of(mark).length}`);
  const named = MARKS.slice(1).flatMap((mark) => {
    const names = of(mark).map(({ userId }) => nameOf(userId)).filter((name) => name !== null);
    return names.length === 0 ? [] : [`${wordOf(mark)}: ${formatList(names)}`];
  });
  return [[countPeople(marks.length), ...counts].join(' · '), ...named];
}

interface NoticeProps {
  readonly sheet: Sheet;
  readonly nameOf: (userId: string) => string | null;
}

/** Marks that the server has not taken: they stay until they are taken, or discarded on purpose. */
function RefusedSheet({ sheet, nameOf }: NoticeProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const { id, refusal, batchName } = sheet;
  if (refusal === null) return null;
  const why = refusal.status === 404 ? t`You do not teach this batch any more, or the session was removed. Show these marks to an administrator.` : refusal.message;
  return (
    <Notice severity="error" role="alert">
      <strong>{t`These marks were not taken.`}</strong> {why}
      {sumUp(sheet, nameOf).map((line) => (
        <Box key={line} sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {line}
        </Box>
      ))}
      <Acts>
        <Button variant="contained" sx={target} onClick={() => (refusal.needsReason ? setAsking(true) : dispatch(sentAgain({ id, reason: sheet.reason })))}>
          {refusal.needsReason ? t`Give a Reason` : t`Try again`}
        </Button>
        <ConfirmButton label={t`Discard`} title={t`Discard these marks?`} destructive button={{ color: 'error', size: 'medium', sx: target }} onConfirm={() => Promise.resolve(dispatch(sheetsDropped([id])))}>
          {t`They are nowhere else. ${{ people: countPeople(sheet.marks.length) }} of ${batchName} would be left without them.`}
        </ConfirmButton>
      </Acts>
      {asking && (
        <ReasonDialog
          message={refusal.message}
          onGiven={(reason) => {
            setAsking(false);
            dispatch(sentAgain({ id, reason }));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}

type Conflict = Differences['conflicts'][number];

function sayConflict({ yours, theirs, by, at }: Conflict, name: string): string {
  const [own, other] = [saidOf(yours), saidOf(theirs)];
  const who = by ?? t`another account`;
  return at === null ? t`${name}: you marked ${own}, and it is ${other} by now` : t`${name}: you marked ${own}, ${who} marked ${other} at ${{ time: formatHour(at) }}`;
}

interface TakenSheetProps extends NoticeProps {
  readonly differences: Differences;
  readonly roster: Roster | undefined;
}

/** What differs between a sheet and what the server had: nothing of another account is replaced unasked. */
function TakenSheet({ sheet, differences, roster, nameOf }: TakenSheetProps) {
  const dispatch = useAppDispatch();
  const { conflicts, notMembers, notSeen } = differences;
  const { id, by, sessionId, batchName, startsAt, shown } = sheet;
  const settle = (conflict: Conflict) => dispatch(decided({ id, differences: { conflicts: conflicts.filter((each) => each !== conflict) } }));
  const replace = (conflict: Conflict) => {
    const { userId, yours, theirs } = conflict;
    dispatch(marked({ by, sessionId, batchName, startsAt, shown, seen: roster?.session.version ?? sheet.seen, marks: [{ userId, mark: yours, was: theirs }] }));
    settle(conflict);
  };
  const someone = t`A person who is no longer on this list`;
  return (
    <>
      {conflicts.map((conflict) => (
        <Notice key={conflict.userId} severity="warning" role="alert">
          {sayConflict(conflict, nameOf(conflict.userId) ?? someone)}
          <Acts>
            <Button variant="contained" sx={target} onClick={() => settle(conflict)}>
              {conflict.theirs === null ? t`Leave it so` : t`Keep ${{ mark: saidOf(conflict.theirs) }}`}
            </Button>
            <Button variant="outlined" sx={target} onClick={() => replace(conflict)}>
              {t`Change to ${{ mark: saidOf(conflict.yours) }}`}
            </Button>
          </Acts>
        </Notice>
      ))}
      {notMembers.length + notSeen.length > 0 && (
        <Notice severity="warning" role="alert">
          {notMembers.length > 0 && (
            <Box>
              {t`Not on the list of this session, and not marked:`} {formatList(notMembers.map((name) => name ?? someone))}
            </Box>
          )}
          {notSeen.length > 0 && (
            <Box>
              {t`On the list by now, and without a mark:`} {formatList(notSeen.map((userId) => nameOf(userId) ?? someone))}
            </Box>
          )}
          <Acts>
            <Button variant="outlined" sx={target} onClick={() => dispatch(decided({ id, differences: { notMembers: [], notSeen: [] } }))}>
              {t`OK`}
            </Button>
          </Acts>
        </Notice>
      )}
    </>
  );
}

/** What the user has to know or to decide of the sheets of a session. */
export function SheetNotices({ sheets, roster }: { readonly sheets: readonly Sheet[]; readonly roster: Roster | undefined }) {
  const nameOf = (userId: string) => roster?.people.find(({ id }) => id === userId)?.fullName ?? null;
  const shown = sheets.filter((sheet) => !isUnsent(sheet) || sheet.refusal !== null);
  if (shown.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {shown.map((sheet) =>
        sheet.differences === null ? <RefusedSheet key={sheet.id} sheet={sheet} nameOf={nameOf} /> : <TakenSheet key={sheet.id} sheet={sheet} differences={sheet.differences} roster={roster} nameOf={nameOf} />,
      )}
    </Box>
  );
}
