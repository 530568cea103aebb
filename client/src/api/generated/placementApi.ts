import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEmployers: build.query<ListEmployersApiResponse, ListEmployersApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/employers`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    addEmployer: build.mutation<AddEmployerApiResponse, AddEmployerApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/employers`,
        method: "POST",
        body: queryArg.addEmployerRequest,
      }),
    }),
    changeEmployer: build.mutation<
      ChangeEmployerApiResponse,
      ChangeEmployerApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/employers/${encodeURIComponent(String(queryArg.employerId))}`,
        method: "PATCH",
        body: queryArg.changeEmployerRequest,
      }),
    }),
    listOwnOffers: build.query<ListOwnOffersApiResponse, ListOwnOffersApiArg>({
      query: () => ({ url: `/api/v1/me/offers` }),
    }),
    answerOffer: build.mutation<AnswerOfferApiResponse, AnswerOfferApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/me/offers/${encodeURIComponent(String(queryArg.offerId))}`,
        method: "POST",
        body: queryArg.answerOfferRequest,
      }),
    }),
    listOwnOpenings: build.query<
      ListOwnOpeningsApiResponse,
      ListOwnOpeningsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/openings`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    answerOpening: build.mutation<
      AnswerOpeningApiResponse,
      AnswerOpeningApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/openings/${encodeURIComponent(String(queryArg.openingId))}`,
        method: "POST",
        body: queryArg.applyRequest,
      }),
    }),
    listOffers: build.query<ListOffersApiResponse, ListOffersApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/offers`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          state: queryArg.state,
          opening: queryArg.opening,
        },
      }),
    }),
    changeOffer: build.mutation<ChangeOfferApiResponse, ChangeOfferApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}`,
        method: "PATCH",
        body: queryArg.changeOfferRequest,
      }),
    }),
    reportDidNotJoin: build.mutation<
      ReportDidNotJoinApiResponse,
      ReportDidNotJoinApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}/did-not-join`,
        method: "POST",
        body: queryArg.offerReasonRequest,
      }),
    }),
    endOffer: build.mutation<EndOfferApiResponse, EndOfferApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}/end`,
        method: "POST",
        body: queryArg.endOfferRequest,
      }),
    }),
    freeOffer: build.mutation<FreeOfferApiResponse, FreeOfferApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}/free`,
        method: "POST",
        body: queryArg.offerReasonRequest,
      }),
    }),
    reportJoined: build.mutation<ReportJoinedApiResponse, ReportJoinedApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}/joined`,
        method: "POST",
        body: queryArg.placementVersionRequest,
      }),
    }),
    withdrawOffer: build.mutation<
      WithdrawOfferApiResponse,
      WithdrawOfferApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/offers/${encodeURIComponent(String(queryArg.offerId))}/withdraw`,
        method: "POST",
        body: queryArg.offerReasonRequest,
      }),
    }),
    listOpenings: build.query<ListOpeningsApiResponse, ListOpeningsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          search: queryArg.search,
          state: queryArg.state,
          employer: queryArg.employer,
        },
      }),
    }),
    addOpening: build.mutation<AddOpeningApiResponse, AddOpeningApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings`,
        method: "POST",
        body: queryArg.addOpeningRequest,
      }),
    }),
    getOpening: build.query<GetOpeningApiResponse, GetOpeningApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}`,
      }),
    }),
    changeOpening: build.mutation<
      ChangeOpeningApiResponse,
      ChangeOpeningApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}`,
        method: "PATCH",
        body: queryArg.changeOpeningRequest,
      }),
    }),
    listOpeningCandidates: build.query<
      ListOpeningCandidatesApiResponse,
      ListOpeningCandidatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/candidates`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          state: queryArg.state,
          offer: queryArg.offer,
        },
      }),
    }),
    moveCandidates: build.mutation<
      MoveCandidatesApiResponse,
      MoveCandidatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/candidates`,
        method: "POST",
        body: queryArg.moveCandidatesRequest,
      }),
    }),
    getCandidate: build.query<GetCandidateApiResponse, GetCandidateApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/candidates/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    changeCandidate: build.mutation<
      ChangeCandidateApiResponse,
      ChangeCandidateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/candidates/${encodeURIComponent(String(queryArg.userId))}`,
        method: "PATCH",
        body: queryArg.changeCandidateRequest,
      }),
    }),
    closeOpening: build.mutation<CloseOpeningApiResponse, CloseOpeningApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/close`,
        method: "POST",
        body: queryArg.placementVersionRequest,
      }),
    }),
    uploadResults: build.mutation<
      UploadResultsApiResponse,
      UploadResultsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/file`,
        method: "POST",
        body: queryArg.body,
        params: {
          seen: queryArg.seen,
        },
      }),
    }),
    makeEmployerFile: build.mutation<
      MakeEmployerFileApiResponse,
      MakeEmployerFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/file.csv`,
        method: "POST",
        body: queryArg.sendFileRequest,
      }),
    }),
    makeEmployerWorkbook: build.mutation<
      MakeEmployerWorkbookApiResponse,
      MakeEmployerWorkbookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/file.xlsx`,
        method: "POST",
        body: queryArg.sendFileRequest,
      }),
    }),
    listWhoFits: build.query<ListWhoFitsApiResponse, ListWhoFitsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/fit`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    countWhoNearlyFits: build.query<
      CountWhoNearlyFitsApiResponse,
      CountWhoNearlyFitsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/nearly`,
      }),
    }),
    makeOpeningOffers: build.mutation<
      MakeOpeningOffersApiResponse,
      MakeOpeningOffersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/offers`,
        method: "POST",
        body: queryArg.makeOffersRequest,
      }),
    }),
    openOpening: build.mutation<OpenOpeningApiResponse, OpenOpeningApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/open`,
        method: "POST",
        body: queryArg.placementVersionRequest,
      }),
    }),
    rankCandidates: build.mutation<
      RankCandidatesApiResponse,
      RankCandidatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/rank`,
        method: "PUT",
        body: queryArg.rankRequest,
      }),
    }),
    chooseOpeningStaff: build.mutation<
      ChooseOpeningStaffApiResponse,
      ChooseOpeningStaffApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/staff`,
        method: "PUT",
        body: queryArg.openingStaffRequest,
      }),
    }),
    explainWhyNot: build.query<ExplainWhyNotApiResponse, ExplainWhyNotApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/openings/${encodeURIComponent(String(queryArg.openingId))}/why/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    readPlacementFigures: build.query<
      ReadPlacementFiguresApiResponse,
      ReadPlacementFiguresApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/placement/figures`,
        params: {
          by: queryArg.by,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as placementApi };
export type ListEmployersApiResponse = /** status 200 OK */ EmployerPage;
export type ListEmployersApiArg = {
  page?: number;
  pageSize?: number;
};
export type AddEmployerApiResponse = /** status 201 Created */ Employer;
export type AddEmployerApiArg = {
  addEmployerRequest: AddEmployerRequest;
};
export type ChangeEmployerApiResponse = /** status 200 OK */ Employer;
export type ChangeEmployerApiArg = {
  employerId: string;
  changeEmployerRequest: ChangeEmployerRequest;
};
export type ListOwnOffersApiResponse = /** status 200 OK */ OwnOffers;
export type ListOwnOffersApiArg = void;
export type AnswerOfferApiResponse = /** status 200 OK */ OwnOffers;
export type AnswerOfferApiArg = {
  offerId: string;
  answerOfferRequest: AnswerOfferRequest;
};
export type ListOwnOpeningsApiResponse = /** status 200 OK */ OwnOpeningPage;
export type ListOwnOpeningsApiArg = {
  page?: number;
  pageSize?: number;
};
export type AnswerOpeningApiResponse = /** status 200 OK */ OwnOpening;
export type AnswerOpeningApiArg = {
  openingId: string;
  applyRequest: ApplyRequest;
};
export type ListOffersApiResponse = /** status 200 OK */ OfferPage;
export type ListOffersApiArg = {
  page?: number;
  pageSize?: number;
  state?: OfferFilter | null | "";
  opening?: string | null | "";
};
export type ChangeOfferApiResponse = /** status 200 OK */ Offer;
export type ChangeOfferApiArg = {
  offerId: string;
  changeOfferRequest: ChangeOfferRequest;
};
export type ReportDidNotJoinApiResponse = /** status 200 OK */ Offer;
export type ReportDidNotJoinApiArg = {
  offerId: string;
  offerReasonRequest: OfferReasonRequest;
};
export type EndOfferApiResponse = /** status 200 OK */ Offer;
export type EndOfferApiArg = {
  offerId: string;
  endOfferRequest: EndOfferRequest;
};
export type FreeOfferApiResponse = /** status 200 OK */ Offer;
export type FreeOfferApiArg = {
  offerId: string;
  offerReasonRequest: OfferReasonRequest;
};
export type ReportJoinedApiResponse = /** status 200 OK */ Offer;
export type ReportJoinedApiArg = {
  offerId: string;
  placementVersionRequest: PlacementVersionRequest;
};
export type WithdrawOfferApiResponse = /** status 200 OK */ Offer;
export type WithdrawOfferApiArg = {
  offerId: string;
  offerReasonRequest: OfferReasonRequest;
};
export type ListOpeningsApiResponse = /** status 200 OK */ OpeningPage;
export type ListOpeningsApiArg = {
  page?: number;
  pageSize?: number;
  search?: string;
  state?: OpeningState | null | "";
  employer?: string | null | "";
};
export type AddOpeningApiResponse = /** status 201 Created */ Opening;
export type AddOpeningApiArg = {
  addOpeningRequest: AddOpeningRequest;
};
export type GetOpeningApiResponse = /** status 200 OK */ Opening;
export type GetOpeningApiArg = {
  openingId: string;
};
export type ChangeOpeningApiResponse = /** status 200 OK */ Opening;
export type ChangeOpeningApiArg = {
  openingId: string;
  changeOpeningRequest: ChangeOpeningRequest;
};
export type ListOpeningCandidatesApiResponse =
  /** status 200 OK */ OpeningCandidatePage;
export type ListOpeningCandidatesApiArg = {
  openingId: string;
  page?: number;
  pageSize?: number;
  state?: CandidacyState | null | "";
  offer?: OfferFilter | null | "";
};
export type MoveCandidatesApiResponse = /** status 200 OK */ MovedCandidates;
export type MoveCandidatesApiArg = {
  openingId: string;
  moveCandidatesRequest: MoveCandidatesRequest;
};
export type GetCandidateApiResponse = /** status 200 OK */ CandidateDetail;
export type GetCandidateApiArg = {
  openingId: string;
  userId: string;
};
export type ChangeCandidateApiResponse = /** status 200 OK */ CandidateDetail;
export type ChangeCandidateApiArg = {
  openingId: string;
  userId: string;
  changeCandidateRequest: ChangeCandidateRequest;
};
export type CloseOpeningApiResponse = /** status 200 OK */ Opening;
export type CloseOpeningApiArg = {
  openingId: string;
  placementVersionRequest: PlacementVersionRequest;
};
export type UploadResultsApiResponse = /** status 200 OK */ ComparedResults;
export type UploadResultsApiArg = {
  openingId: string;
  seen?: string | null | "";
  body: {
    file: Blob;
  };
};
export type MakeEmployerFileApiResponse = /** status 200 OK */ string;
export type MakeEmployerFileApiArg = {
  openingId: string;
  sendFileRequest: SendFileRequest;
};
export type MakeEmployerWorkbookApiResponse = /** status 200 OK */ Blob;
export type MakeEmployerWorkbookApiArg = {
  openingId: string;
  sendFileRequest: SendFileRequest;
};
export type ListWhoFitsApiResponse = /** status 200 OK */ FitPage;
export type ListWhoFitsApiArg = {
  openingId: string;
  page?: number;
  pageSize?: number;
};
export type CountWhoNearlyFitsApiResponse = /** status 200 OK */ Nearly;
export type CountWhoNearlyFitsApiArg = {
  openingId: string;
};
export type MakeOpeningOffersApiResponse = /** status 200 OK */ MovedCandidates;
export type MakeOpeningOffersApiArg = {
  openingId: string;
  makeOffersRequest: MakeOffersRequest;
};
export type OpenOpeningApiResponse = /** status 200 OK */ Opening;
export type OpenOpeningApiArg = {
  openingId: string;
  placementVersionRequest: PlacementVersionRequest;
};
export type RankCandidatesApiResponse = /** status 200 OK */ Opening;
export type RankCandidatesApiArg = {
  openingId: string;
  rankRequest: RankRequest;
};
export type ChooseOpeningStaffApiResponse = /** status 200 OK */ Opening;
export type ChooseOpeningStaffApiArg = {
  openingId: string;
  openingStaffRequest: OpeningStaffRequest;
};
export type ExplainWhyNotApiResponse = /** status 200 OK */ WhyNot;
export type ExplainWhyNotApiArg = {
  openingId: string;
  userId: string;
};
export type ReadPlacementFiguresApiResponse =
  /** status 200 OK */ PlacementFigures;
export type ReadPlacementFiguresApiArg = {
  by?: FiguresBy;
  from?: string | null | "";
  to?: string | null | "";
};
export type ContactRecord = {
  email: string | null;
  name: string;
  phone: string | null;
};
export type Employer = {
  archivedAt: string | null;
  contacts: ContactRecord[];
  id: string;
  industry: string | null;
  name: string;
  /** open ones */
  openings: number;
  version: number;
  website: string | null;
};
export type EmployerPage = {
  data: Employer[];
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
export type EmployerContact = {
  email?: string | null;
  name: string;
  phone?: string | null;
};
export type AddEmployerRequest = {
  contacts?: EmployerContact[];
  industry?: string | null;
  name: string;
  website?: string | null;
};
export type ChangeEmployerRequest = {
  archived?: boolean | null;
  contacts?: EmployerContact[] | null;
  industry?: string | null;
  name?: string | null;
  version: number;
  website?: string | null;
};
export type Closes = {
  /** accepted and waiting offers that are declined by it: employer and title */
  offers: string[];
  /** openings at which the caller is a candidate no more: employer and title */
  openings: string[];
  /** why the offer cannot be accepted now; else null */
  refused: string | null;
};
export type OfferState =
  | "offered"
  | "accepted"
  | "declined"
  | "expired"
  | "withdrawn"
  | "joined"
  | "did_not_join"
  | "ended";
export type OwnOffer = {
  answerBy: string;
  asksJoined: boolean;
  /** null where the offer waits for no answer */
  closes: Closes | null;
  employerName: string;
  id: string;
  joinsOn: string | null;
  openingId: string;
  pay: number | null;
  place: string | null;
  /** of `closes`: sent with `accept`, so that nothing else is accepted than was read */
  seen: string;
  state: OfferState;
  title: string;
  version: number;
};
export type OwnOffers = {
  offers: OwnOffer[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** the company's */
  timeZone: string;
};
export type AnswerOfferRequest = {
  answer: "accept" | "decline" | "joined" | "not_joined";
  seen?: string | null;
  version: number;
};
export type CandidacyState =
  | "eligible"
  | "applied"
  | "shortlisted"
  | "in_rounds"
  | "selected"
  | "rejected"
  | "withdrawn";
export type Unmet = {
  field: string | null;
  has: string | null;
  /** the person has no value, and the condition wants one */
  isMissing: boolean;
  label: string | null;
  /** the reader is the person, and may change it */
  mayFillIn: boolean;
  needs: string[];
  operator: string | null;
};
export type OwnOpening = {
  closesAt: string | null;
  employerName: string;
  id: string;
  mayApply: boolean;
  payFrom: number | null;
  payTo: number | null;
  place: string | null;
  /** why the company's policy takes no application of the caller; else null */
  refused: string | null;
  /** of the caller's candidacy; null: none */
  state: CandidacyState | null;
  title: string;
  unmet: Unmet[];
};
export type OwnOpeningPage = {
  data: OwnOpening[];
  page: number;
  pageSize: number;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  total: number;
  totalIsExact: boolean;
};
export type ApplyRequest = {
  answer: "apply" | "withdraw";
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
export type Offer = {
  acceptedAt: string | null;
  answerBy: string;
  changedAt: string;
  employerName: string;
  id: string;
  isConfirmed: boolean | null;
  isFree: boolean;
  joinedAt: string | null;
  joinsOn: string | null;
  leftOn: string | null;
  madeAt: string;
  openingId: string;
  openingTitle: string;
  pay: number | null;
  person: Card;
  state: OfferState;
  version: number;
};
export type OfferPage = {
  data: Offer[];
  page: number;
  pageSize: number;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  total: number;
  totalIsExact: boolean;
};
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
export type ChangeOfferRequest = {
  answerBy?: string | null;
  joinsOn?: string | null;
  pay?: number | null;
  version: number;
};
export type OfferReasonRequest = {
  reason: string;
  version: number;
};
export type EndOfferRequest = {
  leftOn: string;
  version: number;
};
export type PlacementVersionRequest = {
  version: number;
};
export type AccountName = {
  /** its name */
  fullName: string;
  /** of the account */
  id: string;
};
export type OpeningState = "draft" | "open" | "closed";
export type Opening = {
  accepted: number;
  answerDays: number;
  batchIds: string[];
  /** people by state; states without any are left out */
  candidates: {
    [key: string]: number;
  };
  /** the end of the last day, by the company's clock */
  closesAt: string | null;
  employerId: string;
  employerName: string;
  id: string;
  joined: number;
  lastDay: string | null;
  mayManage: boolean;
  payFrom: number | null;
  payTo: number | null;
  place: string | null;
  /** of its batches and stages; deleted ones have none */
  placeNames: {
    [key: string]: string;
  };
  seats: number;
  staff: AccountName[];
  stageIds: string[];
  state: OpeningState;
  taken: number;
  tier: number;
  title: string;
  version: number;
  waiting: number;
  /** its conditions, as a request gives them */
  where: string;
};
export type PlacementPolicy = "free" | "one" | "one_then_higher" | "most";
export type OpeningPage = {
  data: Opening[];
  mostOffers: number;
  page: number;
  pageSize: number;
  policy: PlacementPolicy;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  total: number;
  totalIsExact: boolean;
};
export type AddOpeningRequest = {
  answerDays?: number;
  batchIds?: string[];
  employerId: string;
  lastDay?: string | null;
  payFrom?: number | null;
  payTo?: number | null;
  place?: string | null;
  protectedReason?: string | null;
  seats: number;
  stageIds?: string[];
  tier?: number;
  title: string;
  /** conditions on the company's own fields, all of which hold: JSON such as [{"field": "course", "is": ["CNC"]}, {"field": "marks", "from": 60, "to": 80}, {"field": "rollNo", "none": true}]; also isNot, and contains for a text. Values are given as in forms; several are one or another */
  where?: string;
};
export type ChangeOpeningRequest = {
  answerDays?: number | null;
  batchIds?: string[] | null;
  lastDay?: string | null;
  payFrom?: number | null;
  payTo?: number | null;
  place?: string | null;
  protectedReason?: string | null;
  seats?: number | null;
  stageIds?: string[] | null;
  tier?: number | null;
  title?: string | null;
  version: number;
  where?: string | null;
};
export type Fact = {
  field: string;
  label: string;
  now: string | null;
  then: string | null;
};
export type OpeningCandidate = {
  batches: string[];
  changedAt: string;
  /** the company's own code of the person, where it has given one */
  code: string | null;
  email: string | null;
  facts: Fact[];
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** of the account; it opens nothing */
  id: string;
  /** has applied; else staff have chosen the person */
  isOwn: boolean;
  /** the last one */
  offer: Offer | null;
  phone: string | null;
  rank: number | null;
  reason: string | null;
  state: CandidacyState;
  version: number;
};
export type OpeningCandidatePage = {
  data: OpeningCandidate[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type RefusedPeople = {
  /** how many people */
  count: number;
  /** a sentence */
  reason: string;
};
export type MovedCandidates = {
  changed: number;
  skipped: RefusedPeople[];
};
export type SelectPeople = {
  fits?: boolean;
  ids?: string[] | null;
};
export type StaffState = "eligible" | "shortlisted" | "selected" | "rejected";
export type MoveCandidatesRequest = {
  dryRun?: boolean;
  reason?: string | null;
  select: SelectPeople;
  state: StaffState;
};
export type PlacementEvent = {
  changedAt: string;
  /** the name of who of the staff, where the account is there */
  changedBy: string | null;
  ofOffer: boolean;
  reason: string | null;
  state: string;
};
export type CandidateDetail = {
  batches: string[];
  changedAt: string;
  /** the company's own code of the person, where it has given one */
  code: string | null;
  email: string | null;
  facts: Fact[];
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** the last first, at most 200 */
  history: PlacementEvent[];
  /** of the account; it opens nothing */
  id: string;
  /** has applied; else staff have chosen the person */
  isOwn: boolean;
  /** the last one */
  offer: Offer | null;
  phone: string | null;
  rank: number | null;
  reason: string | null;
  state: CandidacyState;
  version: number;
};
export type ChangeCandidateRequest = {
  reason?: string | null;
  state: StaffState;
  version: number;
};
export type ResultChange = {
  after: CandidacyState;
  before: CandidacyState;
  code: string;
  fullName: string;
};
export type ResultProblemKind =
  "unknown_code" | "code_twice" | "unknown_result" | "not_moved";
export type ResultProblem = {
  kind: ResultProblemKind;
  line: number;
  /** the cell, at most its first 60 characters */
  text: string;
};
export type ComparedResults = {
  changes: number;
  /** the first fifty */
  firstChanges: ResultChange[];
  isApplied: boolean;
  problemCount: number;
  /** the first fifty */
  problems: ResultProblem[];
  seen: string;
};
export type SendFileRequest = {
  columns?: string[] | null;
  recipients: string[];
  states?: CandidacyState[];
};
export type FitPerson = {
  batches: string[];
  /** the company's own code of the person, where it has given one */
  code: string | null;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** of the account; it opens nothing */
  id: string;
  isPlaced: boolean;
  /** of the person's candidacy at this opening; null: none */
  state: CandidacyState | null;
};
export type FitPage = {
  data: FitPerson[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type NearlyItem = {
  /** key of the field; empty: a batch or a stage */
  field: string;
  label: string;
  people: number;
  relaxed: number | null;
  relaxedPeople: number;
};
export type Nearly = {
  items: NearlyItem[];
};
export type MakeOffersRequest = {
  answerBy?: string | null;
  ids: string[];
  joinsOn?: string | null;
  pay?: number | null;
};
export type RankRequest = {
  userIds: string[];
  version: number;
};
export type OpeningStaffRequest = {
  userIds: string[];
};
export type WhyNot = {
  person: Card;
  unmet: Unmet[];
};
export type Figure = {
  /** joined in the period, and confirmed by the person */
  confirmed: number;
  didNotJoin: number;
  /** of the employer or batch; null for a month */
  id: string | null;
  made: number;
  /** of the employer or batch; a month is 2026-11 */
  name: string;
  /** accepted in the period, and not come to nothing since */
  placed: number;
  /** reported as joined in the period, not confirmed by the person */
  reported: number;
};
export type FigureCounts = {
  /** joined in the period, and confirmed by the person */
  confirmed: number;
  didNotJoin: number;
  made: number;
  /** accepted in the period, and not come to nothing since */
  placed: number;
  /** reported as joined in the period, not confirmed by the person */
  reported: number;
};
export type PlacementFigures = {
  from: string;
  /** at most 200, most placed first; months in their order */
  rows: Figure[];
  to: string;
  total: FigureCounts;
};
export type FiguresBy = "employer" | "batch" | "month";
