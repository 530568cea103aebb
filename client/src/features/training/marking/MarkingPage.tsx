import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { marked, type Sheet, useOwnSheets } from '~/api/sheets/slice';
import type { Mark, Roster, RosterPerson } from '~/api/training';
import { OwnDevice } from '~/forms/OwnDevice';
import { TRAINING } from '~/lib/batchLinks';
import { useSecondsUntil } from '~/lib/clock';
import { useAppDispatch } from '~/lib/dispatch';
import { countPeople, dayOfMoment, formatDay, formatHour } from '~/lib/format';
import { TRAINERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { layout } from '~/theme/tokens';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { Notice } from '~/ui/Notice';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { PageSkeleton } from '~/ui/PageProblem';
import { Announcer } from '~/ui/ProgressPanel';
import { Note } from '~/ui/Text';

import { useKeptSessions } from '../components/DaySessions';
import { sayWhen } from '../components/SessionList';
import { MarkBar } from './MarkBar';
import { wordOf, withUnsent } from './marks';
import { PersonRow } from './PersonRow';
import { SheetNotices } from './SheetNotices';
import { useRoster } from './useRoster';

/** The server takes marks from so long before the start. */
const EARLY = 3_600_000;

function NoRoster({ error, sheets, onRetry }: { readonly error: unknown; readonly sheets: readonly Sheet[]; readonly onRetry: () => void }) {
  const kept = useKeptSessions();
  const isGone = isProblem(error) && error.status === 404;
  return (
    <PageShell>
      <BackLink to={TRAINING}>{t`Training`}</BackLink>
      <PageHeader title={sheets[0]?.batchName ?? t`Attendance`} />
      <SheetNotices sheets={sheets} roster={undefined} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isGone ? <Notice severity="warning">{t`This session is not there, or it is not one of your batches.`}</Notice> : <ErrorState message={messageOf(error, t`The list of this session could not be loaded.`)} onRetry={onRetry} />}
        {kept}
      </Box>
    </PageShell>
  );
}

/** The people of a session, to be tapped; one that is cancelled or has not begun takes no taps. */
function People({ people, canMark, onMark }: { readonly people: readonly RosterPerson[]; readonly canMark: boolean; readonly onMark: (person: RosterPerson, mark: Mark) => void }) {
  if (people.length === 0) return <EmptyState title={t`No one is on this list`}>{t`The people of the batch are on it, once there are some.`}</EmptyState>;
  return (
    <Box component="ul" aria-label={t`People`} sx={{ m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
      {people.map((person) => (
        <PersonRow key={person.id} person={person} onMark={canMark ? onMark : undefined} />
      ))}
    </Box>
  );
}

function Marking({ roster, keptAt, sheets }: { readonly roster: Roster; readonly keptAt: number | undefined; readonly sheets: readonly Sheet[] }) {
  const dispatch = useAppDispatch();
  const { by } = useOwnSheets();
  const { session } = roster;
  const opensAt = new Date(Date.parse(session.startsAt) - EARLY);
  const canMark = useSecondsUntil(opensAt.getTime()) === 0;
  const people = withUnsent(roster.people, sheets);
  const [said, setSaid] = useState('');

  const give = useCallback(
    (given: readonly { readonly person: RosterPerson; readonly mark: Mark }[]) => {
      const { id: sessionId, batchName, startsAt, version } = roster.session;
      const marks = given.map(({ person, mark }) => ({ userId: person.id, mark, was: person.mark }));
      dispatch(marked({ by, sessionId, batchName, startsAt, seen: version, shown: roster.people.map(({ id }) => id), marks }));
    },
    [by, dispatch, roster],
  );
  const giveOne = useCallback(
    (person: RosterPerson, mark: Mark) => {
      give([{ person, mark }]);
      setSaid(`${person.fullName}: ${wordOf(mark)}`);
    },
    [give],
  );
  const giveRest = () => {
    const rest = people.filter(({ mark }) => mark === null);
    give(rest.map((person) => ({ person, mark: 'present' })));
    setSaid(t`${{ people: countPeople(rest.length) }} marked present`);
  };

  return (
    <>
      {keptAt !== undefined && <Notice sx={{ mb: 2 }}>{t`The list as it was at ${{ time: formatHour(new Date(keptAt).toISOString()) }}.`}</Notice>}
      {!canMark && <Notice sx={{ mb: 2 }}>{t`This session has not begun. Its attendance can be taken from ${{ time: formatHour(opensAt.toISOString()) }} on ${{ day: formatDay(dayOfMoment(opensAt)) }}.`}</Notice>}
      {roster.isLate && sheets.every(({ refusal }) => refusal === null) && <Notice sx={{ mb: 2 }}>{t`This session ended more than 48 hours ago. You will be asked why its marks come now.`}</Notice>}
      {canMark && people.length > 0 && <Note sx={{ mb: 1 }}>{t`Tap a person for late, absent or excused.`}</Note>}
      <Box sx={{ mx: { xs: -2, sm: 0 }, mb: 2, borderBlock: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <People people={people} canMark={canMark} onMark={giveOne} />
      </Box>
      <Announcer>{said}</Announcer>
      {people.length > 0 && canMark && <MarkBar people={people} sheets={sheets} onRest={giveRest} />}
    </>
  );
}

/** Rosters are a trainer's: the others keep what they have not sent. */
function MarkingDevice() {
  return useHasProfile(TRAINERS) ? (
    <OwnDevice
      offered={t`Keep the names, codes and marks of today and tomorrow here, to mark without a network.`}
      kept={t`The names, codes and marks of today and tomorrow are kept here, for 36 hours at most, until you log out.`}
    />
  ) : (
    <OwnDevice offered={t`Keep marks here until they are sent, also when this page is closed.`} kept={t`Marks that are not sent yet are kept here.`} />
  );
}

/** Who is there: one press for all, then a tap for each exception. It works without a network, and says what is not sent. */
export function MarkingPage() {
  const { sessionId = '' } = useParams();
  const { roster, keptAt, error, refetch } = useRoster(sessionId);
  const sheets = useOwnSheets().sheets.filter((sheet) => sheet.sessionId === sessionId);
  if (roster === undefined) {
    return error === undefined ? <PageSkeleton title={t`Attendance`} /> : <NoRoster error={error} sheets={sheets} onRetry={() => void refetch()} />;
  }
  const { session } = roster;
  const { batchName, topic, place, state, reason } = session;
  return (
    <PageShell dense>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: `calc(100dvh - ${layout.topBar}px - 16px - var(--wm-offline-bar, 0px))` }}>
        <Box>
          <BackLink to={TRAINING}>{t`Training`}</BackLink>
        </Box>
        <PageHeader dense title={batchName} subtitle={joined(' · ', [sayWhen(session), topic ?? false, place ?? false])} />
        <SheetNotices sheets={sheets} roster={roster} />
        {state === 'cancelled' ? (
          <Notice severity="warning">{reason === null ? t`This session was cancelled.` : t`This session was cancelled: ${reason}`}</Notice>
        ) : (
          <>
            <MarkingDevice />
            <Marking roster={roster} keptAt={keptAt} sheets={sheets} />
          </>
        )}
      </Box>
    </PageShell>
  );
}
