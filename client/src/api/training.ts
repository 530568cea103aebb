import { type EventPayload } from './generated/liveEvents';
import { serverApi } from './generated/serverApi';

export type { AttendanceGrid, GridPerson, Mark, PatternAnswer, PlannedSession, RiskItem, Roster, RosterPerson, SheetAnswer, TrainingSession } from './generated/serverApi';

const SESSIONS = { type: 'TrainingSession', id: 'LIST' } as const;
const ATTENDANCE = { type: 'Attendance', id: 'LIST' } as const;

const trainingApi = serverApi.enhanceEndpoints({
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

export const { useListTrainingSessionsQuery, useReadSessionRosterQuery, useReadAttendanceOfBatchQuery, useListAtRiskQuery, useReadOwnAttendanceQuery } = trainingApi;
export const { useAddTrainingSessionMutation, usePlanSessionPatternMutation, useChangeTrainingSessionMutation, useCancelTrainingSessionMutation, useMarkSessionAttendanceMutation } = trainingApi;

/** What a page of sessions shows is old once this has been heard. */
export const sessionsChanged = ({ id }: Pick<EventPayload<'training-session:changed'>, 'id'> = { id: null }) =>
  serverApi.util.invalidateTags([SESSIONS, ATTENDANCE, ...(id === null ? [] : [{ type: 'TrainingSession', id } as const])]);
