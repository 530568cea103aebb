import { plural, t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { useParams } from 'react-router';

import { type Answer, isProblem, messageOf } from '~/api/problem';
import { useSendOnce } from '~/api/useSendOnce';
import { useOwnSheets } from '~/api/sheets/slice';
import { OwnDevice } from '~/forms/OwnDevice';
import { useSecondsUntil } from '~/lib/clock';
import { formatHour, formatSeconds } from '~/lib/format';
import { joined } from '~/lib/texts';
import { useOnline } from '~/lib/useOnline';
import { usePolledQuery } from '~/realtime/extra';
import { useOwnFields } from '~/realtime/ownFields';
import { layout, radius } from '~/theme/tokens';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { CalendarIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { OwnFacts } from '~/ui/OwnFacts';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Announcer } from '~/ui/ProgressPanel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type CurrentCandidate, interviewsApi, type MetPerson, movedOn, type OwnScore, PATH, type PanelView } from '../api';
import { sayProgress } from '../panel/PanelItems';
import { ScoreForm } from '../panel/ScoreForm';
import { isToBeSent, useScore } from '../panel/useScore';

const POLL = 60_000;
/** A code stands on the screens for so long before its owner is not there. */
const TIME_TO_COME = 120_000;

const target = { minHeight: 44 } as const;

/** What is pressed on the day: each press is sent once, however often it is repeated. */
function usePresses({ panel, current }: PanelView) {
  const panelId = panel.id;
  const [callNext, calling] = interviewsApi.useCallNextMutation();
  const [begin, beginning] = interviewsApi.useBeginInterviewMutation();
  const [note, noting] = interviewsApi.useNoteAbsentMutation();
  const sendOnce = useSendOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const press = async (body: string, send: (sheetId: string) => PromiseLike<Answer<PanelView>>) => {
    setFailure(null);
    const { data, error } = await sendOnce(body, send);
    const now = movedOn(error);
    if (now !== null) {
      setFailure(now.current === null ? t`Another panelist has pressed before you. No one is in now.` : t`Another panelist has pressed before you: ${{ label: now.current.label }} ${{ fullName: now.current.person.fullName }} is called now.`);
    } else if (data === undefined) setFailure(messageOf(error, t`This did not work. Please try again.`));
    else setSaid(data.current === null ? t`No one waits.` : t`Called: ${{ label: data.current.label }} ${{ fullName: data.current.person.fullName }}`);
    return data;
  };
  const interviewId = current?.id ?? '';
  return {
    next: () => press(`next ${interviewId}`, (sheetId) => callNext({ panelId, nextRequest: { after: current?.id ?? null, sheetId } })),
    begin: () => press(`begin ${interviewId}`, (sheetId) => begin({ panelId, calledRequest: { interviewId, sheetId } })),
    absent: () => press(`absent ${interviewId} ${current?.absences ?? 0}`, (sheetId) => note({ panelId, calledRequest: { interviewId, sheetId } })),
    busy: calling.isLoading || beginning.isLoading || noting.isLoading,
    failure,
    said,
  };
}

type Presses = ReturnType<typeof usePresses>;

function Person({ current, presses }: { readonly current: CurrentCandidate; readonly presses: Presses }) {
  const { person, label, plannedAt, startedAt, state, calledAt, absences } = current;
  const { seen: fields } = useOwnFields();
  const online = useOnline();
  const wait = useSecondsUntil(calledAt === null ? null : Date.parse(calledAt) + TIME_TO_COME);
  const isCalled = state === 'called';
  return (
    <Box component="section" aria-label={t`Candidate`} sx={{ display: 'grid', gap: 1 }}>
      <Box>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {person.fullName}
        </Typography>
        <Note sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {joined(' · ', [
            label,
            plannedAt !== null && t`planned ${{ time: formatHour(plannedAt) }}`,
            isCalled && calledAt !== null && t`called ${{ time: formatHour(calledAt) }}`,
            !isCalled && startedAt !== null && t`in the room since ${{ time: formatHour(startedAt) }}`,
            absences > 0 && plural(absences, { one: 'was not there once', other: 'was not there # times' }),
          ])}
        </Note>
      </Box>
      {isCalled && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
          <Button variant="outlined" disabled={!online || presses.busy} sx={target} onClick={() => void presses.begin()}>
            {t`Is Here`}
          </Button>
          <Button variant="outlined" color="error" disabled={!online || presses.busy || wait > 0} sx={{ ...target, fontVariantNumeric: 'tabular-nums' }} onClick={() => void presses.absent()}>
            {wait > 0 ? t`Not There (${{ time: formatSeconds(wait) }})` : t`Not There`}
          </Button>
        </Box>
      )}
      {person.fields !== undefined && Object.keys(person.fields).length > 0 && (
        <Box component="details" sx={{ '& summary': { ...target, display: 'flex', alignItems: 'center', cursor: 'pointer', typography: 'body2', color: 'text.secondary' } }}>
          <summary>{t`More about the candidate`}</summary>
          <Box component="dl" sx={{ display: 'grid', gap: 1.5, m: 0, pb: 1 }}>
            <OwnFacts userId={person.id} fields={fields} values={person.fields} />
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** People of this panel without a score of the caller, or with a draft; the others below. */
function Met({ met, shown, onOpen }: { readonly met: readonly MetPerson[]; readonly shown: string | null; readonly onOpen: (interviewId: string) => void }) {
  const { scores } = useOwnSheets();
  const isOpen = ({ interviewId, isScored }: MetPerson) => !isScored || scores.some((draft) => draft.interviewId === interviewId);
  const list = (people: readonly MetPerson[], label: string) =>
    people.length > 0 && (
      <Box component="section" aria-label={label}>
        <Typography variant="subtitle2" component="h2" sx={{ mb: 0.5 }}>
          {label}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: radius.panel, overflow: 'hidden', '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
          {people.map((person) => (
            <li key={person.interviewId}>
              <ButtonBase aria-current={person.interviewId === shown ? 'true' : undefined} onClick={() => onOpen(person.interviewId)} sx={{ justifyContent: 'space-between', gap: 1, width: '100%', minHeight: 48, px: 2, py: 0.75, textAlign: 'start', bgcolor: 'background.paper' }}>
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', typography: 'body2', fontWeight: 500 }}>
                  {person.fullName} <Caption component="span">{person.label}</Caption>
                </Box>{' '}
                <Caption component="span" sx={{ flexShrink: 0, color: isOpen(person) ? 'warning.main' : 'text.secondary' }}>{isOpen(person) ? t`Not sent` : t`Sent`}</Caption>
              </ButtonBase>
            </li>
          ))}
        </Box>
      </Box>
    );
  return (
    <>
      {list(met.filter(isOpen), t`Scores not sent`)}
      {list(met.filter((person) => !isOpen(person)), t`Scored by you`)}
    </>
  );
}

interface ScoringProps {
  readonly view: PanelView;
  readonly presses: Presses;
  readonly met: MetPerson | undefined;
  readonly onBack: () => void;
}

/** The score of the present candidate, or of one that the panel has met; the first act is under the thumb. */
function Scoring({ view, presses, met, onBack }: ScoringProps) {
  const { panel, current, criteria, queue } = view;
  const online = useOnline();
  const read = interviewsApi.useReadScoresQuery({ interviewId: met?.interviewId ?? '' }, { skip: met === undefined || !met.isScored }).currentData;
  const ofMet: OwnScore | null = read?.scores.find(({ isOwn }) => isOwn) ?? null;
  const sent = met === undefined ? (current?.score ?? null) : ofMet;
  const shown = met ?? (current === null ? undefined : { interviewId: current.id, label: current.label });
  const score = useScore({ interviewId: shown?.interviewId ?? '', label: shown?.label ?? '', panelId: panel.id, criteria, sent });
  const sends = shown !== undefined && isToBeSent(score);
  const others = read?.scores.filter(({ isOwn }) => !isOwn) ?? [];
  const isPaused = panel.state !== 'open';
  const goOn = () => {
    if (sends) score.send();
    void presses.next();
  };
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, pb: 2 }}>
        {met !== undefined && (
          <Box>
            <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {met.fullName}
            </Typography>
            <Note>{met.label}</Note>
          </Box>
        )}
        {met === undefined && current !== null && <Person current={current} presses={presses} />}
        {shown !== undefined && (met === undefined || !met.isScored || read !== undefined) && <ScoreForm key={shown.interviewId} criteria={criteria} score={score} sent={sent} />}
        {shown === undefined && (
          <Box sx={{ display: 'grid', gap: 0.5, py: 2 }}>
            <Typography variant="h4" component="h2">{t`No one is in`}</Typography>
            <Note>{queue[0] === undefined ? t`No one waits for this panel now.` : t`Next: ${{ label: queue[0].label }} ${{ fullName: queue[0].fullName }}`}</Note>
          </Box>
        )}
        {others.length > 0 && <Note>{plural(others.length, { one: '# other panelist has sent a score too.', other: '# other panelists have sent scores too.' })}</Note>}
        {presses.failure !== null && <Notice severity="warning" role="alert">{presses.failure}</Notice>}
        <Announcer>{presses.said}</Announcer>
      </Box>
      <Box component="section" aria-label={t`Acts`} sx={{ position: 'sticky', bottom: 'var(--wm-offline-bar, 0px)', zIndex: 'appBar', display: 'grid', gap: 1, mt: 'auto', mx: { xs: -2, sm: 0 }, px: 2, pt: 1, pb: 'max(8px, env(safe-area-inset-bottom))', borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        {!online && <Caption sx={{ textAlign: 'center', color: 'warning.main' }}>{t`No network: scores stay here. Calling goes on when it is back.`}</Caption>}
        <Box sx={{ display: 'flex', gap: 1 }}>
          {met !== undefined && (
            <Button variant="outlined" sx={{ ...target, flex: 1 }} onClick={onBack}>
              {t`Back`}
            </Button>
          )}
          {met === undefined && sends && (
            <Button variant="outlined" sx={{ height: 56, flex: 1 }} onClick={score.send}>
              {t`Send`}
            </Button>
          )}
          {met === undefined ? (
            <ProgressButton variant="contained" size="large" busy={presses.busy} disabled={!online || isPaused || panel.roundState === 'closed'} sx={{ height: 56, flex: 2 }} onClick={goOn}>
              {current === null ? t`Call the Next One` : sends ? t`Send and Next` : t`Next`}
            </ProgressButton>
          ) : (
            <Button variant="contained" size="large" disabled={!sends} sx={{ height: 56, flex: 2 }} onClick={score.send}>
              {t`Send Score`}
            </Button>
          )}
        </Box>
      </Box>
    </>
  );
}

function OfPanel({ view }: { readonly view: PanelView }) {
  const { panel, met } = view;
  const presses = usePresses(view);
  const [opened, setOpened] = useState<string | null>(null);
  const [closing, setClosing] = useState(false);
  const { act: change, busy } = useAct(interviewsApi.useChangePanelStateMutation(), t`The panel could not be changed.`);
  const setState = (state: 'open' | 'paused' | 'closed') => change({ panelId: panel.id, panelStateRequest: { state } });
  const isOver = panel.roundState === 'closed';
  return (
    <PageShell dense>
      <Box sx={{ display: 'flex', flexDirection: 'column', maxWidth: 560, mx: 'auto', minHeight: `calc(100dvh - ${layout.topBar}px - 16px - var(--wm-offline-bar, 0px))` }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <BackLink to={PATH}>{t`Interviews`}</BackLink>
          {!isOver && (
            <ActsMenu
              label={t`Actions on the panel`}
              acts={[panel.state === 'open' ? { label: t`Pause`, run: () => void setState('paused') } : { label: t({ message: 'Open', context: 'act' }), run: () => void setState('open') }, panel.state !== 'closed' && { label: t`Close`, destructive: true, begins: true, run: () => setClosing(true) }]}
            />
          )}
        </Box>
        <PageHeader dense title={joined(' · ', [panel.name, panel.place ?? false])} subtitle={sayProgress(panel)} />
        {isOver && <Notice sx={{ mb: 2 }}>{t`The round is closed: no one is called any more. Scores can still be sent for a week.`}</Notice>}
        {!isOver && panel.state !== 'open' && (
          <Notice severity="warning" sx={{ mb: 2 }} action={<Button color="inherit" size="small" sx={target} disabled={busy} onClick={() => void setState('open')}>{t({ message: 'Open', context: 'act' })}</Button>}>
            {panel.state === 'paused' ? t`The panel is paused, and calls no one.` : t`The panel is closed. Others call those who waited for it.`}
          </Notice>
        )}
        <Scoring key={opened ?? view.current?.id ?? ''} view={view} presses={presses} met={met.find(({ interviewId }) => interviewId === opened)} onBack={() => setOpened(null)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 560, mx: 'auto', mt: 3 }}>
        <Met met={met} shown={opened} onOpen={setOpened} />
        <OwnDevice offered={t`Keep scores that are not sent here, also when this page is closed.`} kept={t`Scores that are not sent yet are kept here.`} />
      </Box>
      <ConfirmDialog open={closing} title={t`Close ${{ panel: panel.name }}?`} confirmLabel={t`Close Panel`} destructive busy={busy} onConfirm={() => void setState('closed').then(() => setClosing(false))} onClose={() => setClosing(false)}>
        {plural(panel.waiting, { 0: 'It calls no one any more.', one: 'It calls no one any more. # person who waits for it is called by the next free panel.', other: 'It calls no one any more. # people who wait for it are called by the next free panel.' })}
      </ConfirmDialog>
    </PageShell>
  );
}

/** A panel for those who sit on it: who is in, the own score, and Next. Without a network scores stay on the phone. */
export function PanelPage() {
  const { panelId = '' } = useParams();
  const { currentData, error, refetch } = usePolledQuery(interviewsApi.useReadPanelQuery, { panelId }, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const isGone = isProblem(error) && (error.status === 403 || error.status === 404);
  if (currentData !== undefined && !isGone) return <OfPanel view={currentData} />;
  const title = t`Panel`;
  if (error === undefined) return <PageSkeleton title={title} />;
  return <PageProblem error={error} onRetry={() => void refetch()} title={title} list={{ to: PATH, label: t`See your panels`, back: t`Interviews` }} icon={<CalendarIcon fontSize="small" />} permission="interview.score" />;
}
