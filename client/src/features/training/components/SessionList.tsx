import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { useOwnSheets } from '~/api/sheets/slice';
import type { TrainingSession } from '~/api/training';
import { trainingOf } from '~/lib/batchLinks';
import { dayOfMoment, formatMoment, formatNamedDay } from '~/lib/format';
import { hoursOf, isNow, saySession, sessionPage } from '~/lib/training';
import { type Column, RowCard, RowList } from '~/ui/RowList';
import { TextLink } from '~/ui/Text';

export const dayOfSession = ({ startsAt }: TrainingSession) => dayOfMoment(new Date(startsAt));

/** "Mon, 07 Dec 2026, 9:30 – 11:00 am". */
export const sayWhen = (session: TrainingSession) => `${formatNamedDay(dayOfSession(session))}, ${hoursOf(session)}`;

interface SessionListProps {
  readonly label: string;
  readonly sessions: readonly TrainingSession[];
  /** When the answer was sent. */
  readonly now: string;
  /** What its page does not say already. */
  readonly shows: { readonly day?: true; readonly batch?: true; readonly takenBy?: true };
  readonly acts?: (session: TrainingSession) => ReactNode;
}

function State({ session, now }: { readonly session: TrainingSession; readonly now: string }) {
  const { id, state, endsAt } = session;
  const isUnsent = useOwnSheets().unsent.some(({ sessionId }) => sessionId === id);
  const moment = Date.parse(now);
  const open = Date.parse(endsAt) <= moment ? 'warning.main' : isNow(session, moment) ? 'info.main' : 'text.secondary';
  const color = isUnsent ? 'warning.main' : { taken: 'success.main', cancelled: 'text.secondary', planned: open }[state];
  return (
    <Box component="span" sx={{ fontWeight: 500, color, overflowWrap: 'anywhere' }}>
      {isUnsent ? t`On this phone · not sent` : saySession(session, moment)}
    </Box>
  );
}

/** Sessions, each of which leads to where its attendance is marked. */
export function SessionList({ label, sessions, now, shows, acts }: SessionListProps) {
  const when = (session: TrainingSession) => (
    <TextLink to={sessionPage(session.id)} aria-label={`${sayWhen(session)}, ${session.batchName}`} sx={{ fontWeight: 500 }}>
      {shows.day === true ? sayWhen(session) : hoursOf(session)}
    </TextLink>
  );
  const batch = ({ batchId, batchName }: TrainingSession) => (
    <TextLink to={trainingOf(batchId)} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {batchName}
    </TextLink>
  );
  const taken = ({ takenBy, takenAt }: TrainingSession) => (takenAt === null ? '' : [takenBy ?? t`A deleted person`, formatMoment(takenAt)].join(' · '));
  const text = { overflowWrap: 'anywhere' } as const;
  const columns: readonly (Column<TrainingSession> | false | undefined)[] = [
    { head: shows.day === true ? t`Day and hours` : t`Hours`, cell: when, sx: { whiteSpace: 'nowrap' } },
    shows.batch && { head: t`Batch`, cell: batch },
    { head: t`Topic`, cell: ({ topic }) => topic ?? '—', sx: text },
    { head: t`Place`, cell: ({ place }) => place ?? '—', sx: text },
    { head: t`State`, cell: (session) => <State session={session} now={now} /> },
    shows.takenBy && { head: t`Marked by`, cell: (session) => taken(session) || '—', sx: text },
    acts !== undefined && { head: <span className="visually-hidden">{t`Actions`}</span>, width: 60, cell: acts },
  ];
  const card = (session: TrainingSession) => (
    <RowCard
      title={when(session)}
      aside={acts?.(session)}
      lines={[shows.batch === true ? batch(session) : null, [session.topic, session.place].filter((part) => part !== null).join(' · '), <State key="state" session={session} now={now} />, shows.takenBy === true ? taken(session) : null]}
    />
  );
  return <RowList label={label} rows={sessions} keyOf={({ id }) => id} columns={columns.filter((column) => column !== false && column !== undefined)} minWidth={720} card={card} />;
}
