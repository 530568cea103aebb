import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

import type { GivenMark, Mark, MarkConflict } from '~/api/generated/trainingApi';
import { useClaims } from '~/api/session/slice';
import { randomKey } from '~/lib/randomKey';
import { readItem } from '~/lib/storage';

/** Its value is the account that has said that this device is its own; empty where that was taken back. */
export const OWN_DEVICE = 'ownDevice';

/** What the server has answered to a sheet, and the user has not decided yet. */
export interface Differences {
  readonly conflicts: readonly MarkConflict[];
  /** The names of those who are not on the roster; null where the name is not known here. */
  readonly notMembers: readonly (string | null)[];
  /** The ids of those who are on the roster, and were not on this device. */
  readonly notSeen: readonly string[];
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly needsReason: boolean;
}

export interface MarkedSession {
  readonly sessionId: string;
  readonly batchName: string;
  readonly startsAt: string;
}

/** Marks of one session that are sent together. */
export interface Sheet extends MarkedSession {
  /** By it the server knows a sheet that is sent again. */
  readonly id: string;
  /** The account that has made it: no other one sees or sends it. */
  readonly by: string;
  /** The version of the session of which it was made, and who was on the roster then. */
  readonly seen: number;
  readonly shown: readonly string[];
  readonly marks: readonly (GivenMark & { readonly was: Mark | null })[];
  readonly reason: string | null;
  readonly changedAt: number;
  /** It may have reached the server: what follows makes another sheet. */
  readonly isClosed: boolean;
  readonly refusal: Refusal | null;
  readonly differences: Differences | null;
}

/** What one panelist thinks of a candidate: typed on this device, and not taken by the server yet. */
export interface ScoreDraft {
  /** That of the account and of the interview. */
  readonly id: string;
  readonly by: string;
  readonly interviewId: string;
  readonly panelId: string;
  /** The candidate's code or ticket. */
  readonly label: string;
  readonly marks: Readonly<Record<string, number>>;
  readonly verdict: 'yes' | 'no' | 'maybe' | null;
  readonly note: string;
  /** Why a score that was sent before is another one now. */
  readonly reason: string;
  readonly changedAt: number;
  /** It is to be sent. */
  readonly isClosed: boolean;
  readonly refusal: Refusal | null;
}

type NewMark = Pick<Sheet['marks'][number], 'userId' | 'mark' | 'was'>;

interface Marked extends MarkedSession, Pick<Sheet, 'by' | 'seen' | 'shown'> {
  readonly marks: readonly NewMark[];
}

export interface SheetsState {
  readonly all: readonly Sheet[];
  readonly scores: readonly ScoreDraft[];
  readonly sending: string | null;
  /** The last one that was sent got no answer. */
  readonly isWaiting: boolean;
  readonly ownDeviceOf: string | null;
  /** False once the device could not keep what it should. */
  readonly canKeep: boolean;
}

const changed = (state: SheetsState, id: string, change: (sheet: Sheet) => Sheet): SheetsState => ({
  ...state,
  all: state.all.map((sheet) => (sheet.id === id ? change(sheet) : sheet)),
});

/** The first mark of a person says what was there before; the last one counts. */
function together(before: Sheet['marks'], more: readonly NewMark[]): Sheet['marks'] {
  const merged = new Map(before.map((mark) => [mark.userId, mark]));
  for (const mark of more) merged.set(mark.userId, { ...mark, was: (merged.get(mark.userId) ?? mark).was });
  return [...merged.values()];
}

const isNothing = ({ conflicts, notMembers, notSeen }: Differences) => conflicts.length + notMembers.length + notSeen.length === 0;

const sheetsSlice = createSlice({
  name: 'sheets',
  initialState: (): SheetsState => ({ all: [], scores: [], sending: null, isWaiting: false, ownDeviceOf: readItem('localStorage', OWN_DEVICE), canKeep: true }),
  reducers: {
    marked: {
      prepare: (marked: Marked) => ({ payload: { ...marked, id: randomKey(), changedAt: Date.now() } }),
      reducer: (state, { payload: { marks, id, changedAt, ...made } }: PayloadAction<Marked & Pick<Sheet, 'id' | 'changedAt'>>) => {
        const ofSession = state.all.filter((sheet) => sheet.by === made.by && sheet.sessionId === made.sessionId);
        const last = ofSession.findLast((sheet) => sheet.differences === null);
        if (last !== undefined && !last.isClosed) return changed(state, last.id, (sheet) => ({ ...sheet, changedAt, marks: together(sheet.marks, marks) }));
        const reason = ofSession.at(-1)?.reason ?? null;
        return { ...state, all: [...state.all, { ...made, id, changedAt, marks, reason, isClosed: false, refusal: null, differences: null }] };
      },
    },
    /** The sessions that this device has kept. */
    sheetsFound: (state, { payload }: PayloadAction<readonly Sheet[]>) => {
      const known = new Set(state.all.map(({ id }) => id));
      return { ...state, all: [...payload.filter(({ id }) => !known.has(id)), ...state.all] };
    },
    sheetClosed: (state, { payload: id }: PayloadAction<string>) => ({ ...changed(state, id, (sheet) => ({ ...sheet, isClosed: true })), sending: id }),
    sheetFailed: (state) => ({ ...state, sending: null, isWaiting: true }),
    sheetTaken: (state, { payload: { id, differences } }: PayloadAction<{ readonly id: string; readonly differences: Differences }>) => ({
      ...state,
      sending: null,
      isWaiting: false,
      all: state.all.flatMap((sheet): Sheet[] => {
        if (sheet.id !== id) return [sheet];
        return isNothing(differences) ? [] : [{ ...sheet, differences }];
      }),
    }),
    /** Nothing of it was taken. With another id it is another sheet for the server. */
    sheetRefused: {
      prepare: (refused: { readonly id: string; readonly refusal: Refusal | null }) => ({ payload: { ...refused, nextId: randomKey() } }),
      reducer: (state, { payload: { id, refusal, nextId } }: PayloadAction<{ readonly id: string; readonly refusal: Refusal | null; readonly nextId: string }>) => ({
        ...changed(state, id, (sheet) => ({ ...sheet, isClosed: false, refusal, id: refusal === null ? nextId : id })),
        sending: null,
        isWaiting: false,
      }),
    },
    sentAgain: (state, { payload: { id, reason } }: PayloadAction<{ readonly id: string; readonly reason: string | null }>) =>
      changed(state, id, (sheet) => ({ ...sheet, reason, refusal: null, changedAt: 0 })),
    decided: (state, { payload: { id, differences } }: PayloadAction<{ readonly id: string; readonly differences: Partial<Differences> }>) => {
      const next = changed(state, id, (sheet) => (sheet.differences === null ? sheet : { ...sheet, differences: { ...sheet.differences, ...differences } }));
      return { ...next, all: next.all.filter((sheet) => sheet.differences === null || !isNothing(sheet.differences)) };
    },
    sheetsDropped: (state, { payload: ids }: PayloadAction<readonly string[]>) => ({ ...state, all: state.all.filter(({ id }) => !ids.includes(id)) }),
    scoresKept: (state, { payload }: PayloadAction<readonly ScoreDraft[]>) => ({ ...state, scores: [...state.scores.filter(({ id }) => payload.every((draft) => draft.id !== id)), ...payload] }),
    scoreDropped: (state, { payload }: PayloadAction<string>) => ({ ...state, scores: state.scores.filter(({ id }) => id !== payload) }),
    ownDeviceSaid: (state, { payload }: PayloadAction<string>) => ({ ...state, ownDeviceOf: payload, canKeep: true }),
    keepingFailed: (state) => ({ ...state, canKeep: false }),
  },
  selectors: { selectSheets: (state) => state },
});

export const { marked, sheetsFound, sheetClosed, sheetFailed, sheetTaken, sheetRefused, sentAgain, decided, sheetsDropped, scoresKept, scoreDropped, ownDeviceSaid, keepingFailed } = sheetsSlice.actions;
export const { selectSheets } = sheetsSlice.selectors;
export default sheetsSlice;

export const isUnsent = ({ differences }: Sheet) => differences === null;

/** The sheets and scores of the account that is signed in, whether this device is its own, and whether they outlive the page. */
export function useOwnSheets() {
  const state = useSelector(selectSheets);
  const by = useClaims()?.userId ?? '';
  const sheets = state.all.filter((sheet) => sheet.by === by);
  const isOwnDevice = by !== '' && state.ownDeviceOf === by;
  const scores = state.scores.filter((draft) => draft.by === by);
  return { ...state, by, sheets, scores, unsent: sheets.filter(isUnsent), isOwnDevice, isKept: isOwnDevice && state.canKeep };
}
