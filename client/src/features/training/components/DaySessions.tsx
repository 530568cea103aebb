import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { isProblem } from '~/api/problem';
import { useListTrainingSessionsQuery } from '~/api/training';
import { dayAfter } from '~/lib/days';
import { dayOfMoment, formatCount, formatNamedDay } from '~/lib/format';
import { serverNow } from '~/lib/clock';
import { useOnline } from '~/lib/useOnline';
import { usePolledQuery } from '~/realtime/extra';
import { ChevronLeftIcon, ChevronRightIcon } from '~/ui/icons';
import { StepButton } from '~/ui/Pager';
import { Nothing, padding, Panel, QueryPanel } from '~/ui/Panel';
import { Caption } from '~/ui/Text';

import { useKeptRosters } from '../marking/useRoster';
import { SessionList } from './SessionList';

/** A minute later another session may be the present one. */
const POLL = 60_000;
const DAYS_BACK = 7;
const SHOWN_FIRST = 5;
/** As many as the server lists. */
const MOST_LISTED = 500;

export const today = () => dayOfMoment(new Date(serverNow()));

/** The sessions whose rosters this device keeps; null where there are none. */
export function useKeptSessions(): ReactNode {
  const sessions = (useKeptRosters() ?? []).map(({ roster }) => roster.session);
  if (sessions.length === 0) return null;
  const title = t`On this phone`;
  return (
    <Panel title={title}>
      <SessionList label={title} sessions={sessions} now={new Date(serverNow()).toISOString()} shows={{ day: true, batch: true }} />
    </Panel>
  );
}

/** To the day or month before and after the one that is shown; the way back to the present one before them. */
export function Steps({ labels: [back, onward], onStep, children }: { readonly labels: readonly [string, string]; readonly onStep: (by: -1 | 1) => void; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      {children}
      <StepButton label={back} size={44} isEnd={false} onStep={() => onStep(-1)}>
        <ChevronLeftIcon fontSize="small" />
      </StepButton>
      <StepButton label={onward} size={44} isEnd={false} onStep={() => onStep(1)}>
        <ChevronRightIcon fontSize="small" />
      </StepButton>
    </Box>
  );
}

/** The sessions of one day, or where it is null of today; without a network, those that this device keeps. */
export function DaySessions({ day, onDay }: { readonly day: string | null; readonly onDay: (day: string | null) => void }) {
  const shown = day ?? today();
  const isToday = shown === today();
  const answer = usePolledQuery(useListTrainingSessionsQuery, { day: shown }, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const { currentData: data, error, refetch } = answer;
  const online = useOnline();
  const kept = useKeptSessions();
  if (kept !== null && (!online || (isProblem(error) && error.status === 0))) return kept;
  const go = (next: string) => onDay(next === today() ? null : next);
  const title = isToday ? t`Today, ${{ day: formatNamedDay(shown) }}` : formatNamedDay(shown);
  const steps = (
    <Steps labels={[t`Earlier day`, t`Later day`]} onStep={(by) => go(dayAfter(shown, by))}>
      {!isToday && <Button size="small" variant="text" onClick={() => onDay(null)}>{t`Today`}</Button>}
    </Steps>
  );
  return (
    <QueryPanel title={title} aside={steps} answer={{ data, error, refetch }} failure={t`The sessions could not be loaded.`} loading={t`Loading the sessions`} lines={3}>
      {(sessions) =>
        sessions.data.length === 0 ? (
          <Nothing>{t`No sessions on this day.`}</Nothing>
        ) : (
          <SessionList label={title} sessions={sessions.data} now={sessions.serverTime} shows={{ batch: true }} />
        )
      }
    </QueryPanel>
  );
}

/** The sessions of the last days whose attendance is missing; nothing where there are none. */
export function NotMarked() {
  const [all, setAll] = useState(false);
  const { data } = useListTrainingSessionsQuery({ from: dayAfter(today(), -DAYS_BACK), to: today(), unmarked: true }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  if (data === undefined) return null;
  const missing = data.data.toReversed();
  if (missing.length === 0) return null;
  const title = t`Not marked in the last 7 days`;
  return (
    <Panel title={title} aside={<Caption>{formatCount(missing.length)}</Caption>}>
      <SessionList label={title} sessions={all ? missing : missing.slice(0, SHOWN_FIRST)} now={data.serverTime} shows={{ day: true, batch: true }} />
      {missing.length > SHOWN_FIRST && !all && (
        <Box sx={{ ...padding, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ ml: -1.25 }}>{t`Show all ${{ count: formatCount(missing.length) }}`}</Button>
        </Box>
      )}
      {data.data.length >= MOST_LISTED && <Nothing>{t`There are more sessions than are looked at here: see the days one by one.`}</Nothing>}
    </Panel>
  );
}
