import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    readOwnAttendance: build.query<
      ReadOwnAttendanceApiResponse,
      ReadOwnAttendanceApiArg
    >({
      query: () => ({ url: `/api/v1/me/attendance` }),
    }),
    listAtRisk: build.query<ListAtRiskApiResponse, ListAtRiskApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/training/at-risk`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          below: queryArg.below,
          batch: queryArg.batch,
        },
      }),
    }),
    readAttendanceOfBatch: build.query<
      ReadAttendanceOfBatchApiResponse,
      ReadAttendanceOfBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/attendance`,
        params: {
          sessions: queryArg.sessions,
        },
      }),
    }),
    downloadRegister: build.query<
      DownloadRegisterApiResponse,
      DownloadRegisterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/attendance.csv`,
      }),
    }),
    downloadRegisterWorkbook: build.query<
      DownloadRegisterWorkbookApiResponse,
      DownloadRegisterWorkbookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/attendance.xlsx`,
      }),
    }),
    uploadRegister: build.mutation<
      UploadRegisterApiResponse,
      UploadRegisterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/attendance/file`,
        method: "POST",
        body: queryArg.body,
        params: {
          seen: queryArg.seen,
          reason: queryArg.reason,
        },
      }),
    }),
    listTrainingSessions: build.query<
      ListTrainingSessionsApiResponse,
      ListTrainingSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions`,
        params: {
          day: queryArg.day,
          batch: queryArg.batch,
          from: queryArg["from"],
          to: queryArg.to,
          unmarked: queryArg.unmarked,
        },
      }),
    }),
    addTrainingSession: build.mutation<
      AddTrainingSessionApiResponse,
      AddTrainingSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions`,
        method: "POST",
        body: queryArg.addSessionRequest,
      }),
    }),
    planSessionPattern: build.mutation<
      PlanSessionPatternApiResponse,
      PlanSessionPatternApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions/pattern`,
        method: "POST",
        body: queryArg.patternRequest,
      }),
    }),
    changeTrainingSession: build.mutation<
      ChangeTrainingSessionApiResponse,
      ChangeTrainingSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions/${encodeURIComponent(String(queryArg.trainingSessionId))}`,
        method: "PATCH",
        body: queryArg.changeSessionRequest,
      }),
    }),
    markSessionAttendance: build.mutation<
      MarkSessionAttendanceApiResponse,
      MarkSessionAttendanceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions/${encodeURIComponent(String(queryArg.trainingSessionId))}/attendance`,
        method: "PUT",
        body: queryArg.attendanceSheet,
      }),
    }),
    cancelTrainingSession: build.mutation<
      CancelTrainingSessionApiResponse,
      CancelTrainingSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions/${encodeURIComponent(String(queryArg.trainingSessionId))}/cancel`,
        method: "POST",
        body: queryArg.cancelSessionRequest,
      }),
    }),
    readSessionRoster: build.query<
      ReadSessionRosterApiResponse,
      ReadSessionRosterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/sessions/${encodeURIComponent(String(queryArg.trainingSessionId))}/roster`,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as trainingApi };
export type ReadOwnAttendanceApiResponse = /** status 200 OK */ OwnAttendance;
export type ReadOwnAttendanceApiArg = void;
export type ListAtRiskApiResponse = /** status 200 OK */ RiskPage;
export type ListAtRiskApiArg = {
  page?: number;
  pageSize?: number;
  below?: number | null | "";
  batch?: string | null | "";
};
export type ReadAttendanceOfBatchApiResponse =
  /** status 200 OK */ AttendanceGrid;
export type ReadAttendanceOfBatchApiArg = {
  batchId: string;
  sessions?: number;
};
export type DownloadRegisterApiResponse = /** status 200 OK */ string;
export type DownloadRegisterApiArg = {
  batchId: string;
};
export type DownloadRegisterWorkbookApiResponse = /** status 200 OK */ Blob;
export type DownloadRegisterWorkbookApiArg = {
  batchId: string;
};
export type UploadRegisterApiResponse = /** status 200 OK */ ComparedRegister;
export type UploadRegisterApiArg = {
  batchId: string;
  seen?: string | null | "";
  reason?: string | null;
  body: {
    file: Blob;
  };
};
export type ListTrainingSessionsApiResponse =
  /** status 200 OK */ TrainingSessionsResponse;
export type ListTrainingSessionsApiArg = {
  day?: string | null | "";
  batch?: string | null | "";
  from?: string | null | "";
  to?: string | null | "";
  unmarked?: boolean;
};
export type AddTrainingSessionApiResponse =
  /** status 201 Created */ PlannedSession;
export type AddTrainingSessionApiArg = {
  addSessionRequest: AddSessionRequest;
};
export type PlanSessionPatternApiResponse = /** status 200 OK */ PatternAnswer;
export type PlanSessionPatternApiArg = {
  patternRequest: PatternRequest;
};
export type ChangeTrainingSessionApiResponse =
  /** status 200 OK */ PlannedSession;
export type ChangeTrainingSessionApiArg = {
  trainingSessionId: string;
  changeSessionRequest: ChangeSessionRequest;
};
export type MarkSessionAttendanceApiResponse = /** status 200 OK */ SheetAnswer;
export type MarkSessionAttendanceApiArg = {
  trainingSessionId: string;
  attendanceSheet: AttendanceSheet;
};
export type CancelTrainingSessionApiResponse =
  /** status 200 OK */ TrainingSession;
export type CancelTrainingSessionApiArg = {
  trainingSessionId: string;
  cancelSessionRequest: CancelSessionRequest;
};
export type ReadSessionRosterApiResponse = /** status 200 OK */ Roster;
export type ReadSessionRosterApiArg = {
  trainingSessionId: string;
};
export type OwnStanding = {
  attended: number;
  batchId: string;
  batchName: string;
  excused: number;
  held: number;
  /** planned sessions that still count */
  left: number;
  mayMiss: number;
  /** how many of these the person has to attend; more than there are: out of reach */
  needs: number;
  /** attended of held; null before the first */
  percent: number | null;
  trainers: string[];
};
export type Mark = "present" | "late" | "absent" | "excused";
export type OwnMark = {
  batchName: string;
  mark: Mark;
  sessionId: string;
  startsAt: string;
  topic: string | null;
};
export type TrainingState = "planned" | "taken" | "cancelled";
export type OwnSession = {
  batchId: string;
  batchName: string;
  endsAt: string;
  id: string;
  link: string | null;
  place: string | null;
  startsAt: string;
  state: TrainingState;
  topic: string | null;
};
export type OwnAttendance = {
  batches: OwnStanding[];
  days: number | null;
  marks: OwnMark[];
  next: OwnSession | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  threshold: number;
  timeZone: string;
};
export type ErrorCode =
  | "announcements_used_up"
  | "another_change"
  | "another_session"
  | "bad_request"
  | "batch_archived"
  | "batch_exists"
  | "batch_too_large"
  | "called_just_now"
  | "candidacy_conflict"
  | "cannot_apply"
  | "changes_used_up"
  | "code_taken"
  | "columns_needed"
  | "company_suspended"
  | "conflict"
  | "contact_taken"
  | "criteria_in_use"
  | "daily_rows_exceeded"
  | "date_order_needed"
  | "edit_conflict"
  | "email_link_invalid"
  | "email_not_usable"
  | "employer_archived"
  | "employer_conflict"
  | "factor_exists"
  | "factor_setup_required"
  | "file_refused"
  | "file_too_large"
  | "flow_expired"
  | "forbidden"
  | "foreign_origin"
  | "idempotency_key_invalid"
  | "idempotency_key_reused"
  | "internal_error"
  | "invalid_credentials"
  | "invitation_link_invalid"
  | "invitation_stopped"
  | "invitation_too_soon"
  | "invitations_used_up"
  | "last_super_admin"
  | "last_way_in"
  | "locked"
  | "logout_token_invalid"
  | "method_not_allowed"
  | "missing_people_changed"
  | "missing_people_unconfirmed"
  | "network_not_allowed"
  | "no_valid_row"
  | "not_asked"
  | "not_found"
  | "not_invitable"
  | "not_met"
  | "not_on_panel"
  | "not_signed_in"
  | "not_waiting"
  | "nothing_to_undo"
  | "notice_link_invalid"
  | "offer_changed"
  | "offer_conflict"
  | "offer_over"
  | "offers_collide"
  | "opening_broken"
  | "opening_closed"
  | "opening_conflict"
  | "otp_expired"
  | "otp_invalid"
  | "otp_locked"
  | "panel_in_use"
  | "panel_moved_on"
  | "passkey_not_added"
  | "passkey_not_proved"
  | "passkey_refused"
  | "passkey_registered"
  | "passkeys_unavailable"
  | "password_change_required"
  | "payload_too_large"
  | "policy_refuses"
  | "questions_open"
  | "register_changed"
  | "request_timeout"
  | "resend_too_soon"
  | "results_changed"
  | "round_closed"
  | "round_published"
  | "row_changed"
  | "row_not_invalid"
  | "scores_not_open"
  | "seats_taken"
  | "self_forbidden"
  | "send_quota_reached"
  | "session_cancelled"
  | "session_not_begun"
  | "session_taken"
  | "sheet_differs"
  | "sign_up_closed"
  | "source_conflict"
  | "stage_archived"
  | "stage_in_use"
  | "stage_moved"
  | "step_up_required"
  | "taken_back"
  | "too_many_batches"
  | "too_many_connections"
  | "too_many_factors"
  | "too_many_failures"
  | "too_many_fields"
  | "too_many_jobs"
  | "too_many_keys"
  | "too_many_passkeys"
  | "too_many_requests"
  | "too_many_sends"
  | "too_many_server_keys"
  | "too_many_sessions"
  | "too_many_sources"
  | "too_many_stages"
  | "too_many_values"
  | "too_many_views"
  | "too_many_watched"
  | "too_many_webhooks"
  | "unavailable"
  | "unknown_event"
  | "unsupported_media_type"
  | "validation_failed"
  | "value_taken"
  | "view_exists"
  | "webhook_conflict"
  | "wrong_import_state"
  | "wrong_job_state";
export type Problem = {
  attemptsRemaining?: number | null;
  changedAt?: string | null;
  changedBy?: {
    [key: string]: any;
  } | null;
  changes?:
    | {
        [key: string]: any;
      }[]
    | null;
  code: ErrorCode;
  current?: {
    [key: string]: any;
  } | null;
  errors?: {
    [key: string]: string;
  } | null;
  lastChange?: {
    [key: string]: any;
  } | null;
  message: string;
  methods?: string[] | null;
  retryAfter?: number | null;
  row?: {
    [key: string]: any;
  } | null;
};
export type Card = {
  /** the company's own code of the person, where it has given one */
  code: string | null;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** of the account; it opens nothing */
  id: string;
};
export type RiskItem = {
  attended: number;
  batchId: string;
  batchName: string;
  excused: number;
  held: number;
  /** planned sessions that still count */
  left: number;
  mayMiss: number;
  /** how many of these the person has to attend; more than there are: out of reach */
  needs: number;
  /** attended of held; null before the first */
  percent: number | null;
  person: Card;
};
export type RiskPage = {
  data: RiskItem[];
  days: number | null;
  page: number;
  pageSize: number;
  threshold: number;
  total: number;
  totalIsExact: boolean;
};
export type GridPerson = {
  attended: number;
  excused: number;
  held: number;
  /** planned sessions that still count */
  left: number;
  /** one for each session; null: not on its roster, or without a mark */
  marks: (Mark | null)[];
  mayMiss: number;
  /** how many of these the person has to attend; more than there are: out of reach */
  needs: number;
  /** attended of held; null before the first */
  percent: number | null;
  person: Card;
};
export type TrainingSession = {
  batchId: string;
  batchName: string;
  endsAt: string;
  id: string;
  link: string | null;
  marked: number;
  /** on its roster; before it is taken those who are in the batch */
  people: number;
  place: string | null;
  /** who was there, on time or late */
  present: number;
  /** why it was cancelled */
  reason: string | null;
  startsAt: string;
  state: TrainingState;
  takenAt: string | null;
  /** the name of who sent the first sheet, where the account is there */
  takenBy: string | null;
  topic: string | null;
  version: number;
};
export type AttendanceGrid = {
  days: number | null;
  people: GridPerson[];
  /** by their start */
  sessions: TrainingSession[];
  threshold: number;
};
export type RegisterChange = {
  after: Mark;
  before: Mark | null;
  fullName: string;
  startsAt: string;
};
export type ProblemKind =
  | "no_session"
  | "several_sessions"
  | "day_twice"
  | "unknown_person"
  | "several_people"
  | "person_twice"
  | "unknown_mark";
export type RegisterProblem = {
  kind: ProblemKind;
  line: number;
  /** the cell, at most its first 60 characters */
  text: string;
};
export type ComparedRegister = {
  changes: number;
  /** the first fifty */
  firstChanges: RegisterChange[];
  isApplied: boolean;
  needsReason: boolean;
  people: number;
  problemCount: number;
  /** the first fifty */
  problems: RegisterProblem[];
  seen: string;
  sessions: number;
};
export type TrainingSessionsResponse = {
  /** by their start, at most 500 */
  data: TrainingSession[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** the company's */
  timeZone: string;
};
export type Clash = {
  batchName: string;
  startsAt: string;
  trainer: string;
};
export type PlannedSession = {
  batchId: string;
  batchName: string;
  /** at most 20: a warning, and no more */
  clashes: Clash[];
  endsAt: string;
  id: string;
  link: string | null;
  marked: number;
  /** on its roster; before it is taken those who are in the batch */
  people: number;
  place: string | null;
  /** who was there, on time or late */
  present: number;
  /** why it was cancelled */
  reason: string | null;
  startsAt: string;
  state: TrainingState;
  takenAt: string | null;
  /** the name of who sent the first sheet, where the account is there */
  takenBy: string | null;
  topic: string | null;
  version: number;
};
export type AddSessionRequest = {
  batchId: string;
  day: string;
  ends: string;
  link?: string | null;
  place?: string | null;
  starts: string;
  topic?: string | null;
};
export type DayState = "new" | "skipped" | "exists";
export type PatternDay = {
  day: string;
  endsAt: string;
  /** clocks go forward at this hour: the session is an hour later */
  isShifted: boolean;
  startsAt: string;
  state: DayState;
};
export type PatternAnswer = {
  /** at most 20: a warning, and no more */
  clashes: Clash[];
  created: number;
  days: PatternDay[];
};
export type PatternRequest = {
  batchId: string;
  dryRun?: boolean;
  ends: string;
  fromDay: string;
  link?: string | null;
  place?: string | null;
  skipped?: string[];
  starts: string;
  topic?: string | null;
  untilDay: string;
  weekdays: number[];
};
export type ChangeSessionRequest = {
  day?: string | null;
  ends?: string | null;
  link?: string | null;
  place?: string | null;
  starts?: string | null;
  topic?: string | null;
  version: number;
};
export type MarkConflict = {
  at: string | null;
  by: string | null;
  theirs: Mark | null;
  userId: string;
  yours: Mark;
};
export type SheetFigures = {
  marked: number;
  people: number;
  present: number;
};
export type SheetAnswer = {
  applied: number;
  conflicts: MarkConflict[];
  figures: SheetFigures;
  notMembers: string[];
  notSeen: string[];
  receivedAt: string;
  unchanged: number;
  version: number;
};
export type GivenMark = {
  mark: Mark;
  note?: string | null;
  userId: string;
  was?: Mark | null;
};
export type AttendanceSheet = {
  marks: GivenMark[];
  reason?: string | null;
  seen: number;
  sheetId: string;
};
export type CancelSessionRequest = {
  reason: string;
  version: number;
};
export type RosterPerson = {
  /** the company's own code of the person, where it has given one */
  code: string | null;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** of the account; it opens nothing */
  id: string;
  mark: Mark | null;
  markedBy: string | null;
  note: string | null;
  receivedAt: string | null;
};
export type Roster = {
  isLate: boolean;
  people: RosterPerson[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  session: TrainingSession;
  timeZone: string;
};
