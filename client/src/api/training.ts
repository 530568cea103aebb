import { type EventPayload } from './generated/liveEvents';
import { type ComparedRegister, trainingApi as generated } from './generated/trainingApi';

export type { AttendanceGrid, ComparedRegister, GridPerson, Mark, PatternAnswer, PlannedSession, RiskItem, Roster, RosterPerson, SheetAnswer, TrainingSession } from './generated/trainingApi';

const SESSIONS = { type: 'TrainingSession', id: 'LIST' } as const;
const ATTENDANCE = { type: 'Attendance', id: 'LIST' } as const;

export const trainingApi = generated.enhanceEndpoints({
  endpoints: {
    listTrainingSessions: { providesTags: [SESSIONS] },
    readSessionRoster: { providesTags: (_roster, _error, { trainingSessionId }) => [{ type: 'TrainingSession', id: trainingSessionId }] },
    readAttendanceOfBatch: { providesTags: [ATTENDANCE] },
    listAtRisk: { providesTags: [ATTENDANCE] },
    readOwnAttendance: { providesTags: [ATTENDANCE] },
    // Also after an error: the session may have been changed elsewhere.
    addTrainingSession: { invalidatesTags: [SESSIONS, 'Dashboard'] },
    planSessionPattern: { invalidatesTags: (_answer, _error, { patternRequest }) => (patternRequest.dryRun === true ? [] : [SESSIONS, ATTENDANCE, 'Dashboard']) },
    changeTrainingSession: { invalidatesTags: (_session, _error, { trainingSessionId }) => [SESSIONS, ATTENDANCE, { type: 'TrainingSession', id: trainingSessionId }, 'Dashboard'] },
    cancelTrainingSession: { invalidatesTags: (_session, _error, { trainingSessionId }) => [SESSIONS, ATTENDANCE, { type: 'TrainingSession', id: trainingSessionId }, 'Dashboard'] },
    markSessionAttendance: { invalidatesTags: (_answer, _error, { trainingSessionId }) => [SESSIONS, ATTENDANCE, { type: 'TrainingSession', id: trainingSessionId }, 'Dashboard'] },
  },
});

interface RegisterUpload {
  readonly batchId: string;
  readonly file: File;
  /** That of the comparison, to write the register. */
  readonly seen?: string;
  /** Why it comes late, where it does. */
  readonly reason?: string | undefined;
}

const registerApi = trainingApi.injectEndpoints({
  endpoints: (build) => ({
    // Multipart, which the generator does not write.
    sendRegister: build.mutation<ComparedRegister, RegisterUpload>({
      query: ({ batchId, file, seen, reason }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: `${registerOf(batchId)}/file`, method: 'POST', body, params: { seen, reason } };
      },
      invalidatesTags: (_answer, _error, { seen }) => (seen === undefined ? [] : [SESSIONS, ATTENDANCE, 'Dashboard']),
    }),
  }),
});

export const registerOf = (batchId: string) => `/api/v1/training/batches/${encodeURIComponent(batchId)}/attendance`;
export const { useSendRegisterMutation } = registerApi;
export const { useListTrainingSessionsQuery, useReadSessionRosterQuery, useReadAttendanceOfBatchQuery, useListAtRiskQuery, useReadOwnAttendanceQuery } = trainingApi;
export const { useAddTrainingSessionMutation, usePlanSessionPatternMutation, useChangeTrainingSessionMutation, useCancelTrainingSessionMutation, useMarkSessionAttendanceMutation } = trainingApi;

/** What a page of sessions shows is old once this has been heard. */
export const sessionsChanged = ({ id }: Pick<EventPayload<'training-session:changed'>, 'id'> = { id: null }) =>
  generated.util.invalidateTags([SESSIONS, ATTENDANCE, ...(id === null ? [] : [{ type: 'TrainingSession', id } as const])]);
