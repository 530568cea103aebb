import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    findPanelists: build.query<FindPanelistsApiResponse, FindPanelistsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panelists`,
        params: {
          search: queryArg.search,
        },
      }),
    }),
    listOwnPanels: build.query<ListOwnPanelsApiResponse, ListOwnPanelsApiArg>({
      query: () => ({ url: `/api/v1/interviews/panels` }),
    }),
    deletePanel: build.mutation<DeletePanelApiResponse, DeletePanelApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}`,
        method: "DELETE",
      }),
    }),
    readPanel: build.query<ReadPanelApiResponse, ReadPanelApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}`,
      }),
    }),
    changePanel: build.mutation<ChangePanelApiResponse, ChangePanelApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}`,
        method: "PATCH",
        body: queryArg.changePanelRequest,
      }),
    }),
    noteAbsent: build.mutation<NoteAbsentApiResponse, NoteAbsentApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}/absent`,
        method: "POST",
        body: queryArg.calledRequest,
      }),
    }),
    beginInterview: build.mutation<
      BeginInterviewApiResponse,
      BeginInterviewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}/begin`,
        method: "POST",
        body: queryArg.calledRequest,
      }),
    }),
    moveRest: build.mutation<MoveRestApiResponse, MoveRestApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}/move`,
        method: "POST",
        body: queryArg.restRequest,
      }),
    }),
    callNext: build.mutation<CallNextApiResponse, CallNextApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}/next`,
        method: "POST",
        body: queryArg.nextRequest,
      }),
    }),
    changePanelState: build.mutation<
      ChangePanelStateApiResponse,
      ChangePanelStateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/panels/${encodeURIComponent(String(queryArg.panelId))}/state`,
        method: "POST",
        body: queryArg.panelStateRequest,
      }),
    }),
    listRounds: build.query<ListRoundsApiResponse, ListRoundsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          day: queryArg.day,
          opening: queryArg.opening,
        },
      }),
    }),
    addRound: build.mutation<AddRoundApiResponse, AddRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds`,
        method: "POST",
        body: queryArg.roundRequest,
      }),
    }),
    deleteRound: build.mutation<DeleteRoundApiResponse, DeleteRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}`,
        method: "DELETE",
      }),
    }),
    getRound: build.query<GetRoundApiResponse, GetRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}`,
      }),
    }),
    changeRound: build.mutation<ChangeRoundApiResponse, ChangeRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}`,
        method: "PATCH",
        body: queryArg.changeRoundRequest,
      }),
    }),
    readInterviewBoard: build.query<
      ReadInterviewBoardApiResponse,
      ReadInterviewBoardApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/board`,
      }),
    }),
    listCandidates: build.query<
      ListCandidatesApiResponse,
      ListCandidatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/candidates`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          search: queryArg.search,
          state: queryArg.state,
          panel: queryArg.panel,
          unplaced: queryArg.unplaced,
        },
      }),
    }),
    addCandidates: build.mutation<
      AddCandidatesApiResponse,
      AddCandidatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/candidates`,
        method: "POST",
        body: queryArg.candidatesRequest,
      }),
    }),
    closeRound: build.mutation<CloseRoundApiResponse, CloseRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/close`,
        method: "POST",
        body: queryArg.versionRequest,
      }),
    }),
    fillRound: build.mutation<FillRoundApiResponse, FillRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/fill`,
        method: "POST",
        body: queryArg.fillRequest,
      }),
    }),
    addPanels: build.mutation<AddPanelsApiResponse, AddPanelsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/panels`,
        method: "POST",
        body: queryArg.panelsRequest,
      }),
    }),
    readPanelsFile: build.mutation<
      ReadPanelsFileApiResponse,
      ReadPanelsFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/panels/file`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    publishRound: build.mutation<PublishRoundApiResponse, PublishRoundApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/publish`,
        method: "POST",
        body: queryArg.versionRequest,
      }),
    }),
    readResults: build.query<ReadResultsApiResponse, ReadResultsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/results`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          sort: queryArg.sort,
          verdict: queryArg.verdict,
          missing: queryArg.missing,
        },
      }),
    }),
    downloadResults: build.query<
      DownloadResultsApiResponse,
      DownloadResultsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/results.csv`,
      }),
    }),
    revokeHallScreen: build.mutation<
      RevokeHallScreenApiResponse,
      RevokeHallScreenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/screen`,
        method: "DELETE",
      }),
    }),
    makeHallScreen: build.mutation<
      MakeHallScreenApiResponse,
      MakeHallScreenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/rounds/${encodeURIComponent(String(queryArg.roundId))}/screen`,
        method: "POST",
      }),
    }),
    readHallScreen: build.mutation<
      ReadHallScreenApiResponse,
      ReadHallScreenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/screen`,
        method: "POST",
        body: queryArg.screenRequest,
      }),
    }),
    moveCandidate: build.mutation<
      MoveCandidateApiResponse,
      MoveCandidateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/interviews/${encodeURIComponent(String(queryArg.interviewId))}`,
        method: "PATCH",
        body: queryArg.moveRequest,
      }),
    }),
    actAtDesk: build.mutation<ActAtDeskApiResponse, ActAtDeskApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/${encodeURIComponent(String(queryArg.interviewId))}/desk`,
        method: "POST",
        body: queryArg.deskRequest,
      }),
    }),
    sendScore: build.mutation<SendScoreApiResponse, SendScoreApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/${encodeURIComponent(String(queryArg.interviewId))}/score`,
        method: "PUT",
        body: queryArg.scoreRequest,
      }),
    }),
    readScores: build.query<ReadScoresApiResponse, ReadScoresApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/interviews/${encodeURIComponent(String(queryArg.interviewId))}/scores`,
      }),
    }),
    listOwnInterviews: build.query<
      ListOwnInterviewsApiResponse,
      ListOwnInterviewsApiArg
    >({
      query: () => ({ url: `/api/v1/me/interviews` }),
    }),
    answerInterview: build.mutation<
      AnswerInterviewApiResponse,
      AnswerInterviewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/me/interviews/${encodeURIComponent(String(queryArg.interviewId))}`,
        method: "POST",
        body: queryArg.answerRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as interviewsApi };
export type FindPanelistsApiResponse = /** status 200 OK */ FoundPanelists;
export type FindPanelistsApiArg = {
  search?: string;
};
export type ListOwnPanelsApiResponse = /** status 200 OK */ PanelsOfCaller;
export type ListOwnPanelsApiArg = void;
export type DeletePanelApiResponse = /** status 200 OK */ RoundDetail;
export type DeletePanelApiArg = {
  panelId: string;
};
export type ReadPanelApiResponse = /** status 200 OK */ PanelView;
export type ReadPanelApiArg = {
  panelId: string;
};
export type ChangePanelApiResponse = /** status 200 OK */ RoundDetail;
export type ChangePanelApiArg = {
  panelId: string;
  changePanelRequest: ChangePanelRequest;
};
export type NoteAbsentApiResponse = /** status 200 OK */ PanelView;
export type NoteAbsentApiArg = {
  panelId: string;
  calledRequest: CalledRequest;
};
export type BeginInterviewApiResponse = /** status 200 OK */ PanelView;
export type BeginInterviewApiArg = {
  panelId: string;
  calledRequest: CalledRequest;
};
export type MoveRestApiResponse = /** status 200 OK */ DayBoard;
export type MoveRestApiArg = {
  panelId: string;
  restRequest: RestRequest;
};
export type CallNextApiResponse = /** status 200 OK */ PanelView;
export type CallNextApiArg = {
  panelId: string;
  nextRequest: NextRequest;
};
export type ChangePanelStateApiResponse = /** status 200 OK */ PanelLane;
export type ChangePanelStateApiArg = {
  panelId: string;
  panelStateRequest: PanelStateRequest;
};
export type ListRoundsApiResponse = /** status 200 OK */ RoundPage;
export type ListRoundsApiArg = {
  page?: number;
  pageSize?: number;
  day?: string | null | "";
  opening?: string | null | "";
};
export type AddRoundApiResponse = /** status 201 Created */ RoundDetail;
export type AddRoundApiArg = {
  roundRequest: RoundRequest;
};
export type DeleteRoundApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteRoundApiArg = {
  roundId: string;
};
export type GetRoundApiResponse = /** status 200 OK */ RoundDetail;
export type GetRoundApiArg = {
  roundId: string;
};
export type ChangeRoundApiResponse = /** status 200 OK */ RoundDetail;
export type ChangeRoundApiArg = {
  roundId: string;
  changeRoundRequest: ChangeRoundRequest;
};
export type ReadInterviewBoardApiResponse = /** status 200 OK */ DayBoard;
export type ReadInterviewBoardApiArg = {
  roundId: string;
};
export type ListCandidatesApiResponse = /** status 200 OK */ CandidatePage;
export type ListCandidatesApiArg = {
  roundId: string;
  page?: number;
  pageSize?: number;
  search?: string;
  state?: InterviewState | null | "";
  panel?: string | null | "";
  unplaced?: boolean;
};
export type AddCandidatesApiResponse = /** status 200 OK */ CandidatesAdded;
export type AddCandidatesApiArg = {
  roundId: string;
  candidatesRequest: CandidatesRequest;
};
export type CloseRoundApiResponse = /** status 200 OK */ RoundDetail;
export type CloseRoundApiArg = {
  roundId: string;
  versionRequest: VersionRequest;
};
export type FillRoundApiResponse = /** status 200 OK */ FillAnswer;
export type FillRoundApiArg = {
  roundId: string;
  fillRequest: FillRequest;
};
export type AddPanelsApiResponse = /** status 200 OK */ RoundDetail;
export type AddPanelsApiArg = {
  roundId: string;
  panelsRequest: PanelsRequest;
};
export type ReadPanelsFileApiResponse = /** status 200 OK */ ReadPanels;
export type ReadPanelsFileApiArg = {
  roundId: string;
  body: {
    file: Blob;
  };
};
export type PublishRoundApiResponse = /** status 200 OK */ RoundDetail;
export type PublishRoundApiArg = {
  roundId: string;
  versionRequest: VersionRequest;
};
export type ReadResultsApiResponse = /** status 200 OK */ ResultPage;
export type ReadResultsApiArg = {
  roundId: string;
  page?: number;
  pageSize?: number;
  sort?: ResultOrder;
  verdict?: PanelVerdict | null | "";
  missing?: boolean;
};
export type DownloadResultsApiResponse = /** status 200 OK */ string;
export type DownloadResultsApiArg = {
  roundId: string;
};
export type RevokeHallScreenApiResponse = /** status 200 OK */ MessageResponse;
export type RevokeHallScreenApiArg = {
  roundId: string;
};
export type MakeHallScreenApiResponse = /** status 201 Created */ ScreenLink;
export type MakeHallScreenApiArg = {
  roundId: string;
};
export type ReadHallScreenApiResponse = /** status 200 OK */ HallScreen;
export type ReadHallScreenApiArg = {
  screenRequest: ScreenRequest;
};
export type MoveCandidateApiResponse = /** status 200 OK */ Candidate;
export type MoveCandidateApiArg = {
  interviewId: string;
  moveRequest: MoveRequest;
};
export type ActAtDeskApiResponse = /** status 200 OK */ Candidate;
export type ActAtDeskApiArg = {
  interviewId: string;
  deskRequest: DeskRequest;
};
export type SendScoreApiResponse = /** status 200 OK */ InterviewScores;
export type SendScoreApiArg = {
  interviewId: string;
  scoreRequest: ScoreRequest;
};
export type ReadScoresApiResponse = /** status 200 OK */ InterviewScores;
export type ReadScoresApiArg = {
  interviewId: string;
};
export type ListOwnInterviewsApiResponse = /** status 200 OK */ OwnInterviews;
export type ListOwnInterviewsApiArg = void;
export type AnswerInterviewApiResponse = /** status 200 OK */ OwnInterviews;
export type AnswerInterviewApiArg = {
  interviewId: string;
  answerRequest: AnswerRequest;
};
export type Panelist = {
  fullName: string;
  id: string;
};
export type FoundPanelists = {
  data: Panelist[];
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
export type RoundState = "draft" | "published" | "running" | "closed";
export type PanelState = "open" | "paused" | "closed";
export type OwnPanel = {
  behindMinutes: number;
  day: string;
  done: number;
  /** by the company's clock: 09:30 */
  from: string;
  id: string;
  link: string | null;
  /** people that the panel has met and the caller has not scored */
  missingScores: number;
  name: string;
  place: string | null;
  roundId: string;
  roundName: string;
  roundState: RoundState;
  state: PanelState;
  to: string;
  waiting: number;
};
export type PanelsOfCaller = {
  data: OwnPanel[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
};
export type Criterion = {
  key: string;
  label: string;
};
export type PanelRecord = {
  /** by the company's clock: 09:30 */
  from: string;
  id: string;
  link: string | null;
  name: string;
  /** active ones, by name */
  panelists: Panelist[];
  place: string | null;
  /** people who wait for this panel */
  queue: number;
  roundId: string;
  slots: number;
  state: PanelState;
  to: string;
  version: number;
};
export type RoundDetail = {
  breakMinutes: number;
  candidates: number;
  confirmed: number;
  criteria: Criterion[];
  day: string;
  declined: number;
  done: number;
  hasScores: boolean;
  /** whether there is a link for a hall screen */
  hasScreen: boolean;
  id: string;
  location: string | null;
  name: string;
  openingId: string | null;
  openingName: string | null;
  panelList: PanelRecord[];
  panels: number;
  passStageId: string | null;
  placed: number;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  slotMinutes: number;
  stageId: string | null;
  state: RoundState;
  timeZone: string;
  version: number;
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
export type PanelVerdict = "yes" | "no" | "maybe";
export type OwnScore = {
  marks: {
    [key: string]: number;
  };
  note: string | null;
  sentAt: string;
  verdict: PanelVerdict;
};
export type InterviewState =
  | "waiting"
  | "confirmed"
  | "declined"
  | "called"
  | "in_room"
  | "done"
  | "absent"
  | "withdrawn";
export type CurrentCandidate = {
  absences: number;
  calledAt: string | null;
  /** of the interview */
  id: string;
  label: string;
  person: Card;
  plannedAt: string | null;
  /** the caller's own, where it is sent */
  score: OwnScore | null;
  startedAt: string | null;
  state: InterviewState;
  version: number;
};
export type MetPerson = {
  endedAt: string | null;
  fullName: string;
  interviewId: string;
  /** by the caller */
  isScored: boolean;
  label: string;
};
export type QueuedPerson = {
  /** when the panel has called the person */
  calledAt: string | null;
  /** of the person */
  fullName: string;
  /** of the interview */
  id: string;
  /** whether the person, or a desk, has said so */
  isHere: boolean;
  /** the person's code, else the ticket with a # before it */
  label: string;
  /** the time that was planned */
  plannedAt: string | null;
  /** when the person came into the room */
  startedAt: string | null;
  /** of the interview, now */
  state: InterviewState;
  /** of the interview */
  version: number;
};
export type PanelView = {
  criteria: Criterion[];
  current: CurrentCandidate | null;
  met: MetPerson[];
  panel: OwnPanel;
  queue: QueuedPerson[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
};
export type ChangePanelRequest = {
  from?: string | null;
  link?: string | null;
  name?: string | null;
  panelists?: string[] | null;
  place?: string | null;
  to?: string | null;
  version: number;
};
export type CalledRequest = {
  interviewId: string;
  sheetId: string;
};
export type PanelLane = {
  /** how much later than planned the next one begins */
  behindMinutes: number;
  /** who is called, or in the room */
  current: QueuedPerson | null;
  /** people that it has met */
  done: number;
  /** of the panel */
  id: string;
  /** of the panel */
  name: string;
  /** the first three who wait for it */
  next: QueuedPerson[];
  /** where it sits */
  place: string | null;
  /** of the panel, now */
  state: PanelState;
  /** of the panel; the greater one counts */
  version: number;
  /** people who wait for it */
  waiting: number;
};
export type DayBoard = {
  /** not there three times; the first 100 */
  aside: QueuedPerson[];
  /** when the last who wait are expected to be through */
  endsAt: string | null;
  /** the panels by name */
  lanes: PanelLane[];
  /** of the round */
  roundId: string;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** of the round, now */
  state: RoundState;
  /** of the round */
  version: number;
  /** for any panel; the first 100 */
  waiting: QueuedPerson[];
  /** how many wait for any panel */
  waitingCount: number;
};
export type RestRequest = {
  to: string | null;
};
export type NextRequest = {
  after: string | null;
  sheetId: string;
};
export type PanelStateRequest = {
  state: PanelState;
};
export type RoundRecord = {
  breakMinutes: number;
  candidates: number;
  confirmed: number;
  criteria: Criterion[];
  day: string;
  declined: number;
  done: number;
  hasScores: boolean;
  /** whether there is a link for a hall screen */
  hasScreen: boolean;
  id: string;
  location: string | null;
  name: string;
  openingId: string | null;
  openingName: string | null;
  panels: number;
  passStageId: string | null;
  placed: number;
  slotMinutes: number;
  stageId: string | null;
  state: RoundState;
  version: number;
};
export type RoundPage = {
  data: RoundRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type NewCriterion = {
  key?: string | null;
  label: string | null;
};
export type RoundRequest = {
  breakMinutes?: number;
  criteria: NewCriterion[];
  day: string;
  location?: string | null;
  name: string | null;
  /** of an opening whose shortlist is interviewed */
  openingId?: string | null;
  passStageId?: string | null;
  slotMinutes: number;
  stageId?: string | null;
};
export type MessageResponse = {
  message: string;
};
export type ChangeRoundRequest = {
  breakMinutes?: number | null;
  criteria?: NewCriterion[] | null;
  day?: string | null;
  location?: string | null;
  name?: string | null;
  passStageId?: string | null;
  slotMinutes?: number | null;
  version: number;
};
export type Candidate = {
  absences: number;
  calledAt: string | null;
  hereAt: string | null;
  /** of the interview */
  id: string;
  panelId: string | null;
  person: Card | null;
  plannedAt: string | null;
  state: InterviewState;
  ticket: number;
  version: number;
};
export type CandidatePage = {
  data: Candidate[];
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
export type CandidatesAdded = {
  added: number;
  refused: RefusedPeople[];
  /** people who are in the round already */
  unchanged: number;
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
export type CandidatesRequest = {
  dryRun?: boolean;
  select?: BulkSelection | null;
};
export type VersionRequest = {
  version: number;
};
export type WhyLeft = "no_slot" | "busy";
export type Unplaced = {
  fullName: string;
  interviewId: string;
  userId: string;
  why: WhyLeft;
};
export type FillAnswer = {
  /** when the last one who has a time is through */
  endsAt: string | null;
  left: number;
  placed: number;
  /** the first 500 */
  unplaced: Unplaced[];
};
export type FillRequest = {
  dryRun?: boolean;
};
export type PanelInput = {
  from: string;
  link?: string | null;
  name: string | null;
  panelists?: string[];
  place?: string | null;
  to: string;
};
export type PanelsRequest = {
  panels: PanelInput[];
};
export type ReadPanel = {
  /** by the company's clock: 09:30 */
  from: string;
  link: string | null;
  name: string;
  panelists: string[];
  place: string | null;
  to: string;
};
export type PanelProblem = {
  line: number;
  reason: string;
  /** the cell, at most its first 60 characters */
  text: string;
};
export type ReadPanels = {
  panels: ReadPanel[];
  /** the first fifty */
  problems: PanelProblem[];
};
export type ResultItem = {
  interviewId: string;
  maybe: number;
  mean: number | null;
  means: {
    [key: string]: number;
  };
  missing: number;
  no: number;
  panelName: string | null;
  person: Card | null;
  spread: number | null;
  state: InterviewState;
  ticket: number;
  yes: number;
};
export type ResultPage = {
  criteria: Criterion[];
  data: ResultItem[];
  /** of the round */
  missingScores: number;
  page: number;
  pageSize: number;
  passStageId: string | null;
  total: number;
  totalIsExact: boolean;
};
export type ResultOrder = "mean" | "spread" | "missing" | "name";
export type ScreenLink = {
  endsAt: string;
  token: string;
};
export type ScreenCall = {
  calledAt: string | null;
  isInRoom: boolean;
  label: string | null;
  panel: string;
  place: string | null;
  state: PanelState;
};
export type HallScreen = {
  calls: ScreenCall[];
  day: string;
  name: string;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  state: RoundState;
};
export type ScreenRequest = {
  token: string;
};
export type MoveRequest = {
  panelId: string | null;
  place?: number | null;
  planned?: string | null;
  version: number;
};
export type DeskAct = "here" | "back" | "withdraw";
export type DeskRequest = {
  act: DeskAct;
  version: number;
};
export type PanelScore = {
  isOwn: boolean;
  marks: {
    [key: string]: number;
  };
  note: string | null;
  /** the name; null: the account is deleted */
  panelist: string | null;
  sentAt: string;
  verdict: PanelVerdict;
};
export type InterviewScores = {
  criteria: Criterion[];
  interviewId: string;
  isOpen: boolean;
  /** panelists who have not sent */
  missing: number;
  scores: PanelScore[];
};
export type ScoreRequest = {
  marks: {
    [key: string]: number;
  };
  note?: string;
  reason?: string | null;
  verdict: PanelVerdict;
};
export type CandidateAnswer = "confirm" | "decline" | "here";
export type OwnInterview = {
  asks: CandidateAnswer[];
  calledAt: string | null;
  day: string;
  expectedAt: string | null;
  id: string;
  isHere: boolean;
  label: string;
  /** the label of the last one that the panel has called */
  lastCalled: string | null;
  link: string | null;
  location: string | null;
  panel: string | null;
  place: string | null;
  placeInQueue: number | null;
  plannedAt: string | null;
  roundName: string;
  slotMinutes: number;
  state: InterviewState;
  version: number;
};
export type OwnInterviews = {
  data: OwnInterview[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  timeZone: string;
};
export type AnswerRequest = {
  answer: CandidateAnswer;
};
