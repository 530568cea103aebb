import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAnnouncements: build.query<
      ListAnnouncementsApiResponse,
      ListAnnouncementsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          batch: queryArg.batch,
          author: queryArg.author,
        },
      }),
    }),
    sendAnnouncement: build.mutation<
      SendAnnouncementApiResponse,
      SendAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements`,
        method: "POST",
        body: queryArg.announcementRequest,
      }),
    }),
    getAnnouncement: build.query<
      GetAnnouncementApiResponse,
      GetAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements/${encodeURIComponent(String(queryArg.announcementId))}`,
      }),
    }),
    sendAgain: build.mutation<SendAgainApiResponse, SendAgainApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/announcements/${encodeURIComponent(String(queryArg.announcementId))}/again`,
        method: "POST",
        body: queryArg.againRequest,
      }),
    }),
    listRecipients: build.query<
      ListRecipientsApiResponse,
      ListRecipientsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements/${encodeURIComponent(String(queryArg.announcementId))}/recipients`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          state: queryArg.state,
        },
      }),
    }),
    downloadRecipients: build.query<
      DownloadRecipientsApiResponse,
      DownloadRecipientsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements/${encodeURIComponent(String(queryArg.announcementId))}/recipients.csv`,
        params: {
          state: queryArg.state,
        },
      }),
    }),
    retractAnnouncement: build.mutation<
      RetractAnnouncementApiResponse,
      RetractAnnouncementApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements/${encodeURIComponent(String(queryArg.announcementId))}/retract`,
        method: "POST",
        body: queryArg.retractRequest,
      }),
    }),
    listOwnAnnouncements: build.query<
      ListOwnAnnouncementsApiResponse,
      ListOwnAnnouncementsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/announcements`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    wishForAnnouncementMails: build.mutation<
      WishForAnnouncementMailsApiResponse,
      WishForAnnouncementMailsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/announcements/mail`,
        method: "PUT",
        body: queryArg.mailWish,
      }),
    }),
    markAnnouncementsSeen: build.mutation<
      MarkAnnouncementsSeenApiResponse,
      MarkAnnouncementsSeenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/announcements/seen`,
        method: "POST",
        body: queryArg.seenRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as announcementsApi };
export type ListAnnouncementsApiResponse =
  /** status 200 OK */ AnnouncementPage;
export type ListAnnouncementsApiArg = {
  page?: number;
  pageSize?: number;
  batch?: string | null | "";
  author?: string | null | "";
};
export type SendAnnouncementApiResponse =
  | /** status 200 OK */ AnnouncementPreview
  | /** status 201 Created */ AnnouncementSent;
export type SendAnnouncementApiArg = {
  announcementRequest: AnnouncementRequest;
};
export type GetAnnouncementApiResponse =
  /** status 200 OK */ AnnouncementDetail;
export type GetAnnouncementApiArg = {
  announcementId: string;
};
export type SendAgainApiResponse = /** status 201 Created */ AnnouncementSent;
export type SendAgainApiArg = {
  announcementId: string;
  againRequest: AgainRequest;
};
export type ListRecipientsApiResponse = /** status 200 OK */ RecipientPage;
export type ListRecipientsApiArg = {
  announcementId: string;
  page?: number;
  pageSize?: number;
  state?: RecipientState | null | "";
};
export type DownloadRecipientsApiResponse = /** status 200 OK */ string;
export type DownloadRecipientsApiArg = {
  announcementId: string;
  state?: RecipientState | null | "";
};
export type RetractAnnouncementApiResponse =
  /** status 200 OK */ AnnouncementDetail;
export type RetractAnnouncementApiArg = {
  announcementId: string;
  retractRequest: RetractRequest;
};
export type ListOwnAnnouncementsApiResponse =
  /** status 200 OK */ OwnAnnouncements;
export type ListOwnAnnouncementsApiArg = {
  page?: number;
  pageSize?: number;
};
export type WishForAnnouncementMailsApiResponse =
  /** status 200 OK */ MessageResponse;
export type WishForAnnouncementMailsApiArg = {
  mailWish: MailWish;
};
export type MarkAnnouncementsSeenApiResponse =
  /** status 200 OK */ MessageResponse;
export type MarkAnnouncementsSeenApiArg = {
  seenRequest: SeenRequest;
};
export type AccountName = {
  /** its name */
  fullName: string;
  /** of the account */
  id: string;
};
export type AnnouncementRecord = {
  /** to which people it was written, in words */
  audience: string;
  author: AccountName | null;
  batchId: string | null;
  byMail: boolean;
  canRetract: boolean;
  createdAt: string;
  failed: number;
  id: string;
  /** whether recipients are still being added */
  isSending: boolean;
  mailed: number;
  publishAt: string;
  retractedAt: string | null;
  seen: number;
  title: string;
  total: number;
  /** recipients who get no mail: they have no address, or want none */
  unreachable: number;
  version: number;
  /** recipients whose mails have not left yet */
  waiting: number;
};
export type AnnouncementPage = {
  data: AnnouncementRecord[];
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
export type AnnouncementPreview = {
  /** people who would get a mail at once */
  reachedByMail: number;
  /** people who would get it on their dashboard */
  reachedInProduct: number;
  /** people that it would not reach, by reason, most first */
  refused: RefusedPeople[];
  /** people chosen */
  total: number;
  /** people who have had three mails that day: theirs waits for the morning */
  waitingForDigest: number;
};
export type AnnouncementSent = {
  id: string;
  publishAt: string;
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
export type AnnouncementRequest = {
  batchId?: string | null;
  body: string;
  byMail?: boolean;
  confirm?: number | null;
  dryRun?: boolean;
  publishAt?: string | null;
  select?: BulkSelection | null;
  stageId?: string | null;
  title: string;
};
export type AnnouncementDetail = {
  /** to which people it was written, in words */
  audience: string;
  author: AccountName | null;
  batchId: string | null;
  body: string;
  byMail: boolean;
  canRetract: boolean;
  createdAt: string;
  failed: number;
  id: string;
  /** whether recipients are still being added */
  isSending: boolean;
  mailed: number;
  publishAt: string;
  retractedAt: string | null;
  seen: number;
  title: string;
  total: number;
  /** recipients who get no mail: they have no address, or want none */
  unreachable: number;
  version: number;
  /** recipients whose mails have not left yet */
  waiting: number;
};
export type AgainTo = "unseen";
export type AgainRequest = {
  confirm?: number | null;
  to: AgainTo;
};
export type MailState =
  "queued" | "digest" | "sent" | "failed" | "expired" | "cancelled";
export type RecipientRow = {
  email: string | null;
  fullName: string;
  /** why the mail failed */
  mailError: string | null;
  /** null: no mail goes to this person */
  mailState: MailState | null;
  seenAt: string | null;
  userId: string;
};
export type RecipientPage = {
  data: RecipientRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type RecipientState =
  "seen" | "unseen" | "mailed" | "failed" | "unreachable";
export type RetractRequest = {
  version: number;
};
export type OwnAnnouncement = {
  /** the name of who has written it; null once the account is deleted */
  author: string | null;
  /** plain text of one or several lines */
  body: string;
  id: string;
  /** addresses in the body that lead to the company's own domains */
  links: string[];
  publishedAt: string;
  seen: boolean;
  title: string;
};
export type OwnAnnouncements = {
  byMail: boolean;
  data: OwnAnnouncement[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type MessageResponse = {
  message: string;
};
export type MailWish = {
  byMail: boolean;
};
export type SeenRequest = {
  ids: string[];
};
