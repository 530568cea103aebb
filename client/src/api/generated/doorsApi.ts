import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listServerKeys: build.query<
      ListServerKeysApiResponse,
      ListServerKeysApiArg
    >({
      query: () => ({ url: `/api/v1/companies/current/keys` }),
    }),
    createServerKey: build.mutation<
      CreateServerKeyApiResponse,
      CreateServerKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/keys`,
        method: "POST",
        body: queryArg.createKeyRequest,
      }),
    }),
    showOwnKey: build.query<ShowOwnKeyApiResponse, ShowOwnKeyApiArg>({
      query: () => ({ url: `/api/v1/companies/current/keys/own` }),
    }),
    revokeServerKey: build.mutation<
      RevokeServerKeyApiResponse,
      RevokeServerKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/keys/${encodeURIComponent(String(queryArg.keyId))}`,
        method: "DELETE",
      }),
    }),
    changeServerKey: build.mutation<
      ChangeServerKeyApiResponse,
      ChangeServerKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/keys/${encodeURIComponent(String(queryArg.keyId))}`,
        method: "PUT",
        body: queryArg.changeKeyRequest,
      }),
    }),
    endFormerSecretOfKey: build.mutation<
      EndFormerSecretOfKeyApiResponse,
      EndFormerSecretOfKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/keys/${encodeURIComponent(String(queryArg.keyId))}/former`,
        method: "DELETE",
      }),
    }),
    rotateServerKey: build.mutation<
      RotateServerKeyApiResponse,
      RotateServerKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/keys/${encodeURIComponent(String(queryArg.keyId))}/rotate`,
        method: "POST",
      }),
    }),
    listSources: build.query<ListSourcesApiResponse, ListSourcesApiArg>({
      query: () => ({ url: `/api/v1/companies/current/sources` }),
    }),
    createSource: build.mutation<CreateSourceApiResponse, CreateSourceApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources`,
        method: "POST",
        body: queryArg.createSourceRequest,
      }),
    }),
    deleteSource: build.mutation<DeleteSourceApiResponse, DeleteSourceApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources/${encodeURIComponent(String(queryArg.sourceId))}`,
        method: "DELETE",
      }),
    }),
    changeSource: build.mutation<ChangeSourceApiResponse, ChangeSourceApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources/${encodeURIComponent(String(queryArg.sourceId))}`,
        method: "PUT",
        body: queryArg.changeSourceRequest,
      }),
    }),
    confirmSourceHostKey: build.mutation<
      ConfirmSourceHostKeyApiResponse,
      ConfirmSourceHostKeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources/${encodeURIComponent(String(queryArg.sourceId))}/host-key`,
        method: "PUT",
        body: queryArg.hostKeyRequest,
      }),
    }),
    readSourceNow: build.mutation<
      ReadSourceNowApiResponse,
      ReadSourceNowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources/${encodeURIComponent(String(queryArg.sourceId))}/run`,
        method: "POST",
      }),
    }),
    testSource: build.mutation<TestSourceApiResponse, TestSourceApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sources/${encodeURIComponent(String(queryArg.sourceId))}/test`,
        method: "POST",
      }),
    }),
    listWebhooks: build.query<ListWebhooksApiResponse, ListWebhooksApiArg>({
      query: () => ({ url: `/api/v1/companies/current/webhooks` }),
    }),
    createWebhook: build.mutation<
      CreateWebhookApiResponse,
      CreateWebhookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks`,
        method: "POST",
        body: queryArg.createWebhookRequest,
      }),
    }),
    deleteWebhook: build.mutation<
      DeleteWebhookApiResponse,
      DeleteWebhookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks/${encodeURIComponent(String(queryArg.webhookId))}`,
        method: "DELETE",
      }),
    }),
    changeWebhook: build.mutation<
      ChangeWebhookApiResponse,
      ChangeWebhookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks/${encodeURIComponent(String(queryArg.webhookId))}`,
        method: "PUT",
        body: queryArg.changeWebhookRequest,
      }),
    }),
    listWebhookDeliveries: build.query<
      ListWebhookDeliveriesApiResponse,
      ListWebhookDeliveriesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks/${encodeURIComponent(String(queryArg.webhookId))}/deliveries`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          state: queryArg.state,
        },
      }),
    }),
    replayWebhookDelivery: build.mutation<
      ReplayWebhookDeliveryApiResponse,
      ReplayWebhookDeliveryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks/${encodeURIComponent(String(queryArg.webhookId))}/deliveries/${encodeURIComponent(String(queryArg.deliveryId))}/replay`,
        method: "POST",
      }),
    }),
    rotateWebhookSecret: build.mutation<
      RotateWebhookSecretApiResponse,
      RotateWebhookSecretApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/webhooks/${encodeURIComponent(String(queryArg.webhookId))}/secret`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as doorsApi };
export type ListServerKeysApiResponse = /** status 200 OK */ KeysAnswer;
export type ListServerKeysApiArg = void;
export type CreateServerKeyApiResponse = /** status 201 Created */ NewSecret;
export type CreateServerKeyApiArg = {
  createKeyRequest: CreateKeyRequest;
};
export type ShowOwnKeyApiResponse = /** status 200 OK */ KeyRecord;
export type ShowOwnKeyApiArg = void;
export type RevokeServerKeyApiResponse = /** status 200 OK */ MessageResponse;
export type RevokeServerKeyApiArg = {
  keyId: string;
};
export type ChangeServerKeyApiResponse = /** status 200 OK */ KeyRecord;
export type ChangeServerKeyApiArg = {
  keyId: string;
  changeKeyRequest: ChangeKeyRequest;
};
export type EndFormerSecretOfKeyApiResponse = /** status 200 OK */ KeyRecord;
export type EndFormerSecretOfKeyApiArg = {
  keyId: string;
};
export type RotateServerKeyApiResponse = /** status 200 OK */ NewSecret;
export type RotateServerKeyApiArg = {
  keyId: string;
};
export type ListSourcesApiResponse = /** status 200 OK */ SourcesResponse;
export type ListSourcesApiArg = void;
export type CreateSourceApiResponse = /** status 201 Created */ ImportSource;
export type CreateSourceApiArg = {
  createSourceRequest: CreateSourceRequest;
};
export type DeleteSourceApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteSourceApiArg = {
  sourceId: string;
};
export type ChangeSourceApiResponse = /** status 200 OK */ ImportSource;
export type ChangeSourceApiArg = {
  sourceId: string;
  changeSourceRequest: ChangeSourceRequest;
};
export type ConfirmSourceHostKeyApiResponse = /** status 200 OK */ ImportSource;
export type ConfirmSourceHostKeyApiArg = {
  sourceId: string;
  hostKeyRequest: HostKeyRequest;
};
export type ReadSourceNowApiResponse = /** status 200 OK */ ImportSource;
export type ReadSourceNowApiArg = {
  sourceId: string;
};
export type TestSourceApiResponse = /** status 200 OK */ SourceTest;
export type TestSourceApiArg = {
  sourceId: string;
};
export type ListWebhooksApiResponse = /** status 200 OK */ WebhooksResponse;
export type ListWebhooksApiArg = void;
export type CreateWebhookApiResponse =
  /** status 201 Created */ WebhookWithSecret;
export type CreateWebhookApiArg = {
  createWebhookRequest: CreateWebhookRequest;
};
export type DeleteWebhookApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteWebhookApiArg = {
  webhookId: string;
};
export type ChangeWebhookApiResponse = /** status 200 OK */ Webhook;
export type ChangeWebhookApiArg = {
  webhookId: string;
  changeWebhookRequest: ChangeWebhookRequest;
};
export type ListWebhookDeliveriesApiResponse =
  /** status 200 OK */ DeliveryPage;
export type ListWebhookDeliveriesApiArg = {
  webhookId: string;
  page?: number;
  pageSize?: number;
  state?: DeliveryState | null;
};
export type ReplayWebhookDeliveryApiResponse =
  /** status 200 OK */ WebhookDelivery;
export type ReplayWebhookDeliveryApiArg = {
  webhookId: string;
  deliveryId: string;
};
export type RotateWebhookSecretApiResponse =
  /** status 200 OK */ WebhookWithSecret;
export type RotateWebhookSecretApiArg = {
  webhookId: string;
};
export type Profile =
  | "SUPER_ADMIN"
  | "ADMIN"
  | "MANAGEMENT"
  | "TRAINER"
  | "INTERVIEW_PANELIST"
  | "PLACEMENT"
  | "TRAINEE";
export type KeyRecord = {
  createdAt: string;
  /** the name; null once the account is deleted */
  createdBy: string | null;
  expiresAt: string;
  formerUntil: string | null;
  id: string;
  /** to the minute */
  lastUsedAt: string | null;
  name: string;
  networks: string[];
  profile: Profile;
  scopes: string[];
  /** the account that the trail names */
  userId: string;
  version: number;
};
export type KeyProfile = {
  profile: Profile;
  scopes: string[];
};
export type KeysAnswer = {
  keys: KeyRecord[];
  profiles: KeyProfile[];
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
export type NewSecret = {
  createdAt: string;
  /** the name; null once the account is deleted */
  createdBy: string | null;
  expiresAt: string;
  formerUntil: string | null;
  id: string;
  /** to the minute */
  lastUsedAt: string | null;
  name: string;
  networks: string[];
  profile: Profile;
  scopes: string[];
  /** what the server sends as its bearer token; it is never shown again */
  secret: string;
  /** the account that the trail names */
  userId: string;
  version: number;
};
export type CreateKeyRequest = {
  expiresAt: string;
  name: string;
  networks: string[];
  profile: Profile;
  scopes: string[];
};
export type MessageResponse = {
  message: string;
};
export type ChangeKeyRequest = {
  expiresAt: string;
  name: string;
  networks: string[];
  scopes: string[];
  version: number;
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
export type SourceKind = "https" | "sftp";
export type SourceMode = "create" | "upsert" | "sync";
export type SourceOutcome =
  | "checking"
  | "started"
  | "waits"
  | "unchanged"
  | "no_file"
  | "grows"
  | "unreachable"
  | "refused"
  | "host_key"
  | "unreadable"
  | "paused";
export type SourceScope = {
  batchId: string | null;
  profile: Profile | null;
  workLocation: string | null;
};
export type ImportSource = {
  /** an https URL, or host[:port] of SFTP */
  address: string;
  at: string;
  days: number[];
  enabled: boolean;
  /** of the host key that was confirmed */
  fingerprint: string | null;
  folder: string;
  hasSecret: boolean;
  header: string;
  id: string;
  importId: string | null;
  importState: ImportState | null;
  /** whether new people are invited at once */
  invites: boolean;
  kind: SourceKind;
  lastRunAt: string | null;
  mode: SourceMode;
  /** what is to be mended, or why the import waits */
  note: string | null;
  outcome: SourceOutcome | null;
  /** whose rights its runs have; null once the account is deleted */
  ownerName: string | null;
  /** * stands for any letters */
  pattern: string;
  scope: SourceScope;
  username: string;
  version: number;
};
export type SourcesResponse = {
  sources: ImportSource[];
};
export type SyncScope = {
  batchId?: string | null;
  profile?: Profile | null;
  workLocation?: string | null;
};
export type CreateSourceRequest = {
  /** an https URL, or host[:port] of SFTP */
  address: string;
  at: string;
  days: number[];
  enabled?: boolean;
  folder?: string;
  header?: string;
  /** whether new people are invited at once */
  invites?: boolean;
  kind: SourceKind;
  mode: SourceMode;
  /** * stands for any letters */
  pattern?: string;
  scope?: SyncScope;
  secret?: string | null;
  username?: string;
};
export type ChangeSourceRequest = {
  /** an https URL, or host[:port] of SFTP */
  address: string;
  at: string;
  days: number[];
  enabled?: boolean;
  folder?: string;
  header?: string;
  /** whether new people are invited at once */
  invites?: boolean;
  kind: SourceKind;
  mode: SourceMode;
  /** * stands for any letters */
  pattern?: string;
  scope?: SyncScope;
  secret?: string | null;
  username?: string;
  version: number;
};
export type HostKeyRequest = {
  hostKey: string;
};
export type SourceTest = {
  file: string | null;
  fingerprint: string | null;
  /** of SFTP, where it is to be confirmed */
  hostKey: string | null;
  note: string | null;
};
export type WebhookEvent =
  | "person.created"
  | "person.changed"
  | "person.deleted"
  | "import.completed"
  | "invitation.created"
  | "invitation.accepted"
  | "stage.changed"
  | "attendance.taken"
  | "offer.changed";
export type Webhook = {
  createdAt: string;
  events: WebhookEvent[];
  /** until when the secret before signs too */
  formerUntil: string | null;
  id: string;
  stoppedAt: string | null;
  stoppedWhy: string | null;
  url: string;
  version: number;
  /** deliveries that will be tried (again) */
  waiting: number;
};
export type WebhooksResponse = {
  webhooks: Webhook[];
};
export type WebhookWithSecret = {
  createdAt: string;
  events: WebhookEvent[];
  /** until when the secret before signs too */
  formerUntil: string | null;
  id: string;
  secret: string;
  stoppedAt: string | null;
  stoppedWhy: string | null;
  url: string;
  version: number;
  /** deliveries that will be tried (again) */
  waiting: number;
};
export type CreateWebhookRequest = {
  events: WebhookEvent[];
  /** https, at a public address */
  url: string;
};
export type ChangeWebhookRequest = {
  events: WebhookEvent[];
  /** a webhook that was stopped goes on, from where it was stopped */
  starts?: boolean;
  /** https, at a public address */
  url: string;
  version: number;
};
export type DeliveryState = "queued" | "delivered" | "failed";
export type WebhookDelivery = {
  /** the status of the last answer; null: there was none */
  answered: number | null;
  attempts: number;
  /** as it is sent */
  body: {
    [key: string]: any;
  };
  createdAt: string;
  deliveredAt: string | null;
  error: string | null;
  event: string;
  id: string;
  nextAttemptAt: string | null;
  state: DeliveryState;
};
export type DeliveryPage = {
  data: WebhookDelivery[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
