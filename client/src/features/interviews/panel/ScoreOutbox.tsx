import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'react-redux';

import { KEPT_SCORES } from '~/api/sheets/kept';
import { type ScoreDraft, scoreDropped, scoresKept, selectSheets, type SheetsState, useOwnSheets } from '~/api/sheets/slice';
import { startSending } from '~/api/sheets/startSending';
import { useAskedBeforeLeaving, useKept } from '~/api/sheets/useKept';
import { useAppDispatch } from '~/lib/dispatch';
import { useRealtime } from '~/realtime/extra';
import { runSender } from '~/realtime/runSender';

import { interviewsApi, type InterviewScores } from '../api';

interface State {
  readonly sheets: SheetsState;
}

/** Sends the scores of the account while a page is open, whatever page that is. */
export function ScoreOutbox() {
  const store = useStore<State>();
  const dispatch = useAppDispatch();
  const realtime = useRealtime();
  const { by, scores, isKept } = useOwnSheets();
  const all = selectSheets(store.getState()).scores;
  const [send] = interviewsApi.useSendScoreMutation();
  const sender = useRef<ReturnType<typeof startSending<ScoreDraft, InterviewScores>>>(null);
  useKept({ all, kept: KEPT_SCORES, onFound: (found) => dispatch(scoresKept(found)) });
  useAskedBeforeLeaving(scores.length > 0 && !isKept);

  const sendScore = useEffectEvent(({ interviewId, marks, verdict, note, reason }: ScoreDraft) =>
    send({ interviewId, scoreRequest: { marks, verdict: verdict ?? 'maybe', note, reason: reason.trim() === '' ? null : reason.trim() } }),
  );

  useEffect(() => {
    const drafts = () => selectSheets(store.getState()).scores.filter((draft) => draft.by === by);
    // Another one may have been typed since it was sent.
    const isStill = (sent: ScoreDraft) => drafts().includes(sent);
    const started = startSending<ScoreDraft, InterviewScores>({
      unsent: () => drafts().filter(({ isClosed, verdict }) => isClosed && verdict !== null),
      queueOf: ({ id }) => id,
      send: (draft) => sendScore(draft),
      onTaken: (draft) => {
        if (isStill(draft)) dispatch(scoreDropped(draft.id));
      },
      onFailed: () => undefined,
      onRefused: (draft, { status, code, message, errors }) => {
        const lacking = errors?.['reason'];
        if (isStill(draft)) dispatch(scoresKept([{ ...draft, isClosed: false, refusal: { status, code, message: lacking ?? message, needsReason: lacking !== undefined } }]));
      },
    });
    sender.current = started;
    return runSender(realtime, started);
  }, [by, dispatch, realtime, store]);

  useEffect(() => sender.current?.turn(), [scores]);
  return null;
}
