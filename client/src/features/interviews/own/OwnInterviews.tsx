import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Dialog, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';

import { serverNow } from '~/lib/clock';
import { dayOfMoment, formatHour, formatNamedDay } from '~/lib/format';
import { joined, texts } from '~/lib/texts';
import { usePolledQuery } from '~/realtime/extra';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Notice } from '~/ui/Notice';
import { Entries, Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type AnswerRequest, interviewsApi, type OwnInterview } from '../api';
import { soundOn, useCall, useWakeLock } from './useCall';

const POLL = 60_000;
const target = { minHeight: 44 } as const;

const LABELS = texts<AnswerRequest['answer']>({ confirm: msg`I Will Come`, decline: msg`I Cannot Come`, here: msg`I Am Here` });

const isOver = ({ state }: OwnInterview) => state === 'done' || state === 'declined' || state === 'withdrawn';
const isWaiting = ({ state }: OwnInterview) => state === 'waiting' || state === 'confirmed';
const whereOf = ({ panel, place }: OwnInterview) => joined(', ', [panel ?? false, place ?? false]);

/** The call, as large as the screen: where to go, and the code that stands on the screens. */
function Call({ interview, onClose }: { readonly interview: OwnInterview; readonly onClose: () => void }) {
  const id = useId();
  const { panel, place, link, label, roundName } = interview;
  return (
    <Dialog open fullScreen onClose={onClose} role="alertdialog" aria-labelledby={id} slotProps={{ paper: { sx: { border: 0, borderRadius: 0 } } }}>
      <Box sx={{ display: 'grid', alignContent: 'space-between', justifyItems: 'center', gap: 3, minHeight: '100dvh', p: 3, textAlign: 'center', bgcolor: 'primary.main', color: 'primary.contrastText' }}>
        <Typography>{joined(' · ', [roundName, label])}</Typography>
        <Box id={id} sx={{ display: 'grid', gap: 1.5, overflowWrap: 'anywhere' }}>
          <Typography component="p" sx={{ fontSize: 'clamp(2.5rem, 14vw, 5rem)', fontWeight: 700, lineHeight: 1.1 }}>
            {panel ?? t`Your interview`}
          </Typography>
          {place !== null && <Typography component="p" sx={{ fontSize: 'clamp(1.75rem, 9vw, 3.25rem)', fontWeight: 600, lineHeight: 1.15 }}>{place}</Typography>}
          <Typography component="p" sx={{ fontSize: 'clamp(2rem, 11vw, 4rem)', fontWeight: 700 }}>
            {t({ message: 'now', context: 'interview' })}
          </Typography>
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, width: '100%', maxWidth: 420 }}>
          {link !== null && (
            <Button component="a" href={link} target="_blank" rel="noreferrer" variant="outlined" color="inherit" size="large" sx={{ minHeight: 56 }}>
              {t`Join Online`}
            </Button>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus */}
          <Button autoFocus variant="outlined" color="inherit" size="large" sx={{ minHeight: 56 }} onClick={onClose}>
            {t`I Am Coming`}
          </Button>
        </Box>
      </Box>
    </Dialog>
  );
}

function Answers({ interview }: { readonly interview: OwnInterview }) {
  const { act, busy } = useAct(interviewsApi.useAnswerInterviewMutation(), t`Your answer could not be saved.`);
  const [declining, setDeclining] = useState(false);
  const give = (answer: AnswerRequest['answer']) => act({ interviewId: interview.id, answerRequest: { answer } });
  // The first one is what most people mean.
  const order = (['here', 'confirm', 'decline'] as const).filter((answer) => interview.asks.includes(answer));
  if (order.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {order.map((answer, index) => (
        <ProgressButton
          key={answer}
          variant={index === 0 && answer !== 'decline' ? 'contained' : 'outlined'}
          color={answer === 'decline' ? 'inherit' : 'primary'}
          busy={busy}
          sx={target}
          onClick={() => {
            if (answer === 'decline') setDeclining(true);
            else {
              if (answer === 'here') soundOn();
              void give(answer);
            }
          }}
        >
          {LABELS[answer]}
        </ProgressButton>
      ))}
      <ConfirmDialog open={declining} title={t`You cannot come?`} confirmLabel={t`I Cannot Come`} destructive busy={busy} onConfirm={() => void give('decline').then(() => setDeclining(false))} onClose={() => setDeclining(false)}>
        {t`Your time is given to another. Only the people who plan the interviews can give you one again.`}
      </ConfirmDialog>
    </Box>
  );
}

/** Where one stands: called, in the queue, or with a time. */
function sayStanding(interview: OwnInterview, isToday: boolean): string {
  const { state, placeInQueue, expectedAt, plannedAt, day } = interview;
  if (state === 'called') return t`${{ where: whereOf(interview) }}: now`;
  if (state === 'in_room') return t`You are in ${{ where: whereOf(interview) }}`;
  if (state === 'absent') return t`You were not there when you were called. Please go to the desk.`;
  const when = isToday ? t`Today` : formatNamedDay(day);
  if (isToday && placeInQueue !== null) {
    const place = plural(placeInQueue, { one: 'You are next', other: 'You are number # in the queue' });
    return expectedAt === null ? place : t`${place}, at about ${{ time: formatHour(expectedAt) }}`;
  }
  return plannedAt === null ? when : t`${when} at ${{ time: formatHour(plannedAt) }}`;
}

function Interview({ interview }: { readonly interview: OwnInterview }) {
  const { id, roundName, location, label, panel, link, plannedAt, lastCalled, state, isHere, day, version } = interview;
  const isToday = day === dayOfMoment(new Date(serverNow()));
  const [closed, setClosed] = useState<number | null>(null);
  const isCalled = state === 'called';
  const waits = isToday && isWaiting(interview);
  useCall(isCalled && closed !== version);
  useWakeLock(waits || isCalled);
  return (
    <Box component="li" aria-label={roundName} sx={{ display: 'grid', gap: 1 }}>
      <div role="status">
        <Typography variant="h5" component="h3" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
          {sayStanding(interview, isToday)}
        </Typography>
      </div>
      <Note sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {joined(' · ', [roundName, location ?? false, panel !== null && !isCalled && state !== 'in_room' && whereOf(interview), isToday && plannedAt !== null && t`planned ${{ time: formatHour(plannedAt) }}`])}
      </Note>
      <Note sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {joined(' · ', [t`Your code: ${label}`, lastCalled !== null && waits && t`last called: ${lastCalled}`, isHere && waits && t`we know that you are here`, state === 'confirmed' && t`confirmed`])}
      </Note>
      {link !== null && !isOver(interview) && (
        <TextLink to={link} variant="body2">
          {t`Join online`}
        </TextLink>
      )}
      {isCalled && (
        <Button variant="contained" size="large" sx={{ minHeight: 56 }} onClick={() => setClosed(null)}>
          {t`Show it large`}
        </Button>
      )}
      <Answers interview={interview} />
      {waits && <Notice>{t`Keep this page open and the phone unlocked: a locked phone hears no call. It also stands on the screens in the hall.`}</Notice>}
      {isCalled && closed !== version && <Call key={id} interview={interview} onClose={() => setClosed(version)} />}
    </Box>
  );
}

/** The interviews of the reader that are not over: when, where, how far the queue is; the call fills the screen. */
export function OwnInterviews({ items }: { readonly items: readonly OwnInterview[] }) {
  // Waiting phones ask each minute, also while they are live: a hint may be lost.
  const { data } = usePolledQuery(interviewsApi.useListOwnInterviewsQuery, undefined, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const shown = (data?.data ?? items).filter((interview) => !isOver(interview));
  // The tab says it, too.
  const called = shown.find(({ state }) => state === 'called');
  const title = called && t`${{ where: whereOf(called) }}: now`;
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  if (shown.length === 0) return null;
  const heading = shown.length === 1 ? t`Your interview` : t`Your interviews`;
  return (
    <Panel title={heading}>
      <Entries label={heading}>
        {shown.map((interview) => (
          <Interview key={interview.id} interview={interview} />
        ))}
      </Entries>
    </Panel>
  );
}
