import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';
import type { Control, FieldValues, Path } from 'react-hook-form';
import * as z from 'zod/mini';

import { isProblem, messageOf } from '~/api/problem';
import { type PlannedSession, type TrainingSession, useAddTrainingSessionMutation, useCancelTrainingSessionMutation, useChangeTrainingSessionMutation } from '~/api/training';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { isDay, says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { formatList, inputOf } from '~/lib/format';
import { FormDialog } from '~/ui/FormDialog';
import { useToasts } from '~/ui/toasts/slice';

import { sayWhen } from './SessionList';

const NEEDED = says(msg`Please fill this in`);
const LONGEST = 200;

export const day = z.string().check(z.minLength(1, { ...NEEDED, abort: true }), isDay);
const time = z.string().check(z.minLength(1, NEEDED));
const line = z.string().check(z.trim(), z.maxLength(LONGEST, says(msg`Please use at most ${{ most: LONGEST }} characters`)));

export const aboutSchema = {
  starts: time,
  ends: time,
  topic: line,
  place: line,
  link: z.string().check(z.trim(), z.refine((typed) => typed === '' || typed.startsWith('https://'), says(msg`Please enter a web address that starts with https://`))),
};

export const endsLater = z.refine<{ readonly starts: string; readonly ends: string }>(({ starts, ends }) => starts === '' || ends === '' || ends > starts, {
  ...says(msg`A session ends later than it starts, on the same day`),
  path: ['ends'],
});

const sessionSchema = z.object({ day, ...aboutSchema }).check(endsLater);
type SessionValues = z.infer<typeof sessionSchema>;

export const twoColumns = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2, alignItems: 'start' } as const;

export function HoursFields<Values extends FieldValues & Pick<SessionValues, 'starts' | 'ends'>>({ control }: { readonly control: Control<Values> }) {
  return (
    <Box sx={twoColumns}>
      <TextField control={control} name={'starts' as Path<Values>} type="time" label={t`Starts at`} />
      <TextField control={control} name={'ends' as Path<Values>} type="time" label={t`Ends at`} />
    </Box>
  );
}

export function AboutFields<Values extends FieldValues & Pick<SessionValues, 'topic'>>({ control }: { readonly control: Control<Values> }) {
  return (
    <>
      <TextField control={control} name={'topic' as Path<Values>} label={t`Topic (optional)`} />
      <TextField control={control} name={'place' as Path<Values>} label={t`Place (optional)`} hint={t`Such as Room 4`} />
      <TextField control={control} name={'link' as Path<Values>} type="url" label={t`Link (optional)`} hint={t`Of an online session, such as https://example.com/meet`} />
    </>
  );
}

const valuesOf = (session: TrainingSession | null): SessionValues => ({
  day: session === null ? '' : inputOf(new Date(session.startsAt)).slice(0, 10),
  starts: session === null ? '' : inputOf(new Date(session.startsAt)).slice(11),
  ends: session === null ? '' : inputOf(new Date(session.endsAt)).slice(11),
  topic: session?.topic ?? '',
  place: session?.place ?? '',
  link: session?.link ?? '',
});

/** What another one has made of a session meanwhile. With the conflict the server sends the present one. */
const presentOf = (error: unknown) => (isProblem(error) && error.code === 'edit_conflict' ? (error.current as TrainingSession) : null);

const sayPresent = (session: TrainingSession) => [sayWhen(session), session.topic, session.place, session.link].filter((part) => part !== null).join(' · ');

/** What is saved, and that a trainer is in two places then. */
function sayPlanned(done: string, { clashes }: PlannedSession): string {
  if (clashes.length === 0) return done;
  const where = formatList([...new Set(clashes.map(({ trainer, batchName }) => `${trainer} (${batchName})`))]);
  return t`${done} At that time these trainers teach another batch too: ${where}.`;
}

interface SessionDialogProps {
  readonly batchId: string;
  /** Null: a new one. */
  readonly session: TrainingSession | null;
  readonly onClose: () => void;
}

/** A session's day, hours and what it is about. One that was taken keeps its day and hours. */
export function SessionDialog({ batchId, session, onClose }: SessionDialogProps) {
  // After a conflict it saves over the session as it is now.
  const [known, setKnown] = useState(session);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useZodForm<SessionValues>(sessionSchema, valuesOf(session));
  const { control } = form;
  const toasts = useToasts();
  const [add, adding] = useAddTrainingSessionMutation();
  const [change, changing] = useChangeTrainingSessionMutation();
  const submit = async (values: SessionValues) => {
    setFailure(null);
    const before = valuesOf(session);
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof SessionValues]));
    const { data, error } =
      known === null
        ? await add({ addSessionRequest: { ...values, batchId } })
        : await change({ trainingSessionId: known.id, changeSessionRequest: { ...changed, version: known.version } });
    if (data !== undefined) {
      toasts.success(sayPlanned(session === null ? t`The session is planned.` : t`The session is changed.`, data));
      onClose();
      return;
    }
    const present = presentOf(error);
    if (present !== null) {
      setKnown(present);
      setFailure(t`This session was changed meanwhile. It is now: ${{ session: sayPresent(present) }}. Save overwrites what you have changed. Cancel keeps it as it is.`);
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The session could not be saved.`));
  };
  return (
    <FormDialog
      title={session === null ? t`Add session` : t`Change session`}
      submitLabel={session === null ? t`Add Session` : t`Save`}
      busy={adding.isLoading || changing.isLoading}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <FormError message={failure} />
      {session?.state !== 'taken' && (
        <>
          <DateField control={control} name="day" label={t`Day`} />
          <HoursFields control={control} />
        </>
      )}
      <AboutFields control={control} />
    </FormDialog>
  );
}

const reasonSchema = z.object({ reason: z.string().check(z.trim(), z.minLength(1, says(msg`Please give the reason`)), z.maxLength(LONGEST, says(msg`Please use at most ${{ most: LONGEST }} characters`))) });

/** Asks why a session does not take place. */
export function CancelDialog({ session, onClose }: { readonly session: TrainingSession; readonly onClose: () => void }) {
  const [known, setKnown] = useState(session);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useZodForm(reasonSchema, { reason: '' });
  const toasts = useToasts();
  const [cancel, { isLoading }] = useCancelTrainingSessionMutation();
  const submit = async ({ reason }: z.infer<typeof reasonSchema>) => {
    setFailure(null);
    const { error } = await cancel({ trainingSessionId: session.id, cancelSessionRequest: { reason, version: known.version } });
    const present = presentOf(error);
    if (error === undefined) {
      toasts.success(t`The session is cancelled.`);
      onClose();
    } else if (present !== null) {
      setKnown(present);
      setFailure(t`This session was changed meanwhile. It is now: ${{ session: sayPresent(present) }}. Cancel it all the same?`);
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The session could not be cancelled.`));
  };
  return (
    <FormDialog title={t`Cancel session`} maxWidth="xs" asks hasFields destructive submitLabel={t`Cancel Session`} busy={isLoading} back={onClose} onSubmit={() => void form.handleSubmit(submit)()} onClose={onClose}>
      <FormError message={failure} />
      <Box>{`${session.batchName}, ${sayWhen(session)}`}</Box>
      <TextField control={form.control} name="reason" label={t`Reason`} initialFocus hint={session.state === 'taken' ? t`Its marks are kept, and no longer count.` : t`Shown beside the session`} />
    </FormDialog>
  );
}
