import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBulkJobs: build.query<ListBulkJobsApiResponse, ListBulkJobsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    changeManyPeople: build.mutation<
      ChangeManyPeopleApiResponse,
      ChangeManyPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk`,
        method: "POST",
        body: queryArg.bulkRequest,
      }),
    }),
    getBulkJob: build.query<GetBulkJobApiResponse, GetBulkJobApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk/${encodeURIComponent(String(queryArg.bulkId))}`,
      }),
    }),
    cancelBulkJob: build.mutation<
      CancelBulkJobApiResponse,
      CancelBulkJobApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk/${encodeURIComponent(String(queryArg.bulkId))}/cancel`,
        method: "POST",
      }),
    }),
    downloadBulkResults: build.query<
      DownloadBulkResultsApiResponse,
      DownloadBulkResultsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk/${encodeURIComponent(String(queryArg.bulkId))}/results.csv`,
        params: {
          status: queryArg.status,
        },
      }),
    }),
    listBulkRows: build.query<ListBulkRowsApiResponse, ListBulkRowsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk/${encodeURIComponent(String(queryArg.bulkId))}/rows`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          status: queryArg.status,
        },
      }),
    }),
    undoEndedBulkJob: build.mutation<
      UndoEndedBulkJobApiResponse,
      UndoEndedBulkJobApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/bulk/${encodeURIComponent(String(queryArg.bulkId))}/undo`,
        method: "POST",
        body: queryArg.bulkUndoRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as bulkApi };
export type ListBulkJobsApiResponse = /** status 200 OK */ BulkPage;
export type ListBulkJobsApiArg = {
  page?: number;
  pageSize?: number;
};
export type ChangeManyPeopleApiResponse =
  /** status 200 OK */ BulkPreview | /** status 201 Created */ BulkStarted;
export type ChangeManyPeopleApiArg = {
  bulkRequest: BulkRequest;
};
export type GetBulkJobApiResponse = /** status 200 OK */ BulkSnapshot;
export type GetBulkJobApiArg = {
  bulkId: string;
};
export type CancelBulkJobApiResponse = /** status 200 OK */ BulkSnapshot;
export type CancelBulkJobApiArg = {
  bulkId: string;
};
export type DownloadBulkResultsApiResponse = /** status 200 OK */ string;
export type DownloadBulkResultsApiArg = {
  bulkId: string;
  status?: BulkRowFilter | null | "";
};
export type ListBulkRowsApiResponse = /** status 200 OK */ BulkRowPage;
export type ListBulkRowsApiArg = {
  bulkId: string;
  page?: number;
  pageSize?: number;
  status?: BulkRowFilter | null | "";
};
export type UndoEndedBulkJobApiResponse = /** status 200 OK */ BulkUndo;
export type UndoEndedBulkJobApiArg = {
  bulkId: string;
  bulkUndoRequest: BulkUndoRequest;
};
export type BulkAction =
  | "set"
  | "activate"
  | "deactivate"
  | "delete"
  | "invite"
  | "sign-out"
  | "add-to-batch"
  | "remove-from-batch"
  | "move-stage"
  | "announce";
export type BatchName = {
  /** of the batch */
  id: string;
  /** its present name */
  name: string;
};
export type StageName = {
  /** of the stage */
  id: string;
  /** its name among colleagues */
  name: string;
};
export type AccountName = {
  /** its name */
  fullName: string;
  /** of the account */
  id: string;
};
export type BulkState =
  "processing" | "completed" | "cancelled" | "undoing" | "undone";
export type BulkJob = {
  /** what it does */
  action: BulkAction;
  /** which batch it is about; else null */
  batch: BatchName | null;
  /** whether it can be undone now */
  canUndo: boolean;
  /** people that it has changed */
  done: number;
  /** seconds left; null before the first people and at the end */
  etaSeconds: number | null;
  /** people who stay as they were, with a reason */
  failed: number;
  /** when it ended */
  finishedAt: string | null;
  /** of the job */
  id: string;
  /** people tried so far */
  processed: number;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** what it gives, by field: null stays as it is; null unless the action is `set`. Of the company's own fields, as `field:key`, an empty text removes values; •••• are not for all who read this */
  set: {
    [key: string]: string | null;
  } | null;
  /** the stage to which it moves people; else null */
  stage: StageName | null;
  /** when it was started */
  startedAt: string;
  /** who; null once the account is deleted */
  startedBy: AccountName | null;
  /** where it stands */
  state: BulkState;
  /** people selected */
  total: number;
  /** people who had everything already */
  unchanged: number;
  /** until when it can be undone; null where it cannot */
  undoUntil: string | null;
  /** people whose change an undo has taken back */
  undone: number;
  /** rises with every change */
  version: number;
};
export type BulkPage = {
  data: BulkJob[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
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
export type RefusedPeople = {
  /** how many people */
  count: number;
  /** a sentence */
  reason: string;
};
export type BulkPreview = {
  /** people that the job would change */
  allowed: number;
  /** people who would stay as they are, by reason, most first */
  refused: RefusedPeople[];
  /** people selected */
  total: number;
  /** people who have everything already */
  unchanged: number;
};
export type BulkStarted = {
  /** of the job */
  id: string;
};
export type ApplicationState = "waiting" | "accepted" | "declined";
export type CandidacyState =
  | "eligible"
  | "applied"
  | "shortlisted"
  | "in_rounds"
  | "selected"
  | "rejected"
  | "withdrawn";
export type InvitationFilter =
  | "waiting"
  | "queued"
  | "sent"
  | "lapsed"
  | "failed"
  | "none"
  | "accepted"
  | "invited";
export type OfferFilter =
  | "made"
  | "placed"
  | "reported"
  | "confirmed"
  | "offered"
  | "accepted"
  | "declined"
  | "expired"
  | "withdrawn"
  | "joined"
  | "did_not_join"
  | "ended";
export type Profile =
  | "SUPER_ADMIN"
  | "ADMIN"
  | "MANAGEMENT"
  | "TRAINER"
  | "INTERVIEW_PANELIST"
  | "PLACEMENT"
  | "TRAINEE";
export type Role =
  | "ADMIN"
  | "MANAGER"
  | "HR"
  | "FACULTY"
  | "MENTOR"
  | "INTERVIEW_PANELIST"
  | "EMPLOYEE"
  | "TRAINEE"
  | "APPLICANT";
export type Status = "active" | "inactive";
export type SelectionFilter = {
  application?: ApplicationState | null | "";
  batch?: string | null | "";
  candidacy?: CandidacyState | null | "";
  createdFrom?: string | null | "";
  createdTo?: string | null | "";
  employer?: string | null | "";
  everInBatch?: string | null | "";
  fromImport?: string | null | "";
  invitation?: InvitationFilter | null | "";
  lastSignIn?: string | null | "";
  offer?: OfferFilter | null | "";
  offerFrom?: string | null | "";
  offerTo?: string | null | "";
  opening?: string | null | "";
  profile?: Profile | null | "";
  reached?: string | null | "";
  reachedFrom?: string | null | "";
  reachedTo?: string | null | "";
  role?: Role | null | "";
  search?: string;
  sort?: string | null | "";
  stage?: string | null | "";
  status?: Status | null | "";
  /** conditions on the company's own fields, all of which hold: JSON such as [{"field": "course", "is": ["CNC"]}, {"field": "marks", "from": 60, "to": 80}, {"field": "rollNo", "none": true}]; also isNot, and contains for a text. Values are given as in forms; several are one or another */
  where?: string;
  workLocation?: string;
};
export type BulkSelection = {
  filter?: SelectionFilter | null;
  ids?: string[] | null;
};
export type BulkChanges = {
  fields?: {
    [key: string]:
      boolean | number | number | string | (number | string)[] | null;
  } | null;
  profile?: string | null;
  role?: string | null;
  workLocation?: string | null;
};
export type BulkRequest = {
  action: BulkAction;
  batchId?: string | null;
  confirm?: number | null;
  dryRun?: boolean;
  reason?: string | null;
  select: BulkSelection;
  set?: BulkChanges | null;
  stageId?: string | null;
};
export type BulkRowStatus =
  "waiting" | "done" | "unchanged" | "failed" | "undone";
export type BulkRow = {
  /** its email at the start */
  email: string;
  /** its name at the start */
  fullName: string;
  /** why it stays as it was */
  message: string | null;
  /** number in the job, from 1 */
  row: number;
  /** what became of it */
  status: BulkRowStatus;
  /** of the account */
  userId: string;
};
export type BulkSnapshot = {
  /** what it does */
  action: BulkAction;
  /** which batch it is about; else null */
  batch: BatchName | null;
  /** whether it can be undone now */
  canUndo: boolean;
  /** people that it has changed */
  done: number;
  /** seconds left; null before the first people and at the end */
  etaSeconds: number | null;
  /** people who stay as they were, with a reason */
  failed: number;
  /** when it ended */
  finishedAt: string | null;
  /** of the job */
  id: string;
  /** true while it waits because no worker runs; else left out */
  isWorkerAway?: boolean;
  /** people tried so far */
  processed: number;
  /** while it runs, the last people, newest first; at most ten */
  recent: BulkRow[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** what it gives, by field: null stays as it is; null unless the action is `set`. Of the company's own fields, as `field:key`, an empty text removes values; •••• are not for all who read this */
  set: {
    [key: string]: string | null;
  } | null;
  /** the stage to which it moves people; else null */
  stage: StageName | null;
  /** when it was started */
  startedAt: string;
  /** who; null once the account is deleted */
  startedBy: AccountName | null;
  /** where it stands */
  state: BulkState;
  /** people selected */
  total: number;
  /** people who had everything already */
  unchanged: number;
  /** until when it can be undone; null where it cannot */
  undoUntil: string | null;
  /** people whose change an undo has taken back */
  undone: number;
  /** rises with every change */
  version: number;
};
export type BulkRowFilter = "done" | "unchanged" | "failed" | "undone";
export type BulkRowPage = {
  data: BulkRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type BulkUndoPreview = {
  /** people who would be as before */
  allowed: number;
  /** people who would stay as they are, by reason, most first */
  refused: RefusedPeople[];
  /** people that the job has changed */
  total: number;
};
export type BulkUndo = BulkSnapshot | BulkUndoPreview;
export type BulkUndoRequest = {
  dryRun?: boolean;
};
