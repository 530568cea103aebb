import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { type TrainingSession, useListTrainingSessionsQuery } from '~/api/training';
import { dayAfter, isoDay } from '~/lib/days';
import { formatMonth } from '~/lib/format';
import { usePolledQuery } from '~/realtime/extra';
import { ActsMenu } from '~/ui/ActsMenu';
import { Nothing, padding, QueryPanel } from '~/ui/Panel';

import { Steps, today } from './DaySessions';
import { CancelDialog, SessionDialog } from './SessionDialogs';
import { SessionList, sayWhen } from './SessionList';
import { WeeklyDialog } from './WeeklyDialog';

const POLL = 60_000;

/** 2026-12, so many months later. */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return isoDay(new Date(year, number - 1 + months, 1)).slice(0, 7);
}

interface BatchSessionsProps {
  readonly batch: { readonly id: string; readonly startsOn: string | null; readonly endsOn: string | null; readonly archivedAt: string | null };
  /** 2026-12; null: this one. */
  readonly month: string | null;
  readonly onMonth: (month: string | null) => void;
}

type Asked = { readonly what: 'add' | 'weekly' } | { readonly what: 'change' | 'cancel'; readonly session: TrainingSession };

/** The sessions of a batch by their months: what is to come, what was, and who marked it. */
export function BatchSessions({ batch, month, onMonth }: BatchSessionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const shown = month ?? today().slice(0, 7);
  const range = { batch: batch.id, from: `${shown}-01`, to: dayAfter(`${monthAfter(shown, 1)}-01`, -1) };
  const { currentData: data, error, refetch } = usePolledQuery(useListTrainingSessionsQuery, range, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const go = (next: string) => onMonth(next === today().slice(0, 7) ? null : next);
  const title = formatMonth(shown);
  const close = () => setAsked(null);
  const steps = (
    <Steps labels={[t`Go to the Previous Month`, t`Go to the Next Month`]} onStep={(by) => go(monthAfter(shown, by))}>
      {month !== null && <Button size="small" variant="text" onClick={() => onMonth(null)}>{t`This month`}</Button>}
    </Steps>
  );
  const acts = (session: TrainingSession) =>
    session.state !== 'cancelled' && (
      // A row is as high as its text.
      <Box sx={{ my: -1 }}>
        <ActsMenu
          label={t`Actions for ${{ session: sayWhen(session) }}`}
          acts={[
            { label: t`Change Session`, run: () => setAsked({ what: 'change', session }) },
            { label: t`Cancel Session`, destructive: true, run: () => setAsked({ what: 'cancel', session }) },
          ]}
        />
      </Box>
    );
  return (
    <>
      {batch.archivedAt === null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
          <Button variant="outlined" onClick={() => setAsked({ what: 'add' })}>{t`Add Session`}</Button>
          <Button variant="contained" onClick={() => setAsked({ what: 'weekly' })}>{t`Weekly Sessions`}</Button>
        </Box>
      )}
      <QueryPanel title={title} aside={steps} answer={{ data, error, refetch }} failure={t`The sessions could not be loaded.`} loading={t`Loading the sessions`} lines={4}>
        {(sessions) => <Months sessions={sessions.data} now={sessions.serverTime} acts={acts} />}
      </QueryPanel>
      {asked?.what === 'add' && <SessionDialog batchId={batch.id} session={null} onClose={close} />}
      {asked?.what === 'change' && <SessionDialog batchId={batch.id} session={asked.session} onClose={close} />}
      {asked?.what === 'cancel' && <CancelDialog session={asked.session} onClose={close} />}
      {asked?.what === 'weekly' && (
        <WeeklyDialog
          batch={batch}
          onPlanned={(day) => {
            close();
            go(day.slice(0, 7));
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface MonthsProps {
  readonly sessions: readonly TrainingSession[];
  readonly now: string;
  readonly acts: (session: TrainingSession) => ReactNode;
}

/** The sessions of one month: what is to come first, then what was, the newest first. */
function Months({ sessions, now, acts }: MonthsProps) {
  const isPast = ({ endsAt }: TrainingSession) => Date.parse(endsAt) <= Date.parse(now);
  const [upcoming, past] = [sessions.filter((session) => !isPast(session)), sessions.filter(isPast).reverse()];
  const parts = [[t`Upcoming`, upcoming], [t`Past`, past]] as const;
  if (sessions.length === 0) return <Nothing>{t`No sessions in this month.`}</Nothing>;
  return parts.map(
    ([label, part]) =>
      part.length > 0 && (
        <Box key={label} sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Typography variant="subtitle2" component="h3" sx={{ ...padding, pt: 2, pb: 1 }}>
            {label}
          </Typography>
          <SessionList label={label} sessions={part} now={now} shows={{ day: true, takenBy: true }} acts={acts} />
        </Box>
      ),
  );
}
