import { type ScoreDraft, scoreDropped, scoresKept, useOwnSheets } from '~/api/sheets/slice';
import { useAppDispatch } from '~/lib/dispatch';

import type { Criterion, OwnScore } from '../api';

interface Scored {
  readonly interviewId: string;
  readonly panelId: string;
  readonly label: string;
  readonly criteria: readonly Criterion[];
  /** What the server has. */
  readonly sent: OwnScore | null;
}

export type Typed = Pick<ScoreDraft, 'marks' | 'verdict' | 'note' | 'reason'>;

/** The caller's own score of a person: what is typed lies above what the server has, until it has taken it. */
export function useScore({ interviewId, panelId, label, criteria, sent }: Scored) {
  const dispatch = useAppDispatch();
  const { by, scores } = useOwnSheets();
  const draft = scores.find((each) => each.interviewId === interviewId);
  const { marks = {}, verdict = null, note = '' } = sent ?? {};
  const typed: Typed = draft ?? { marks, verdict, note: note ?? '', reason: '' };
  const isComplete = typed.verdict !== null && criteria.every(({ key }) => typed.marks[key] !== undefined);
  const keep = (changed: Partial<Typed>, isClosed: boolean) =>
    dispatch(scoresKept([{ ...typed, ...changed, id: `${by} ${interviewId}`, by, interviewId, panelId, label, changedAt: Date.now(), isClosed, refusal: isClosed ? null : (draft?.refusal ?? null) }]));
  return {
    typed,
    draft,
    isComplete,
    needsReason: sent !== null || draft?.refusal?.needsReason === true,
    change: (changed: Partial<Typed>) => keep(changed, false),
    send: () => keep({}, true),
    drop: () => dispatch(scoreDropped(`${by} ${interviewId}`)),
  };
}

export type Score = ReturnType<typeof useScore>;

/** It is whole, and the server does not have it. */
export const isToBeSent = ({ draft, isComplete, needsReason, typed }: Score) => draft !== undefined && !draft.isClosed && isComplete && (!needsReason || typed.reason.trim() !== '');
