import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImportHistory: build.query<
      ListImportHistoryApiResponse,
      ListImportHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          state: queryArg.state,
          search: queryArg.search,
          startedBy: queryArg.startedBy,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    uploadImportFile: build.mutation<
      UploadImportFileApiResponse,
      UploadImportFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports`,
        method: "POST",
        body: queryArg.body,
        params: {
          quotes: queryArg.quotes,
        },
      }),
    }),
    downloadImportTemplate: build.query<
      DownloadImportTemplateApiResponse,
      DownloadImportTemplateApiArg
    >({
      query: () => ({ url: `/api/v1/users/imports/template.csv` }),
    }),
    getImport: build.query<GetImportApiResponse, GetImportApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}`,
      }),
    }),
    cancelImportProcessing: build.mutation<
      CancelImportProcessingApiResponse,
      CancelImportProcessingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/cancel`,
        method: "POST",
      }),
    }),
    getImportColumns: build.query<
      GetImportColumnsApiResponse,
      GetImportColumnsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/columns`,
      }),
    }),
    chooseImportColumns: build.mutation<
      ChooseImportColumnsApiResponse,
      ChooseImportColumnsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/columns`,
        method: "PUT",
        body: queryArg.columnsRequest,
      }),
    }),
    showImportSamples: build.mutation<
      ShowImportSamplesApiResponse,
      ShowImportSamplesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/columns/samples`,
        method: "POST",
        body: queryArg.columnsRequest,
      }),
    }),
    chooseImportDateOrder: build.mutation<
      ChooseImportDateOrderApiResponse,
      ChooseImportDateOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/date-order`,
        method: "PUT",
        body: queryArg.dateOrderRequest,
      }),
    }),
    inviteImportPeople: build.mutation<
      InviteImportPeopleApiResponse,
      InviteImportPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/invite`,
        method: "POST",
      }),
    }),
    listMissingPeople: build.query<
      ListMissingPeopleApiResponse,
      ListMissingPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/missing`,
        params: {
          batchId: queryArg.batchId,
          workLocation: queryArg.workLocation,
          profile: queryArg.profile,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    downloadMissingPeople: build.query<
      DownloadMissingPeopleApiResponse,
      DownloadMissingPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/missing.csv`,
        params: {
          batchId: queryArg.batchId,
          workLocation: queryArg.workLocation,
          profile: queryArg.profile,
        },
      }),
    }),
    pauseRunningImport: build.mutation<
      PauseRunningImportApiResponse,
      PauseRunningImportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/pause`,
        method: "POST",
      }),
    }),
    listImportProblems: build.query<
      ListImportProblemsApiResponse,
      ListImportProblemsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/problems`,
        params: {
          mode: queryArg.mode,
        },
      }),
    }),
    downloadImportResults: build.query<
      DownloadImportResultsApiResponse,
      DownloadImportResultsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/results.csv`,
        params: {
          status: queryArg.status,
        },
      }),
    }),
    downloadImportResultsWorkbook: build.query<
      DownloadImportResultsWorkbookApiResponse,
      DownloadImportResultsWorkbookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/results.xlsx`,
        params: {
          status: queryArg.status,
        },
      }),
    }),
    resumePausedImport: build.mutation<
      ResumePausedImportApiResponse,
      ResumePausedImportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/resume`,
        method: "POST",
      }),
    }),
    deleteImportRows: build.mutation<
      DeleteImportRowsApiResponse,
      DeleteImportRowsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows`,
        method: "DELETE",
        body: queryArg.deleteRowsRequest,
      }),
    }),
    listImportRows: build.query<
      ListImportRowsApiResponse,
      ListImportRowsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          status: queryArg.status,
          field: queryArg.field,
          problem: queryArg.problem,
          mode: queryArg.mode,
        },
      }),
    }),
    editImportRows: build.mutation<
      EditImportRowsApiResponse,
      EditImportRowsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows/edit`,
        method: "POST",
        body: queryArg.editRowsRequest,
      }),
    }),
    undoImportChange: build.mutation<
      UndoImportChangeApiResponse,
      UndoImportChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows/undo`,
        method: "POST",
        body: queryArg.undoChangeRequest,
      }),
    }),
    deleteImportRow: build.mutation<
      DeleteImportRowApiResponse,
      DeleteImportRowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows/${encodeURIComponent(String(queryArg.row))}`,
        method: "DELETE",
      }),
    }),
    editImportRow: build.mutation<
      EditImportRowApiResponse,
      EditImportRowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows/${encodeURIComponent(String(queryArg.row))}`,
        method: "PATCH",
        body: queryArg.editRowRequest,
      }),
    }),
    uploadNextSheet: build.mutation<
      UploadNextSheetApiResponse,
      UploadNextSheetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/sheets`,
        method: "POST",
        body: queryArg.sheetRequest,
      }),
    }),
    startImportProcessing: build.mutation<
      StartImportProcessingApiResponse,
      StartImportProcessingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/start`,
        method: "POST",
        body: queryArg.startRequest,
      }),
    }),
    previewUndoOfImport: build.query<
      PreviewUndoOfImportApiResponse,
      PreviewUndoOfImportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/undo`,
      }),
    }),
    undoEndedImport: build.mutation<
      UndoEndedImportApiResponse,
      UndoEndedImportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/undo`,
        method: "POST",
      }),
    }),
    listImportValues: build.query<
      ListImportValuesApiResponse,
      ListImportValuesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/values`,
        params: {
          field: queryArg.field,
          mode: queryArg.mode,
          status: queryArg.status,
        },
      }),
    }),
    mapImportValue: build.mutation<
      MapImportValueApiResponse,
      MapImportValueApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/values`,
        method: "POST",
        body: queryArg.mapValueRequest,
      }),
    }),
    mapImportValues: build.mutation<
      MapImportValuesApiResponse,
      MapImportValuesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/values/changes`,
        method: "POST",
        body: queryArg.mapValuesRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as importsApi };
export type ListImportHistoryApiResponse = /** status 200 OK */ ImportPage;
export type ListImportHistoryApiArg = {
  page?: number;
  pageSize?: number;
  state?: ImportState | null | "";
  search?: string;
  startedBy?: string | null | "";
  from?: string | null | "";
  to?: string | null | "";
};
export type UploadImportFileApiResponse =
  /** status 201 Created */ UploadedResponse;
export type UploadImportFileApiArg = {
  quotes?: "plain" | null | "";
  body: {
    file: Blob;
  };
};
export type DownloadImportTemplateApiResponse = /** status 200 OK */ string;
export type DownloadImportTemplateApiArg = void;
export type GetImportApiResponse = /** status 200 OK */ ImportSnapshot;
export type GetImportApiArg = {
  importId: string;
};
export type CancelImportProcessingApiResponse =
  /** status 200 OK */ ImportSnapshot;
export type CancelImportProcessingApiArg = {
  importId: string;
};
export type GetImportColumnsApiResponse = /** status 200 OK */ ColumnsResponse;
export type GetImportColumnsApiArg = {
  importId: string;
};
export type ChooseImportColumnsApiResponse =
  /** status 200 OK */ ImportSnapshot;
export type ChooseImportColumnsApiArg = {
  importId: string;
  columnsRequest: ColumnsRequest;
};
export type ShowImportSamplesApiResponse = /** status 200 OK */ SamplesResponse;
export type ShowImportSamplesApiArg = {
  importId: string;
  columnsRequest: ColumnsRequest;
};
export type ChooseImportDateOrderApiResponse =
  /** status 200 OK */ ImportSnapshot;
export type ChooseImportDateOrderApiArg = {
  importId: string;
  dateOrderRequest: DateOrderRequest;
};
export type InviteImportPeopleApiResponse = /** status 200 OK */ ImportSnapshot;
export type InviteImportPeopleApiArg = {
  importId: string;
};
export type ListMissingPeopleApiResponse = /** status 200 OK */ MissingPage;
export type ListMissingPeopleApiArg = {
  importId: string;
  batchId?: string | null | "";
  workLocation?: string;
  profile?: Profile | null | "";
  page?: number;
  pageSize?: number;
};
export type DownloadMissingPeopleApiResponse = /** status 200 OK */ string;
export type DownloadMissingPeopleApiArg = {
  importId: string;
  batchId?: string | null | "";
  workLocation?: string;
  profile?: Profile | null | "";
};
export type PauseRunningImportApiResponse = /** status 200 OK */ ImportSnapshot;
export type PauseRunningImportApiArg = {
  importId: string;
};
export type ListImportProblemsApiResponse =
  /** status 200 OK */ ProblemsResponse;
export type ListImportProblemsApiArg = {
  importId: string;
  mode?: ImportMode;
};
export type DownloadImportResultsApiResponse = /** status 200 OK */ string;
export type DownloadImportResultsApiArg = {
  importId: string;
  status?:
    | "all"
    | "valid"
    | "warning"
    | "invalid"
    | "created"
    | "failed"
    | "changed"
    | "unchanged"
    | "new"
    | "refused"
    | "stale"
    | "undone"
    | "kept";
};
export type DownloadImportResultsWorkbookApiResponse =
  /** status 200 OK */ Blob;
export type DownloadImportResultsWorkbookApiArg = {
  importId: string;
  status?:
    | "all"
    | "valid"
    | "warning"
    | "invalid"
    | "created"
    | "failed"
    | "changed"
    | "unchanged"
    | "new"
    | "refused"
    | "stale"
    | "undone"
    | "kept";
};
export type ResumePausedImportApiResponse = /** status 200 OK */ ImportSnapshot;
export type ResumePausedImportApiArg = {
  importId: string;
};
export type DeleteImportRowsApiResponse = /** status 200 OK */ ImportSnapshot;
export type DeleteImportRowsApiArg = {
  importId: string;
  deleteRowsRequest: DeleteRowsRequest;
};
export type ListImportRowsApiResponse = /** status 200 OK */ ImportRowPage;
export type ListImportRowsApiArg = {
  importId: string;
  page?: number;
  pageSize?: number;
  status?: RowFilter | null;
  field?:
    | (
        | (
            | "fullName"
            | "email"
            | "code"
            | "phone"
            | "dateOfBirth"
            | "gender"
            | "workLocation"
            | "role"
            | "profile"
            | "isActive"
            | "batch"
            | "stage"
            | "row"
          )
        | string
      )
    | null;
  problem?: string | null;
  mode?: ImportMode;
};
export type EditImportRowsApiResponse = /** status 200 OK */ EditedRows;
export type EditImportRowsApiArg = {
  importId: string;
  editRowsRequest: EditRowsRequest;
};
export type UndoImportChangeApiResponse = /** status 200 OK */ ImportSnapshot;
export type UndoImportChangeApiArg = {
  importId: string;
  undoChangeRequest: UndoChangeRequest;
};
export type DeleteImportRowApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteImportRowApiArg = {
  importId: string;
  row: number;
};
export type EditImportRowApiResponse = /** status 200 OK */ ImportRow;
export type EditImportRowApiArg = {
  importId: string;
  row: number;
  editRowRequest: EditRowRequest;
};
export type UploadNextSheetApiResponse =
  /** status 201 Created */ UploadedResponse;
export type UploadNextSheetApiArg = {
  importId: string;
  sheetRequest: SheetRequest;
};
export type StartImportProcessingApiResponse =
  /** status 200 OK */ ImportSnapshot;
export type StartImportProcessingApiArg = {
  importId: string;
  startRequest: StartRequest;
};
export type PreviewUndoOfImportApiResponse = /** status 200 OK */ UndoResponse;
export type PreviewUndoOfImportApiArg = {
  importId: string;
};
export type UndoEndedImportApiResponse = /** status 200 OK */ ImportSnapshot;
export type UndoEndedImportApiArg = {
  importId: string;
};
export type ListImportValuesApiResponse = /** status 200 OK */ ValuesResponse;
export type ListImportValuesApiArg = {
  importId: string;
  field:
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string;
  mode?: ImportMode;
  status?: ("valid" | "warning" | "invalid") | null;
};
export type MapImportValueApiResponse = /** status 200 OK */ MappedRows;
export type MapImportValueApiArg = {
  importId: string;
  mapValueRequest: MapValueRequest;
};
export type MapImportValuesApiResponse = /** status 200 OK */ MappedRows;
export type MapImportValuesApiArg = {
  importId: string;
  mapValuesRequest: MapValuesRequest;
};
export type ImportMode = "create" | "update" | "upsert";
export type AccountName = {
  /** its name */
  fullName: string;
  /** of the account */
  id: string;
};
export type ImportState =
  | "mapping"
  | "validating"
  | "ready"
  | "processing"
  | "paused"
  | "completed"
  | "cancelled"
  | "failed"
  | "undoing"
  | "undone";
export type ImportSummary = {
  /** accounts updated */
  changed: number;
  /** rows whose account would be changed by an update */
  changedRows: number;
  /** rows judged so far */
  checkedRows: number;
  /** when it was uploaded */
  createdAt: string;
  /** rows invalid or failed */
  errorCount: number;
  /** seconds left; null before the first row and at the end */
  etaSeconds: number | null;
  /** rows that failed while being created */
  failedCount: number;
  /** as it was uploaded */
  fileName: string;
  /** when it ended */
  finishedAt: string | null;
  /** of the import */
  id: string;
  /** rows with an error, which the mode create refuses */
  invalidRows: number;
  /** false where it was started without inviting and its people are not invited since */
  invite: boolean;
  /** when its people are to be invited; null where no time waits */
  inviteAt: string | null;
  /** invitations sent */
  invited: number;
  /** which people it processes: new ones, those with an account, or both */
  mode: ImportMode;
  /** rows that can be created: no account of the company has their email */
  newRows: number;
  /** rows tried so far */
  processed: number;
  /** rows a second since the start; null before the first */
  ratePerSecond: number | null;
  /** why it failed, or which columns are to be chosen; else null */
  reason: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** when it was started */
  startedAt: string | null;
  /** who; null before the start */
  startedBy: AccountName | null;
  /** where it stands */
  state: ImportState;
  /** rows created, updated or unchanged */
  successCount: number;
  /** the same as `finishedAt` */
  timestamp: string | null;
  /** rows of the file */
  totalRows: number;
  /** accounts left as they are */
  unchanged: number;
  /** rows whose account has everything already */
  unchangedRows: number;
  /** rows that an undo has taken back */
  undone: number;
  /** who; null once the account is deleted */
  uploadedBy: AccountName | null;
  /** rows that can be created, warned ones included */
  validRows: number;
  /** rises with every change */
  version: number;
  /** rows with a warning */
  warningRows: number;
};
export type ImportPage = {
  data: ImportSummary[];
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
export type UploadedResponse = {
  id: string;
  state: ImportState;
};
export type DateExample = {
  /** the day that it is where the day comes first; null where it is none */
  day: string | null;
  /** the day that it is where the month comes first; null where it is none */
  month: string | null;
  /** as in the file */
  value: string;
};
export type DateOrder = "day" | "month";
export type ChangeKind = "edit" | "deletion" | "mapping";
export type LastChange = {
  /** who made it; null once the account is deleted */
  by: AccountName | null;
  /** of a mapping, and of an edit of a single cell; else null */
  field: string | null;
  /** the value of the field before; else null */
  from: string | null;
  /** what it did */
  kind: ChangeKind;
  /** counts the changes of this preview, from 1; never used again */
  number: number;
  /** rank of this row in the preview; else null */
  position: number | null;
  /** number of the row in the file, of a change of a single one; else null */
  row: number | null;
  /** rows that it touched */
  rows: number;
  /** the value of the field since then; else null */
  to: string | null;
};
export type FileLines = {
  /** above the headings, and not blank */
  above: number;
  /** without text, or with the number of the row alone */
  blank: number;
  /** example rows of the template, left out */
  examples: number;
  /** 1, or 0 where the file has no headings */
  heading: number;
  /** further lines of cells that have several */
  inside: number;
  /** people who have left, left out */
  left: number;
  /** totals and notes, which name no person, left out */
  notes: number;
  /** earlier rows of people with several, left out */
  repeated: number;
  /** rows of people, also those that cannot be created */
  rows: number;
  /** lines up to the last one that is not blank */
  total: number;
};
export type Answer =
  | "one_row"
  | "no_quotes"
  | "all_rows"
  | "visible_rows"
  | "with_struck"
  | "without_struck"
  | "as_empty"
  | "filled_down"
  | "one_sheet"
  | "all_sheets"
  | "without_hidden"
  | "with_hidden"
  | "as_shown"
  | "exchanged"
  | "like_others"
  | "without_left"
  | "as_inactive"
  | "each_row"
  | "latest_row";
export type AnswerChoice = {
  /** as it is shown */
  label: string;
  /** as it is sent */
  value: Answer;
};
export type QuestionKind =
  | "joined_lines"
  | "hidden_rows"
  | "struck_rows"
  | "merged_cells"
  | "other_sheets"
  | "hidden_sheets"
  | "exchanged_dates"
  | "left_people"
  | "repeated_people";
export type FileQuestion = {
  /** null as long as it waits: the import cannot be started before */
  answer: Answer | null;
  /** the answers, first the one by which it is read until one is given */
  choices: AnswerChoice[];
  /** what is asked, once in a file */
  kind: QuestionKind;
  /** a sentence */
  text: string;
};
export type RowStatus =
  | "valid"
  | "warning"
  | "invalid"
  | "created"
  | "updated"
  | "unchanged"
  | "failed"
  | "undone"
  | "kept"
  | "deleted";
export type RecentRow = {
  /** as in the file; where it has none the phone */
  email: string;
  /** the same as a sentence */
  message: string;
  /** number in the file, from 1 */
  row: number;
  /** what became of it */
  status: RowStatus;
};
export type EarlierImport = {
  /** when it was uploaded */
  createdAt: string;
  /** as it was uploaded */
  fileName: string;
  /** of the import */
  id: string;
  /** who; null once the account is deleted */
  uploadedBy: AccountName | null;
};
export type ImportSync = {
  /** the job that deactivates them, once the import has ended; null where none does */
  jobId: string | null;
  /** what becomes of the missing people */
  missing: "keep" | "deactivate";
  /** missing people at the start, or who were confirmed to be deactivated */
  people: number;
};
export type ImportSnapshot = {
  /** accounts updated */
  changed: number;
  /** rows whose account would be changed by an update */
  changedRows: number;
  /** rows judged so far */
  checkedRows: number;
  /** the fields that have a column, or one value for all rows */
  columns: (
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
        | "batch"
        | "stage"
      )
    | string
  )[];
  /** when it was uploaded */
  createdAt: string;
  /** a date that waits for the order, which must be chosen before the start; else null */
  dateExample: DateExample | null;
  /** what comes first in its dates: the day or the month; null as long as nothing decides */
  dateOrder: DateOrder | null;
  /** rows invalid or failed */
  errorCount: number;
  /** seconds left; null before the first row and at the end */
  etaSeconds: number | null;
  /** rows that failed while being created */
  failedCount: number;
  /** as it was uploaded */
  fileName: string;
  /** when it ended */
  finishedAt: string | null;
  /** of the import */
  id: string;
  /** rows with an error, which the mode create refuses */
  invalidRows: number;
  /** people whose first invitation is on its way */
  invitationsLeft: number;
  /** false where it was started without inviting and its people are not invited since */
  invite: boolean;
  /** when its people are to be invited; null where no time waits */
  inviteAt: string | null;
  /** invitations sent */
  invited: number;
  /** true while it waits because no worker runs; else left out */
  isWorkerAway?: boolean;
  /** in a preview that is ready: the change that an undo takes back; null where none is left */
  lastChange: LastChange | null;
  /** the account of its lines */
  lines: FileLines | null;
  /** which people it processes: new ones, those with an account, or both */
  mode: ImportMode;
  /** in a preview that is ready: batches that its rows name and the start makes; a long list is cut */
  newBatches: string[];
  /** rows that can be created: no account of the company has their email */
  newRows: number;
  /** sheets of the workbook that hold people and were not read yet */
  nextSheets: string[];
  /** rows tried so far */
  processed: number;
  /** what is to be answered before the start, by choosing columns */
  questions: FileQuestion[];
  /** rows a second since the start; null before the first */
  ratePerSecond: number | null;
  /** why it failed, or which columns are to be chosen; else null */
  reason: string | null;
  /** the last ten rows tried, newest first */
  recent: RecentRow[];
  /** sentences about the whole file */
  remarks: string[];
  /** the newest earlier import of the same content, unless it failed or was cancelled unstarted */
  sameAs: EarlierImport | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** when it was started */
  startedAt: string | null;
  /** who; null before the start */
  startedBy: AccountName | null;
  /** where it stands */
  state: ImportState;
  /** rows created, updated or unchanged */
  successCount: number;
  /** whether its file is the whole list of a scope; else null */
  sync: ImportSync | null;
  /** the same as `finishedAt` */
  timestamp: string | null;
  /** rows of the file */
  totalRows: number;
  /** accounts left as they are */
  unchanged: number;
  /** rows whose account has everything already */
  unchangedRows: number;
  /** rows that an undo has taken back */
  undone: number;
  /** columns that are kept aside; a long list is cut */
  unknownHeaders: string[];
  /** who; null once the account is deleted */
  uploadedBy: AccountName | null;
  /** rows that can be created, warned ones included */
  validRows: number;
  /** rises with every change */
  version: number;
  /** rows with a warning */
  warningRows: number;
};
export type OwnKind =
  "text" | "long" | "number" | "date" | "flag" | "one" | "many";
export type FieldGuess = {
  /** of one and many; else empty */
  choices: string[];
  kind: OwnKind;
  label: string;
};
export type Column = {
  /** the field that it is read as, or a part of it; null where it is left out */
  field:
    | (
        | (
            | "fullName"
            | "email"
            | "code"
            | "phone"
            | "dateOfBirth"
            | "gender"
            | "workLocation"
            | "role"
            | "profile"
            | "isActive"
            | "batch"
            | "stage"
          )
        | string
      )
    | null;
  /** of a column that is left out, for who may make fields; else null */
  guess: FieldGuess | null;
  /** its place, from 0; parts follow behind the columns of the file */
  index: number;
  /** its heading */
  name: string;
  /** a sentence where no field may be made of it */
  noGuess: string | null;
  /** the index of the column that it is a part of; null for the file's own */
  partOf: number | null;
  /** up to three of its filled cells */
  samples: string[];
  /** the field that its cells look like, where no column is that field; not read before it is chosen */
  suggestion:
    | (
        | (
            | "fullName"
            | "email"
            | "code"
            | "phone"
            | "dateOfBirth"
            | "gender"
            | "workLocation"
            | "role"
            | "profile"
            | "isActive"
          )
        | string
      )
    | null;
};
export type ColumnSplit = {
  /** the last one has the rest of the text */
  parts: number;
  /** what stands between the parts; a blank one is any run of spaces */
  separator: string;
};
export type ColumnsResponse = {
  columns: Column[];
  dateOrder: DateOrder | null;
  delimiter: "," | ";" | "\t" | "|";
  encoding:
    | "utf-8"
    | "utf-8-sig"
    | "utf-16"
    | "utf-16-le"
    | "utf-16-be"
    | "cp1252"
    | "cp1250"
    | "cp1251"
    | "cp1253"
    | "cp1254"
    | "cp1256"
    | "mac_roman"
    | "cp850"
    | "koi8-r";
  /** the fields; `batch` and `stage` are none of them, and never required */
  fields: (
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string
  )[];
  /** the line of the header, counted as in a spreadsheet; 0 where there is none */
  headerRow: number;
  /** the fields that a file may lack; all others are required */
  optional: (
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string
  )[];
  /** how many rows the guesses have looked at */
  sampledRows: number;
  /** the sheet that is read */
  sheet: string | null;
  /** the sheets of a workbook; empty for a text file */
  sheets: string[];
  /** by the index of their column */
  splits: {
    [key: string]: ColumnSplit;
  };
  /** by field without a column: what stands in every row */
  values: {
    [key: string]: string;
  };
};
export type SplitRequest = {
  parts: number;
  separator: string;
};
export type ColumnsRequest = {
  answers?: {
    [key: string]: Answer;
  };
  columns?: {
    [key: string]:
      | (
          | (
              | "fullName"
              | "email"
              | "code"
              | "phone"
              | "dateOfBirth"
              | "gender"
              | "workLocation"
              | "role"
              | "profile"
              | "isActive"
              | "batch"
              | "stage"
            )
          | string
        )
      | null;
  } | null;
  dateOrder?: DateOrder | null;
  delimiter?: ("," | ";" | "\t" | "|") | null;
  encoding?:
    | (
        | "utf-8"
        | "utf-8-sig"
        | "utf-16"
        | "utf-16-le"
        | "utf-16-be"
        | "cp1252"
        | "cp1250"
        | "cp1251"
        | "cp1253"
        | "cp1254"
        | "cp1256"
        | "mac_roman"
        | "cp850"
        | "koi8-r"
      )
    | null;
  headerRow?: number | null;
  mode?: ImportMode | null;
  sheet?: string | null;
  splits?: {
    [key: string]: SplitRequest;
  } | null;
  values?: {
    [key: string]: string;
  } | null;
};
export type CellProblem = {
  field: string;
  message: string;
};
export type RowValues = {
  code: string;
  dateOfBirth: string;
  email: string;
  fullName: string;
  gender: string;
  isActive: string;
  phone: string;
  profile: string;
  role: string;
  workLocation: string;
  [key: string]: string;
};
export type SamplePerson = {
  problems: CellProblem[];
  row: number;
  values: RowValues;
};
export type SamplesResponse = {
  /** the first rows of the file */
  people: SamplePerson[];
};
export type DateOrderRequest = {
  order: DateOrder;
};
export type ApplicationState = "waiting" | "accepted" | "declined";
export type ApplicationRecord = {
  appliedAt: string;
  decidedAt: string | null;
  reason: string | null;
  state: ApplicationState;
};
export type BatchName = {
  /** of the batch */
  id: string;
  /** its present name */
  name: string;
};
export type Gender = "MALE" | "FEMALE" | "OTHER" | "PREFER_NOT_TO_SAY";
export type Invitation =
  "none" | "queued" | "sent" | "lapsed" | "failed" | "accepted";
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
export type UserRecord = {
  /** one that waits or was declined; else null */
  application: ApplicationRecord | null;
  batches: BatchName[];
  /** what the company gave: a roll number, say */
  code: string | null;
  createdAt: string;
  dateOfBirth: string | null;
  /** null where the person has none */
  email: string | null;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  gender: Gender | null;
  id: string;
  invitation: Invitation;
  isActive: boolean;
  lastSignInAt: string | null;
  /** the email that waits to be confirmed by its recipient; else null */
  pendingEmail: string | null;
  phone: string;
  profile: Profile | null;
  role: Role;
  version: number;
  workLocation: string | null;
};
export type RefusedPeople = {
  /** how many people */
  count: number;
  /** a sentence */
  reason: string;
};
export type MissingPage = {
  /** missing people that the caller may deactivate */
  allowed: number;
  data: UserRecord[];
  /** missing people whose phone is in the file: their email may be a new one */
  knownPhones: number;
  page: number;
  pageSize: number;
  /** active people of the scope */
  people: number;
  /** missing people who would stay active, by reason, most first */
  refused: RefusedPeople[];
  /** the per cent of `people` beyond which the number is to be typed */
  threshold: number;
  total: number;
  totalIsExact: boolean;
  /** rows that are refused and name no email: their people may count as missing */
  unmatched: number;
};
export type ProblemOfRows = {
  field:
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
        | "batch"
        | "stage"
        | "row"
      )
    | string;
  message: string;
  rows: number;
};
export type SpellingOfRows = {
  field:
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string;
  people: number;
  rows: number;
  usual: string;
  value: string;
};
export type ProblemsResponse = {
  problems: ProblemOfRows[];
  spellings: SpellingOfRows[];
};
export type DeleteRowsRequest = {
  rows: number[];
};
export type RowChange = "changed" | "unchanged";
export type ImportRow = {
  accountName: string | null;
  batch: string;
  before: {
    [key: string]: string;
  };
  change: RowChange | null;
  editedBy: AccountName | null;
  errors: CellProblem[];
  invitation: Invitation | null;
  line: number | null;
  message: string | null;
  position: number;
  row: number;
  stage: string;
  status: RowStatus;
  updateErrors: CellProblem[];
  userId: string | null;
  values: RowValues;
  version: number;
  warnings: CellProblem[];
};
export type ImportRowPage = {
  data: ImportRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type RowFilter =
  | "valid"
  | "warning"
  | "invalid"
  | "created"
  | "failed"
  | "changed"
  | "unchanged"
  | "new"
  | "refused"
  | "stale"
  | "undone"
  | "kept";
export type EditedRows = {
  rows: ImportRow[];
};
export type EditOfRow = {
  row: number;
  values: {
    [key: string]: string;
  };
  version: number;
};
export type EditRowsRequest = {
  rows: EditOfRow[];
};
export type UndoChangeRequest = {
  number?: number | null;
};
export type MessageResponse = {
  message: string;
};
export type EditRowRequest = {
  values: {
    [key: string]: string;
  };
  version: number;
};
export type SheetRequest = {
  sheet: string;
};
export type SyncScope = {
  batchId?: string | null;
  profile?: Profile | null;
  workLocation?: string | null;
};
export type SyncRequest = {
  missing?: "keep" | "deactivate";
  people?: number | null;
  scope: SyncScope;
  typed?: number | null;
};
export type StartRequest = {
  invite?: boolean | string;
  mode?: ImportMode | null;
  sync?: SyncRequest | null;
};
export type KeptRows = {
  /** a sentence */
  reason: string;
  /** how many rows of the file */
  rows: number;
};
export type UndoResponse = {
  /** accounts that would be deleted */
  accounts: number;
  /** rows whose accounts would stay, most first */
  kept: KeptRows[];
  /** such people who would stay inactive, most first */
  keptInactive: RefusedPeople[];
  /** rows whose changes would stay, most first */
  keptUpdates: KeptRows[];
  /** people missing in the file who would be active again */
  reactivated: number;
  /** rows whose changes would be taken back */
  updates: number;
};
export type ValueOfRows = {
  mapped: string | null;
  rows: number;
  value: string;
};
export type ValuesResponse = {
  values: ValueOfRows[];
};
export type MappedRows = {
  rows: number;
};
export type MapValueRequest = {
  dryRun?: boolean;
  field:
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string;
  from: string;
  to: string;
};
export type ValueToMap = {
  field:
    | (
        | "fullName"
        | "email"
        | "code"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "isActive"
      )
    | string;
  from: string;
  to: string;
};
export type MapValuesRequest = {
  changes: ValueToMap[];
  dryRun?: boolean;
};
