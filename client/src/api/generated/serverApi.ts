import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    readAudit: build.query<ReadAuditApiResponse, ReadAuditApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/audit`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          action: queryArg.action,
          search: queryArg.search,
        },
      }),
    }),
    extend: build.mutation<ExtendApiResponse, ExtendApiArg>({
      query: () => ({ url: `/api/v1/auth/extend-session`, method: "POST" }),
    }),
    readStatus: build.query<ReadStatusApiResponse, ReadStatusApiArg>({
      query: () => ({ url: `/api/v1/auth/session-status` }),
    }),
    endOthers: build.mutation<EndOthersApiResponse, EndOthersApiArg>({
      query: () => ({ url: `/api/v1/auth/sessions`, method: "DELETE" }),
    }),
    readSessions: build.query<ReadSessionsApiResponse, ReadSessionsApiArg>({
      query: () => ({ url: `/api/v1/auth/sessions` }),
    }),
    endOne: build.mutation<EndOneApiResponse, EndOneApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/sessions/${encodeURIComponent(String(queryArg.sessionId))}`,
        method: "DELETE",
      }),
    }),
    getCompanySettings: build.query<
      GetCompanySettingsApiResponse,
      GetCompanySettingsApiArg
    >({
      query: () => ({ url: `/api/v1/companies/settings` }),
    }),
    changeCompanySettings: build.mutation<
      ChangeCompanySettingsApiResponse,
      ChangeCompanySettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/settings`,
        method: "PUT",
        body: queryArg.companySettingsRequest,
      }),
    }),
    stopInvitations: build.mutation<
      StopInvitationsApiResponse,
      StopInvitationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/invitations/stop`,
        method: "POST",
        body: queryArg.stopInvitationsRequest,
      }),
    }),
    startLogin: build.mutation<StartLoginApiResponse, StartLoginApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/login/authenticate`,
        method: "POST",
        body: queryArg.authenticateRequest,
      }),
    }),
    finishLogin: build.mutation<FinishLoginApiResponse, FinishLoginApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/login/complete`,
        method: "POST",
        params: {
          userId: queryArg.userId,
        },
      }),
    }),
    endLogin: build.mutation<EndLoginApiResponse, EndLoginApiArg>({
      query: () => ({ url: `/api/v1/login/logout`, method: "POST" }),
    }),
    setOwnPassword: build.mutation<
      SetOwnPasswordApiResponse,
      SetOwnPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/login/reset-temporary-password`,
        method: "POST",
        body: queryArg.newPasswordRequest,
      }),
    }),
    readNotifications: build.query<
      ReadNotificationsApiResponse,
      ReadNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/notifications`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    markNotificationsRead: build.mutation<
      MarkNotificationsReadApiResponse,
      MarkNotificationsReadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/notifications/read`,
        method: "POST",
        body: queryArg.readRequest,
      }),
    }),
    completeReset: build.mutation<
      CompleteResetApiResponse,
      CompleteResetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/password-reset/complete`,
        method: "POST",
        body: queryArg.completeResetRequest,
      }),
    }),
    initiateReset: build.mutation<
      InitiateResetApiResponse,
      InitiateResetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/password-reset/initiate`,
        method: "POST",
        body: queryArg.initiateResetRequest,
      }),
    }),
    showRobotCheck: build.query<
      ShowRobotCheckApiResponse,
      ShowRobotCheckApiArg
    >({
      query: () => ({ url: `/api/v1/robot-check` }),
    }),
    makeChallenge: build.query<MakeChallengeApiResponse, MakeChallengeApiArg>({
      query: () => ({ url: `/api/v1/robot-check/challenge` }),
    }),
    checkEmail: build.query<CheckEmailApiResponse, CheckEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/signup/check-email`,
        params: {
          email: queryArg.email,
        },
      }),
    }),
    checkPhone: build.query<CheckPhoneApiResponse, CheckPhoneApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/signup/check-phone`,
        params: {
          phone: queryArg.phone,
        },
      }),
    }),
    completeSignup: build.mutation<
      CompleteSignupApiResponse,
      CompleteSignupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/signup/complete`,
        method: "POST",
        body: queryArg.completeSignupRequest,
      }),
    }),
    register: build.mutation<RegisterApiResponse, RegisterApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/signup/register`,
        method: "POST",
        body: queryArg.registerRequest,
      }),
    }),
    listPeople: build.query<ListPeopleApiResponse, ListPeopleApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users`,
        params: {
          search: queryArg.search,
          role: queryArg.role,
          profile: queryArg.profile,
          invitation: queryArg.invitation,
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    createSingleUser: build.mutation<
      CreateSingleUserApiResponse,
      CreateSingleUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/create`,
        method: "POST",
        body: queryArg.createUserRequest,
      }),
    }),
    downloadPeople: build.query<
      DownloadPeopleApiResponse,
      DownloadPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/export.csv`,
        params: {
          search: queryArg.search,
          role: queryArg.role,
          profile: queryArg.profile,
          invitation: queryArg.invitation,
          sort: queryArg.sort,
        },
      }),
    }),
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
        },
      }),
    }),
    undoImportChange: build.mutation<
      UndoImportChangeApiResponse,
      UndoImportChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/imports/${encodeURIComponent(String(queryArg.importId))}/rows/undo`,
        method: "POST",
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
    getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
      query: () => ({ url: `/api/v1/users/profile` }),
    }),
    editOwnProfile: build.mutation<
      EditOwnProfileApiResponse,
      EditOwnProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/profile`,
        method: "PUT",
        body: queryArg.editProfileRequest,
      }),
    }),
    changeOwnPassword: build.mutation<
      ChangeOwnPasswordApiResponse,
      ChangeOwnPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/profile/password`,
        method: "POST",
        body: queryArg.changePasswordRequest,
      }),
    }),
    summarizePeople: build.query<
      SummarizePeopleApiResponse,
      SummarizePeopleApiArg
    >({
      query: () => ({ url: `/api/v1/users/summary` }),
    }),
    deleteSingleUser: build.mutation<
      DeleteSingleUserApiResponse,
      DeleteSingleUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}`,
        method: "DELETE",
      }),
    }),
    getPerson: build.query<GetPersonApiResponse, GetPersonApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}`,
      }),
    }),
    editSingleUser: build.mutation<
      EditSingleUserApiResponse,
      EditSingleUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}`,
        method: "PUT",
        body: queryArg.editUserRequest,
      }),
    }),
    inviteSingleUser: build.mutation<
      InviteSingleUserApiResponse,
      InviteSingleUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/invite`,
        method: "POST",
      }),
    }),
    endUserSessions: build.mutation<
      EndUserSessionsApiResponse,
      EndUserSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/sessions`,
        method: "DELETE",
      }),
    }),
    changeType: build.mutation<ChangeTypeApiResponse, ChangeTypeApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/verification/change-type`,
        method: "POST",
        body: queryArg.changeTypeRequest,
      }),
    }),
    initiate: build.mutation<InitiateApiResponse, InitiateApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/verification/initiate`,
        method: "POST",
        body: queryArg.initiateRequest,
      }),
    }),
    resend: build.mutation<ResendApiResponse, ResendApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/verification/resend`,
        method: "POST",
        params: {
          userId: queryArg.userId,
          verificationType: queryArg.verificationType,
          context: queryArg.context,
        },
      }),
    }),
    readState: build.query<ReadStateApiResponse, ReadStateApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/verification/state`,
        params: {
          userId: queryArg.userId,
        },
      }),
    }),
    verify: build.mutation<VerifyApiResponse, VerifyApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/verification/verify`,
        method: "POST",
        body: queryArg.verifyRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as serverApi };
export type ReadAuditApiResponse = /** status 200 OK */ AuditPage;
export type ReadAuditApiArg = {
  page?: number;
  pageSize?: number;
  action?: AuditAction | null;
  search?: string;
};
export type ExtendApiResponse = /** status 200 OK */ ExtendedSessionAnswer;
export type ExtendApiArg = void;
export type ReadStatusApiResponse = /** status 200 OK */ SessionStatus;
export type ReadStatusApiArg = void;
export type EndOthersApiResponse = /** status 200 OK */ MessageResponse;
export type EndOthersApiArg = void;
export type ReadSessionsApiResponse = /** status 200 OK */ SessionList;
export type ReadSessionsApiArg = void;
export type EndOneApiResponse = /** status 200 OK */ MessageResponse;
export type EndOneApiArg = {
  sessionId: string;
};
export type GetCompanySettingsApiResponse =
  /** status 200 OK */ CompanySettings;
export type GetCompanySettingsApiArg = void;
export type ChangeCompanySettingsApiResponse =
  /** status 200 OK */ CompanySettings;
export type ChangeCompanySettingsApiArg = {
  companySettingsRequest: CompanySettingsRequest;
};
export type StopInvitationsApiResponse = /** status 200 OK */ MessageResponse;
export type StopInvitationsApiArg = {
  stopInvitationsRequest: StopInvitationsRequest;
};
export type StartLoginApiResponse = /** status 200 OK */ AuthenticateAnswer;
export type StartLoginApiArg = {
  authenticateRequest: AuthenticateRequest;
};
export type FinishLoginApiResponse = /** status 200 OK */ CompleteAnswer;
export type FinishLoginApiArg = {
  userId: string;
};
export type EndLoginApiResponse = /** status 200 OK */ MessageResponse;
export type EndLoginApiArg = void;
export type SetOwnPasswordApiResponse = /** status 200 OK */ NewPasswordAnswer;
export type SetOwnPasswordApiArg = {
  newPasswordRequest: NewPasswordRequest;
};
export type ReadNotificationsApiResponse =
  /** status 200 OK */ NotificationPage;
export type ReadNotificationsApiArg = {
  page?: number;
  pageSize?: number;
};
export type MarkNotificationsReadApiResponse = /** status 200 OK */ ReadAnswer;
export type MarkNotificationsReadApiArg = {
  readRequest: ReadRequest;
};
export type CompleteResetApiResponse = /** status 200 OK */ MessageResponse;
export type CompleteResetApiArg = {
  completeResetRequest: CompleteResetRequest;
};
export type InitiateResetApiResponse = /** status 200 OK */ InitiateResetAnswer;
export type InitiateResetApiArg = {
  initiateResetRequest: InitiateResetRequest;
};
export type ShowRobotCheckApiResponse = /** status 200 OK */ RobotCheckAnswer;
export type ShowRobotCheckApiArg = void;
export type MakeChallengeApiResponse = /** status 200 OK */ ChallengeAnswer;
export type MakeChallengeApiArg = void;
export type CheckEmailApiResponse = /** status 200 OK */ AvailabilityAnswer;
export type CheckEmailApiArg = {
  email: string;
};
export type CheckPhoneApiResponse = /** status 200 OK */ AvailabilityAnswer;
export type CheckPhoneApiArg = {
  phone: string;
};
export type CompleteSignupApiResponse = /** status 200 OK */ CompleteAnswer;
export type CompleteSignupApiArg = {
  completeSignupRequest: CompleteSignupRequest;
};
export type RegisterApiResponse = /** status 200 OK */ RegisterAnswer;
export type RegisterApiArg = {
  registerRequest: RegisterRequest;
};
export type ListPeopleApiResponse = /** status 200 OK */ UserPage;
export type ListPeopleApiArg = {
  search?: string;
  role?: Role | null | "";
  profile?: Profile | null | "";
  invitation?: InvitationFilter | null | "";
  sort?: Sort | null | "";
  page?: number;
  pageSize?: number;
};
export type CreateSingleUserApiResponse = /** status 201 Created */ UserRecord;
export type CreateSingleUserApiArg = {
  createUserRequest: CreateUserRequest;
};
export type DownloadPeopleApiResponse = /** status 200 OK */ string;
export type DownloadPeopleApiArg = {
  search?: string;
  role?: Role | null | "";
  profile?: Profile | null | "";
  invitation?: InvitationFilter | null | "";
  sort?: Sort | null | "";
};
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
export type PauseRunningImportApiResponse = /** status 200 OK */ ImportSnapshot;
export type PauseRunningImportApiArg = {
  importId: string;
};
export type ListImportProblemsApiResponse =
  /** status 200 OK */ ProblemsResponse;
export type ListImportProblemsApiArg = {
  importId: string;
};
export type DownloadImportResultsApiResponse = /** status 200 OK */ string;
export type DownloadImportResultsApiArg = {
  importId: string;
  status?: ResultsFilter;
};
export type DownloadImportResultsWorkbookApiResponse =
  /** status 200 OK */ string;
export type DownloadImportResultsWorkbookApiArg = {
  importId: string;
  status?: ResultsFilter;
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
        | "fullName"
        | "email"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
        | "row"
      )
    | null;
  problem?: string | null;
};
export type UndoImportChangeApiResponse = /** status 200 OK */ ImportSnapshot;
export type UndoImportChangeApiArg = {
  importId: string;
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
    | "fullName"
    | "email"
    | "phone"
    | "dateOfBirth"
    | "gender"
    | "workLocation"
    | "role"
    | "profile";
  status?: ("valid" | "warning" | "invalid") | null;
};
export type MapImportValueApiResponse = /** status 200 OK */ MappedRows;
export type MapImportValueApiArg = {
  importId: string;
  mapValueRequest: MapValueRequest;
};
export type GetProfileApiResponse = /** status 200 OK */ ProfileResponse;
export type GetProfileApiArg = void;
export type EditOwnProfileApiResponse = /** status 200 OK */ ProfileResponse;
export type EditOwnProfileApiArg = {
  editProfileRequest: EditProfileRequest;
};
export type ChangeOwnPasswordApiResponse = /** status 200 OK */ MessageResponse;
export type ChangeOwnPasswordApiArg = {
  changePasswordRequest: ChangePasswordRequest;
};
export type SummarizePeopleApiResponse = /** status 200 OK */ UserSummary;
export type SummarizePeopleApiArg = void;
export type DeleteSingleUserApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteSingleUserApiArg = {
  userId: string;
};
export type GetPersonApiResponse = /** status 200 OK */ UserRecord;
export type GetPersonApiArg = {
  userId: string;
};
export type EditSingleUserApiResponse = /** status 200 OK */ UserRecord;
export type EditSingleUserApiArg = {
  userId: string;
  editUserRequest: EditUserRequest;
};
export type InviteSingleUserApiResponse = /** status 200 OK */ UserRecord;
export type InviteSingleUserApiArg = {
  userId: string;
};
export type EndUserSessionsApiResponse = /** status 200 OK */ MessageResponse;
export type EndUserSessionsApiArg = {
  userId: string;
};
export type ChangeTypeApiResponse = /** status 200 OK */ CodeAnswer;
export type ChangeTypeApiArg = {
  changeTypeRequest: ChangeTypeRequest;
};
export type InitiateApiResponse = /** status 200 OK */ CodeAnswer;
export type InitiateApiArg = {
  initiateRequest: InitiateRequest;
};
export type ResendApiResponse = /** status 200 OK */ CodeAnswer;
export type ResendApiArg = {
  userId: string;
  verificationType: Channel;
  context: FlowContext;
};
export type ReadStateApiResponse = /** status 200 OK */ FlowStateAnswer;
export type ReadStateApiArg = {
  userId: string;
};
export type VerifyApiResponse = /** status 200 OK */ VerifyAnswer;
export type VerifyApiArg = {
  verifyRequest: VerifyRequest;
};
export type AuditAction =
  | "login"
  | "login_failed"
  | "logout"
  | "code_locked"
  | "password_set"
  | "password_reset"
  | "password_changed"
  | "password_change_failed"
  | "session_revoked"
  | "token_reuse"
  | "company_created"
  | "company_trusted"
  | "company_settings_changed"
  | "user_created"
  | "user_edited"
  | "user_deleted"
  | "user_invited"
  | "users_exported"
  | "invitations_stopped"
  | "import_uploaded"
  | "import_started"
  | "import_paused"
  | "import_resumed"
  | "import_ended"
  | "import_invited"
  | "import_undo_started"
  | "import_undone";
export type AuditRecord = {
  action: AuditAction;
  actorId: string | null;
  actorName: string | null;
  address: string | null;
  after: {
    [key: string]: any;
  } | null;
  before: {
    [key: string]: any;
  } | null;
  createdAt: string;
  id: string;
  subjectId: string | null;
  subjectLabel: string | null;
};
export type AuditPage = {
  data: AuditRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type ErrorCode =
  | "another_session"
  | "bad_request"
  | "conflict"
  | "contact_taken"
  | "daily_rows_exceeded"
  | "columns_needed"
  | "date_order_needed"
  | "edit_conflict"
  | "file_refused"
  | "file_too_large"
  | "flow_expired"
  | "forbidden"
  | "foreign_origin"
  | "idempotency_key_invalid"
  | "idempotency_key_reused"
  | "internal_error"
  | "invalid_credentials"
  | "invitations_used_up"
  | "invitation_stopped"
  | "invitation_too_soon"
  | "last_super_admin"
  | "method_not_allowed"
  | "no_valid_row"
  | "nothing_to_undo"
  | "not_found"
  | "not_invitable"
  | "not_signed_in"
  | "otp_expired"
  | "otp_invalid"
  | "otp_locked"
  | "password_change_required"
  | "payload_too_large"
  | "request_timeout"
  | "resend_too_soon"
  | "row_changed"
  | "row_not_invalid"
  | "self_forbidden"
  | "send_quota_reached"
  | "too_many_failures"
  | "too_many_requests"
  | "too_many_sends"
  | "too_many_watched"
  | "unavailable"
  | "unknown_event"
  | "unsupported_media_type"
  | "validation_failed"
  | "wrong_import_state";
export type Problem = {
  attemptsRemaining?: number | null;
  code: ErrorCode;
  errors?: {
    [key: string]: string;
  } | null;
  message: string;
  retryAfter?: number | null;
  row?: {
    [key: string]: any;
  } | null;
};
export type ExtendedSessionAnswer = {
  absoluteExpiresAt: string;
  active: true;
  authToken: string;
  expiresAt: string;
  idleExpiresAt: string;
  serverTime: string;
  userId: string;
};
export type SessionStatus = {
  absoluteExpiresAt: string;
  active: true;
  expiresAt: string;
  idleExpiresAt: string;
  serverTime: string;
  userId: string;
};
export type MessageResponse = {
  message: string;
};
export type SessionItem = {
  address: string | null;
  current: boolean;
  device: string;
  firstSeenAt: string;
  id: string;
  lastSeenAt: string;
};
export type SessionList = {
  data: SessionItem[];
};
export type CompanySettings = {
  /** whether invited people who have not signed in are reminded once */
  invitationReminder: boolean;
};
export type CompanySettingsRequest = {
  invitationReminder: boolean;
};
export type StopInvitationsRequest = {
  code: string;
};
export type Channel = "EMAIL" | "SMS";
export type FlowContext = "SIGNUP" | "LOGIN" | "PASSWORD_RESET";
export type Delivery = "queued" | "sent" | "failed";
export type NextStep =
  | "SMS_VERIFICATION_REQUIRED"
  | "EMAIL_VERIFICATION_REQUIRED"
  | "COMPANY_DETAILS_REQUIRED"
  | "SIGNUP_COMPLETE"
  | "VERIFICATION_NOT_REQUIRED"
  | "LOGIN_COMPLETE"
  | "PASSWORD_RESET_REQUIRED";
export type AuthenticateAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  context: FlowContext;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  fullName: string;
  isTemporaryPassword: boolean;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  nextStep: NextStep;
  phone: string;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  temporaryPassword: boolean;
  userId: string;
  /** rises with every change of the flow */
  version: number;
};
export type AuthenticateRequest = {
  email: string;
  password: string;
  recaptchaToken?: string | null;
};
export type CompleteAnswer = {
  email: string;
  expiresAt: string;
  fullName: string;
  jwtToken: string;
  refreshToken: string;
  serverTime: string;
  userId: string;
};
export type FlowState =
  | "code_required"
  | "company_required"
  | "password_required"
  | "ready"
  | "completed"
  | "ended";
export type NewPasswordAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** the account's, once a code was typed and a new password is due; else null */
  fullName: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  message: string;
  /** what the client has to do next */
  nextStep: NextStep;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** where the flow stands */
  state: FlowState;
  /** rises with every change of the flow */
  version: number;
};
export type NewPasswordRequest = {
  confirmPassword: string;
  newPassword: string;
  userId: string;
};
export type NotificationKind =
  | "welcome"
  | "secure_account"
  | "what_you_can_do"
  | "import_finished"
  | "import_failed"
  | "import_cancelled"
  | "invitation_failed";
export type NotificationRecord = {
  body: string;
  createdAt: string;
  id: string;
  kind: NotificationKind;
  link: string | null;
  readAt: string | null;
  title: string;
};
export type NotificationPage = {
  data: NotificationRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
  unread: number;
};
export type ReadAnswer = {
  unread: number;
};
export type ReadRequest = {
  all?: true | null;
  ids?: string[] | null;
};
export type CompleteResetRequest = {
  confirmPassword: string;
  newPassword: string;
  userId: string;
};
export type InitiateResetAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  email: string;
  /** end of the newest code */
  expiresAt: string | null;
  fullName: null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  maskedEmail: string;
  maskedPhone: null;
  nextStep: NextStep;
  phone: null;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  userId: string;
  /** rises with every change of the flow */
  version: number;
};
export type InitiateResetRequest = {
  email: string;
  recaptchaToken?: string | null;
};
export type RobotCheckKind =
  "altcha" | "recaptcha" | "hcaptcha" | "turnstile" | "off";
export type RobotCheckAnswer = {
  kind: RobotCheckKind;
  siteKey: string | null;
};
export type ChallengeAnswer = {
  parameters: {
    [key: string]: any;
  };
  signature: string;
};
export type AvailabilityAnswer = {
  available: boolean;
};
export type Industry =
  | "Education"
  | "Technology"
  | "Healthcare"
  | "Finance"
  | "Manufacturing"
  | "Retail"
  | "Fashion"
  | "Construction"
  | "IT"
  | "Food and Beverage"
  | "Consulting"
  | "Non-Profit"
  | "Government"
  | "Other";
export type CompleteSignupRequest = {
  companyName: string;
  companyWebsite?: string | null;
  industry: Industry;
  userId: string;
};
export type RegisterAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  nextStep: NextStep;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  userId: string;
  /** rises with every change of the flow */
  version: number;
};
export type RegisterRequest = {
  applyTo?: string | null;
  email: string;
  fullName: string;
  password: string;
  phone: string;
  recaptchaToken?: string | null;
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
  createdAt: string;
  dateOfBirth: string | null;
  email: string;
  fullName: string;
  gender: Gender | null;
  id: string;
  invitation: Invitation;
  isActive: boolean;
  lastSignInAt: string | null;
  phone: string;
  profile: Profile | null;
  role: Role;
  version: number;
  workLocation: string | null;
};
export type UserPage = {
  data: UserRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type InvitationFilter = "waiting" | "lapsed" | "failed";
export type Sort =
  "createdAt" | "-createdAt" | "fullName" | "-fullName" | "email" | "-email";
export type CreateUserRequest = {
  dateOfBirth?: string | null;
  email?: string | null;
  fullName?: string | null;
  gender?: string | null;
  isActive?: boolean;
  phone?: string | null;
  profile?: string | null;
  role?: string | null;
  temporaryPassword?: string | null;
  workLocation?: string | null;
};
export type ImportMode = "create" | "update" | "upsert";
export type StartedBy = {
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
  startedBy: StartedBy | null;
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
  uploadedBy: StartedBy | null;
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
export type DateExample = {
  /** the day that it is where the day comes first; null where it is none */
  day: string | null;
  /** the day that it is where the month comes first; null where it is none */
  month: string | null;
  /** as in the file */
  value: string;
};
export type DateOrder = "day" | "month";
export type LastChange = {
  /** who made it; null once the account is deleted */
  by: StartedBy | null;
  /** of a mapping, and of an edit of a single cell; else null */
  field:
    | (
        | "fullName"
        | "email"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
      )
    | null;
  /** the value of the field before; else null */
  from: string | null;
  /** what it did */
  kind: "edit" | "deletion" | "mapping";
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
export type RowStatus =
  | "valid"
  | "warning"
  | "invalid"
  | "created"
  | "updated"
  | "unchanged"
  | "failed"
  | "deleted";
export type RecentRow = {
  /** as in the file */
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
  uploadedBy: StartedBy | null;
};
export type ImportSnapshot = {
  /** accounts updated */
  changed: number;
  /** rows whose account would be changed by an update */
  changedRows: number;
  /** rows judged so far */
  checkedRows: number;
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
  /** false where it was started without inviting and its people are not invited since */
  invite: boolean;
  /** when its people are to be invited; null where no time waits */
  inviteAt: string | null;
  /** invitations sent */
  invited: number;
  /** in a preview that is ready: the change that an undo takes back; null where none is left */
  lastChange: LastChange | null;
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
  startedBy: StartedBy | null;
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
  /** columns that are kept aside; a long list is cut */
  unknownHeaders: string[];
  /** who; null once the account is deleted */
  uploadedBy: StartedBy | null;
  /** rows that can be created, warned ones included */
  validRows: number;
  /** rises with every change */
  version: number;
  /** rows with a warning */
  warningRows: number;
};
export type Column = {
  /** the field that it is read as, or a part of it; null where it is left out */
  field:
    | (
        | "fullName"
        | "email"
        | "phone"
        | "dateOfBirth"
        | "gender"
        | "workLocation"
        | "role"
        | "profile"
      )
    | null;
  /** its place, from 0; parts follow behind the columns of the file */
  index: number;
  /** its heading */
  name: string;
  /** the index of the column that it is a part of; null for the file's own */
  partOf: number | null;
  /** up to three of its filled cells */
  samples: string[];
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
    "utf-8" | "utf-8-sig" | "utf-16" | "utf-16-le" | "utf-16-be" | "cp1252";
  /** the fields, all of which are required */
  fields: (
    | "fullName"
    | "email"
    | "phone"
    | "dateOfBirth"
    | "gender"
    | "workLocation"
    | "role"
    | "profile"
  )[];
  /** the line of the header, counted as in a spreadsheet */
  headerRow: number;
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
  columns?: {
    [key: string]:
      | (
          | "fullName"
          | "email"
          | "phone"
          | "dateOfBirth"
          | "gender"
          | "workLocation"
          | "role"
          | "profile"
        )
      | null;
  } | null;
  dateOrder?: DateOrder | null;
  delimiter?: ("," | ";" | "\t" | "|") | null;
  encoding?:
    | ("utf-8" | "utf-8-sig" | "utf-16" | "utf-16-le" | "utf-16-be" | "cp1252")
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
export type DateOrderRequest = {
  order: DateOrder;
};
export type ProblemOfRows = {
  field:
    | "fullName"
    | "email"
    | "phone"
    | "dateOfBirth"
    | "gender"
    | "workLocation"
    | "role"
    | "profile"
    | "row";
  message: string;
  rows: number;
};
export type ProblemsResponse = {
  problems: ProblemOfRows[];
};
export type ResultsFilter =
  | "all"
  | "valid"
  | "warning"
  | "invalid"
  | "created"
  | "failed"
  | "changed"
  | "unchanged"
  | "new"
  | "refused";
export type DeleteRowsRequest = {
  rows: number[];
};
export type RowChange = "changed" | "unchanged";
export type CellProblem = {
  field: string;
  message: string;
};
export type RowValues = {
  dateOfBirth: string;
  email: string;
  fullName: string;
  gender: string;
  phone: string;
  profile: string;
  role: string;
  workLocation: string;
};
export type ImportRow = {
  before: {
    [key: string]: string;
  };
  change: RowChange | null;
  editedBy: StartedBy | null;
  errors: CellProblem[];
  invitation: Invitation | null;
  line: number | null;
  message: string | null;
  position: number;
  row: number;
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
  | "refused";
export type EditRowRequest = {
  values: {
    [key: string]: string;
  };
  version: number;
};
export type StartRequest = {
  invite?: boolean | string;
  mode?: ImportMode | null;
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
  /** rows whose changes would stay, most first */
  keptUpdates: KeptRows[];
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
    | "fullName"
    | "email"
    | "phone"
    | "dateOfBirth"
    | "gender"
    | "workLocation"
    | "role"
    | "profile";
  from: string;
  to: string;
};
export type Permission =
  | "user.create"
  | "user.view"
  | "user.edit"
  | "user.delete"
  | "system.admin"
  | "dashboard.view";
export type ProfileResponse = {
  authorities: Permission[];
  companyId: string;
  companyName: string;
  companySlug: string;
  creatableProfiles: Profile[];
  email: string;
  expiresAt: string;
  fullName: string;
  permissions: Permission[];
  phone: string;
  profile: Profile | null;
  profileId: Profile | null;
  profileLevel: number;
  redirectTo: string;
  role: Role;
  serverTime: string;
  userId: string;
};
export type EditProfileRequest = {
  fullName?: string | null;
  phone?: string | null;
};
export type ChangePasswordRequest = {
  confirmPassword: string;
  currentPassword: string;
  newPassword: string;
};
export type ProfileCount = {
  count: number;
  profile: Profile | null;
};
export type DayCount = {
  count: number;
  day: string;
};
export type InvitationCounts = {
  accepted: number;
  failed: number;
  lapsed: number;
  none: number;
  queued: number;
  sent: number;
};
export type UserSummary = {
  active: number;
  byProfile: ProfileCount[];
  createdByDay: DayCount[];
  invitations: InvitationCounts;
  recent: AuditRecord[];
  serverTime: string;
  total: number;
};
export type EditUserRequest = {
  isActive?: boolean | null;
  profile?: string | null;
  role?: string | null;
  version?: number | null;
};
export type CodeAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** rises with every change of the flow */
  version: number;
};
export type ChangeTypeRequest = {
  context: FlowContext;
  newVerificationType: Channel;
  userId: string;
};
export type InitiateRequest = {
  context: FlowContext;
  userId: string;
  verificationType: Channel;
};
export type FlowStateAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** the account's, once a code was typed and a new password is due; else null */
  fullName: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  /** what the client has to do next */
  nextStep: NextStep;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** where the flow stands */
  state: FlowState;
  /** rises with every change of the flow */
  version: number;
};
export type VerifyAnswer = {
  /** guesses left */
  attemptsRemaining: number;
  /** the way in use */
  channel: Channel;
  /** the channels that may be chosen */
  channels: Channel[];
  /** how many codes the flow asks for */
  codeCount: number;
  /** digits of the code: 6, or 12 for a contact that is asked for too often */
  codeLength: number;
  /** which code of the flow is asked for, from 1 */
  codeNumber: number;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** the account's, once a code was typed and a new password is due; else null */
  fullName: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  message: string;
  /** what the client has to do next */
  nextStep: NextStep;
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** where the flow stands */
  state: FlowState;
  verified: boolean;
  /** rises with every change of the flow */
  version: number;
};
export type VerifyRequest = {
  context: FlowContext;
  otp: string;
  userId: string;
  verificationType: Channel;
};
