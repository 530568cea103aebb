import { plural } from '@lingui/core/macro';
import { Badge, IconButton } from '@mui/material';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { Link, useMatch } from 'react-router';

import { selectClaims, type SessionState, useHasProfile } from '~/api/session/slice';
import { dropRosters, keepRoster, KEPT_SHEETS, keptRosters } from '~/api/sheets/kept';
import { isUnsent, keepingFailed, selectSheets, type Sheet, sheetClosed, sheetFailed, sheetRefused, type SheetsState, sheetsFound, sheetTaken, useOwnSheets } from '~/api/sheets/slice';
import { startSending } from '~/api/sheets/startSending';
import { useAskedBeforeLeaving, useKept } from '~/api/sheets/useKept';
import { type Roster, type SheetAnswer, trainingApi, useMarkSessionAttendanceMutation } from '~/api/training';
import { useAppDispatch } from '~/lib/dispatch';
import { TRAINERS } from '~/lib/profiles';
import { sessionPage } from '~/lib/training';
import { useRealtime } from '~/realtime/extra';
import { runSender } from '~/realtime/runSender';
import { UploadIcon } from '~/ui/icons';

import { keepNextDays } from './keepNextDays';
import { afterSheet } from './marks';

interface State {
  readonly api: ReturnType<typeof trainingApi.reducer>;
  readonly session: SessionState;
  readonly sheets: SheetsState;
}

const KEPT_ANEW_AFTER = 3_600_000;

const useTypedDispatch = useDispatch.withTypes<ThunkDispatch<State, unknown, UnknownAction>>();

/** Sends the sheets of the account while a page is open, whatever page that is. */
function useSending(by: string): void {
  const store = useStore<State>();
  const dispatch = useTypedDispatch();
  const realtime = useRealtime();
  const { all } = useOwnSheets();
  const [send] = useMarkSessionAttendanceMutation();
  const sender = useRef<ReturnType<typeof startSending<Sheet, SheetAnswer>>>(null);

  const take = useEffectEvent(async (sheet: Sheet, answer: SheetAnswer) => {
    const trainingSessionId = sheet.sessionId;
    const kept = (await keptRosters(by)).find(({ id }) => id === trainingSessionId);
    const roster: Roster | undefined = trainingApi.endpoints.readSessionRoster.select({ trainingSessionId })(store.getState()).data ?? kept?.roster;
    const nameOf = (userId: string) => roster?.people.find(({ id }) => id === userId)?.fullName ?? null;
    const shown = new Set(sheet.shown);
    dispatch(trainingApi.util.updateQueryData('readSessionRoster', { trainingSessionId }, (current) => afterSheet(current, sheet, answer)));
    if (kept !== undefined) await keepRoster(by, afterSheet(kept.roster, sheet, answer)).catch(() => dispatch(keepingFailed()));
    const differences = { conflicts: answer.conflicts, notMembers: answer.notMembers.map(nameOf), notSeen: answer.notSeen.filter((id) => !shown.has(id)) };
    dispatch(sheetTaken({ id: sheet.id, differences }));
  });
  const sendSheet = useEffectEvent(({ id: sheetId, sessionId: trainingSessionId, marks, seen, reason }: Sheet) =>
    send({ trainingSessionId, attendanceSheet: { sheetId, marks: [...marks], seen, reason } }),
  );

  useEffect(() => {
    const started = startSending<Sheet, SheetAnswer>({
      unsent: () => selectSheets(store.getState()).all.filter((sheet) => sheet.by === by && isUnsent(sheet)),
      queueOf: ({ sessionId }) => sessionId,
      send: (sheet) => sendSheet(sheet),
      onClosed: ({ id }) => dispatch(sheetClosed(id)),
      onTaken: (sheet, answer) => take(sheet, answer),
      onFailed: () => dispatch(sheetFailed()),
      onRefused: ({ id }, { status, code, message, errors }) => {
        const reason = errors?.['reason'];
        const refusal = { status, code, message: reason ?? message, needsReason: reason !== undefined };
        // Another tab of this browser has sent it before its last mark.
        dispatch(sheetRefused({ id, refusal: code === 'sheet_differs' ? null : refusal }));
      },
    });
    sender.current = started;
    return runSender(realtime, started);
  }, [by, dispatch, realtime, store]);

  useEffect(() => sender.current?.turn(), [all]);
}

/** Keeps the rosters of the next days fresh where the trainer's device is their own. */
function useKeptRosters(by: string): void {
  const store = useStore<State>();
  const dispatch = useAppDispatch();
  const { isOwnDevice } = useOwnSheets();
  const isTrainer = useHasProfile(TRAINERS);
  const isWanted = isTrainer && isOwnDevice;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let asOf = Number.NEGATIVE_INFINITY;
    const keep = () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine || performance.now() - asOf < KEPT_ANEW_AFTER) return;
      asOf = performance.now();
      keepNextDays(dispatch, by, () => !isOver && selectClaims(store.getState())?.userId === by)
        .then((isWhole) => {
          if (!isWhole) asOf = Number.NEGATIVE_INFINITY;
        })
        .catch((error: unknown) => {
          console.warn('The rosters of the next days could not be kept.', error);
          dispatch(keepingFailed());
        });
    };
    keep();
    window.addEventListener('online', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      isOver = true;
      window.removeEventListener('online', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [by, dispatch, isWanted, store]);
}

/** Where marks wait that the server has not taken, or that the user has to decide on. */
export function Outbox() {
  const dispatch = useAppDispatch();
  const { all, by, sheets, unsent, isKept } = useOwnSheets();
  useKept({ all, kept: KEPT_SHEETS, onFound: (found) => dispatch(sheetsFound(found)), onTakenBack: dropRosters });
  useSending(by);
  useKeptRosters(by);
  useAskedBeforeLeaving(unsent.length > 0 && !isKept);
  // The page of a session says it itself.
  const isShown = useMatch(sessionPage(':sessionId')) !== null;
  const [first] = sheets;
  if (first === undefined || isShown) return null;
  const label = plural(new Set(sheets.map(({ sessionId }) => sessionId)).size, { one: 'Attendance of # session is not done', other: 'Attendance of # sessions is not done' });
  return (
    <IconButton component={Link} to={sessionPage(first.sessionId)} title={label} aria-label={label}>
      <Badge variant="dot" color="primary">
        <UploadIcon fontSize="small" />
      </Badge>
    </IconButton>
  );
}
