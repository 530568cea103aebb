import { baseApi as api } from "../baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    stopAnnouncementMails: build.mutation<
      StopAnnouncementMailsApiResponse,
      StopAnnouncementMailsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/announcements/stop`,
        method: "POST",
        params: {
          code: queryArg.code,
        },
      }),
    }),
    readAudit: build.query<ReadAuditApiResponse, ReadAuditApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/audit`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          action: queryArg.action,
          subject: queryArg.subject,
          search: queryArg.search,
          createdFrom: queryArg.createdFrom,
          createdTo: queryArg.createdTo,
        },
      }),
    }),
    extend: build.mutation<ExtendApiResponse, ExtendApiArg>({
      query: () => ({ url: `/api/v1/auth/extend-session`, method: "POST" }),
    }),
    showFactors: build.query<ShowFactorsApiResponse, ShowFactorsApiArg>({
      query: () => ({ url: `/api/v1/auth/factors` }),
    }),
    addNewPasskey: build.mutation<
      AddNewPasskeyApiResponse,
      AddNewPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/auth/factors/passkeys`,
        method: "POST",
        body: queryArg.addPasskeyRequest,
      }),
    }),
    readNewPasskeyOptions: build.mutation<
      ReadNewPasskeyOptionsApiResponse,
      ReadNewPasskeyOptionsApiArg
    >({
      query: () => ({
        url: `/api/v1/auth/factors/passkeys/options`,
        method: "POST",
      }),
    }),
    makeRecoveryCodes: build.mutation<
      MakeRecoveryCodesApiResponse,
      MakeRecoveryCodesApiArg
    >({
      query: () => ({
        url: `/api/v1/auth/factors/recovery-codes`,
        method: "POST",
      }),
    }),
    addTotp: build.mutation<AddTotpApiResponse, AddTotpApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/factors/totp`,
        method: "POST",
        body: queryArg.registerTotpRequest,
      }),
    }),
    confirmTotpApp: build.mutation<
      ConfirmTotpAppApiResponse,
      ConfirmTotpAppApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/auth/factors/totp/${encodeURIComponent(String(queryArg.factorId))}/confirm`,
        method: "POST",
        body: queryArg.confirmTotpRequest,
      }),
    }),
    removeFactor: build.mutation<RemoveFactorApiResponse, RemoveFactorApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/factors/${encodeURIComponent(String(queryArg.factorId))}`,
        method: "DELETE",
      }),
    }),
    nameFactor: build.mutation<NameFactorApiResponse, NameFactorApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/factors/${encodeURIComponent(String(queryArg.factorId))}`,
        method: "PUT",
        body: queryArg.renameFactorRequest,
      }),
    }),
    undoAct: build.mutation<UndoActApiResponse, UndoActApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/not-me`,
        method: "POST",
        body: queryArg.notMeRequest,
      }),
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
    removeSsoLink: build.mutation<
      RemoveSsoLinkApiResponse,
      RemoveSsoLinkApiArg
    >({
      query: () => ({ url: `/api/v1/auth/sso-link`, method: "DELETE" }),
    }),
    stepUp: build.mutation<StepUpApiResponse, StepUpApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/step-up`,
        method: "POST",
        body: queryArg.stepUpRequest,
      }),
    }),
    readStepUpOptions: build.mutation<
      ReadStepUpOptionsApiResponse,
      ReadStepUpOptionsApiArg
    >({
      query: () => ({ url: `/api/v1/auth/step-up/options`, method: "POST" }),
    }),
    beginStepUp: build.mutation<BeginStepUpApiResponse, BeginStepUpApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/auth/step-up/sso`,
        method: "POST",
        body: queryArg.startStepUpRequest,
      }),
    }),
    getBatches: build.query<GetBatchesApiResponse, GetBatchesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/batches`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          search: queryArg.search,
          archived: queryArg.archived,
        },
      }),
    }),
    createSingleBatch: build.mutation<
      CreateSingleBatchApiResponse,
      CreateSingleBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/batches`,
        method: "POST",
        body: queryArg.createBatchRequest,
      }),
    }),
    getSingleBatch: build.query<
      GetSingleBatchApiResponse,
      GetSingleBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/batches/${encodeURIComponent(String(queryArg.batchId))}`,
      }),
    }),
    changeSingleBatch: build.mutation<
      ChangeSingleBatchApiResponse,
      ChangeSingleBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/batches/${encodeURIComponent(String(queryArg.batchId))}`,
        method: "PUT",
        body: queryArg.changeBatchRequest,
      }),
    }),
    listLeavingsOfBatch: build.query<
      ListLeavingsOfBatchApiResponse,
      ListLeavingsOfBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/batches/${encodeURIComponent(String(queryArg.batchId))}/leavings`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    getCompanyPolicy: build.query<
      GetCompanyPolicyApiResponse,
      GetCompanyPolicyApiArg
    >({
      query: () => ({ url: `/api/v1/companies/current/policy` }),
    }),
    changeCompanyPolicy: build.mutation<
      ChangeCompanyPolicyApiResponse,
      ChangeCompanyPolicyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/policy`,
        method: "PUT",
        body: queryArg.policyRequest,
      }),
    }),
    listSsoConnections: build.query<
      ListSsoConnectionsApiResponse,
      ListSsoConnectionsApiArg
    >({
      query: () => ({ url: `/api/v1/companies/current/sso` }),
    }),
    createSsoConnection: build.mutation<
      CreateSsoConnectionApiResponse,
      CreateSsoConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sso`,
        method: "POST",
        body: queryArg.createConnectionRequest,
      }),
    }),
    deleteSsoConnection: build.mutation<
      DeleteSsoConnectionApiResponse,
      DeleteSsoConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sso/${encodeURIComponent(String(queryArg.connectionId))}`,
        method: "DELETE",
      }),
    }),
    changeSsoConnection: build.mutation<
      ChangeSsoConnectionApiResponse,
      ChangeSsoConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sso/${encodeURIComponent(String(queryArg.connectionId))}`,
        method: "PUT",
        body: queryArg.changeConnectionRequest,
      }),
    }),
    testSsoConnection: build.mutation<
      TestSsoConnectionApiResponse,
      TestSsoConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/current/sso/${encodeURIComponent(String(queryArg.connectionId))}/test`,
        method: "POST",
      }),
    }),
    removeCompanyLogo: build.mutation<
      RemoveCompanyLogoApiResponse,
      RemoveCompanyLogoApiArg
    >({
      query: () => ({ url: `/api/v1/companies/logo`, method: "DELETE" }),
    }),
    changeCompanyLogo: build.mutation<
      ChangeCompanyLogoApiResponse,
      ChangeCompanyLogoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/logo`,
        method: "PUT",
        body: queryArg.logoRequest,
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
    readDashboard: build.query<ReadDashboardApiResponse, ReadDashboardApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/dashboard`,
        params: {
          kinds: queryArg.kinds,
        },
      }),
    }),
    listFields: build.query<ListFieldsApiResponse, ListFieldsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields`,
        params: {
          counts: queryArg.counts,
        },
      }),
    }),
    createField: build.mutation<CreateFieldApiResponse, CreateFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields`,
        method: "POST",
        body: queryArg.createFieldRequest,
      }),
    }),
    orderFields: build.mutation<OrderFieldsApiResponse, OrderFieldsApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields/order`,
        method: "PUT",
        body: queryArg.orderFieldsRequest,
      }),
    }),
    listStarterSets: build.query<
      ListStarterSetsApiResponse,
      ListStarterSetsApiArg
    >({
      query: () => ({ url: `/api/v1/fields/starter-sets` }),
    }),
    addStarterSet: build.mutation<
      AddStarterSetApiResponse,
      AddStarterSetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/fields/starter-sets/${encodeURIComponent(String(queryArg.key))}`,
        method: "POST",
      }),
    }),
    changeField: build.mutation<ChangeFieldApiResponse, ChangeFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields/${encodeURIComponent(String(queryArg.key))}`,
        method: "PUT",
        body: queryArg.changeFieldRequest,
      }),
    }),
    archiveField: build.mutation<ArchiveFieldApiResponse, ArchiveFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields/${encodeURIComponent(String(queryArg.key))}/archive`,
        method: "POST",
        body: queryArg.fieldVersionRequest,
      }),
    }),
    checkField: build.mutation<CheckFieldApiResponse, CheckFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields/${encodeURIComponent(String(queryArg.key))}/check`,
        method: "POST",
        body: queryArg.checkFieldRequest,
      }),
    }),
    restoreField: build.mutation<RestoreFieldApiResponse, RestoreFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/fields/${encodeURIComponent(String(queryArg.key))}/restore`,
        method: "POST",
        body: queryArg.fieldVersionRequest,
      }),
    }),
    openLink: build.mutation<OpenLinkApiResponse, OpenLinkApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/invitations/open`,
        method: "POST",
        body: queryArg.openInvitationRequest,
      }),
    }),
    acceptWithPasskey: build.mutation<
      AcceptWithPasskeyApiResponse,
      AcceptWithPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/invitations/passkey`,
        method: "POST",
        body: queryArg.acceptByPasskeyRequest,
      }),
    }),
    readInvitationPasskeyOptions: build.mutation<
      ReadInvitationPasskeyOptionsApiResponse,
      ReadInvitationPasskeyOptionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/invitations/passkey/options`,
        method: "POST",
        body: queryArg.invitationPasskeyOptionsRequest,
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
    logInWithPasskey: build.mutation<
      LogInWithPasskeyApiResponse,
      LogInWithPasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/login/passkey`,
        method: "POST",
        body: queryArg.passkeyLoginRequest,
      }),
    }),
    readPasskeyOptions: build.mutation<
      ReadPasskeyOptionsApiResponse,
      ReadPasskeyOptionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/login/passkey/options`,
        method: "POST",
        body: queryArg.passkeyOptionsRequest,
      }),
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
    showProvider: build.query<ShowProviderApiResponse, ShowProviderApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/login/sso`,
        params: {
          email: queryArg.email,
        },
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
    findCompanies: build.query<FindCompaniesApiResponse, FindCompaniesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/signup/companies`,
        params: {
          name: queryArg.name,
        },
      }),
    }),
    readCompany: build.query<ReadCompanyApiResponse, ReadCompanyApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/signup/companies/${encodeURIComponent(String(queryArg.slug))}`,
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
    listStages: build.query<ListStagesApiResponse, ListStagesApiArg>({
      query: () => ({ url: `/api/v1/stages` }),
    }),
    createStage: build.mutation<CreateStageApiResponse, CreateStageApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages`,
        method: "POST",
        body: queryArg.createStageRequest,
      }),
    }),
    readBoard: build.query<ReadBoardApiResponse, ReadBoardApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages/board`,
        params: {
          search: queryArg.search,
          invitation: queryArg.invitation,
          status: queryArg.status,
          batch: queryArg.batch,
          stage: queryArg.stage,
          reached: queryArg.reached,
          reachedFrom: queryArg.reachedFrom,
          reachedTo: queryArg.reachedTo,
          everInBatch: queryArg.everInBatch,
          fromImport: queryArg.fromImport,
          application: queryArg.application,
          opening: queryArg.opening,
          employer: queryArg.employer,
          candidacy: queryArg.candidacy,
          offer: queryArg.offer,
          offerFrom: queryArg.offerFrom,
          offerTo: queryArg.offerTo,
          createdFrom: queryArg.createdFrom,
          createdTo: queryArg.createdTo,
          lastSignIn: queryArg.lastSignIn,
          where: queryArg.where,
          sort: queryArg.sort,
          workLocation: queryArg.workLocation,
          role: queryArg.role,
          profile: queryArg.profile,
        },
      }),
    }),
    readFunnel: build.query<ReadFunnelApiResponse, ReadFunnelApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages/funnel`,
        params: {
          from: queryArg["from"],
          to: queryArg.to,
          batch: queryArg.batch,
        },
      }),
    }),
    orderStages: build.mutation<OrderStagesApiResponse, OrderStagesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages/order`,
        method: "PUT",
        body: queryArg.orderStagesRequest,
      }),
    }),
    changeStage: build.mutation<ChangeStageApiResponse, ChangeStageApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages/${encodeURIComponent(String(queryArg.stageId))}`,
        method: "PUT",
        body: queryArg.changeStageRequest,
      }),
    }),
    archiveStage: build.mutation<ArchiveStageApiResponse, ArchiveStageApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/stages/${encodeURIComponent(String(queryArg.stageId))}/archive`,
        method: "POST",
        body: queryArg.archiveStageRequest,
      }),
    }),
    listTrainingBatches: build.query<
      ListTrainingBatchesApiResponse,
      ListTrainingBatchesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    getTrainingBatch: build.query<
      GetTrainingBatchApiResponse,
      GetTrainingBatchApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}`,
      }),
    }),
    listTrainingPeople: build.query<
      ListTrainingPeopleApiResponse,
      ListTrainingPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/people`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    chooseTrainers: build.mutation<
      ChooseTrainersApiResponse,
      ChooseTrainersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/training/batches/${encodeURIComponent(String(queryArg.batchId))}/trainers`,
        method: "PUT",
        body: queryArg.trainersRequest,
      }),
    }),
    listPeople: build.query<ListPeopleApiResponse, ListPeopleApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users`,
        params: {
          search: queryArg.search,
          invitation: queryArg.invitation,
          status: queryArg.status,
          batch: queryArg.batch,
          stage: queryArg.stage,
          reached: queryArg.reached,
          reachedFrom: queryArg.reachedFrom,
          reachedTo: queryArg.reachedTo,
          everInBatch: queryArg.everInBatch,
          fromImport: queryArg.fromImport,
          application: queryArg.application,
          opening: queryArg.opening,
          employer: queryArg.employer,
          candidacy: queryArg.candidacy,
          offer: queryArg.offer,
          offerFrom: queryArg.offerFrom,
          offerTo: queryArg.offerTo,
          createdFrom: queryArg.createdFrom,
          createdTo: queryArg.createdTo,
          lastSignIn: queryArg.lastSignIn,
          where: queryArg.where,
          sort: queryArg.sort,
          workLocation: queryArg.workLocation,
          role: queryArg.role,
          profile: queryArg.profile,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    acceptApplicants: build.mutation<
      AcceptApplicantsApiResponse,
      AcceptApplicantsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/applications/accept`,
        method: "POST",
        body: queryArg.acceptRequest,
      }),
    }),
    declineApplicants: build.mutation<
      DeclineApplicantsApiResponse,
      DeclineApplicantsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/applications/decline`,
        method: "POST",
        body: queryArg.declineRequest,
      }),
    }),
    showListColumns: build.query<
      ShowListColumnsApiResponse,
      ShowListColumnsApiArg
    >({
      query: () => ({ url: `/api/v1/users/columns` }),
    }),
    chooseListColumns: build.mutation<
      ChooseListColumnsApiResponse,
      ChooseListColumnsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/columns`,
        method: "PUT",
        body: queryArg.listColumnsRequest,
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
    listProbableDuplicates: build.query<
      ListProbableDuplicatesApiResponse,
      ListProbableDuplicatesApiArg
    >({
      query: () => ({ url: `/api/v1/users/duplicates` }),
    }),
    findProbableDuplicates: build.query<
      FindProbableDuplicatesApiResponse,
      FindProbableDuplicatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/duplicates`,
        method: "POST",
        body: queryArg.duplicatesRequest,
      }),
    }),
    confirmNewEmail: build.mutation<
      ConfirmNewEmailApiResponse,
      ConfirmNewEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/email/confirm`,
        method: "POST",
        body: queryArg.confirmEmailRequest,
      }),
    }),
    dismissSteps: build.mutation<DismissStepsApiResponse, DismissStepsApiArg>({
      query: () => ({
        url: `/api/v1/users/first-steps/dismiss`,
        method: "POST",
      }),
    }),
    readInvitationRoom: build.query<
      ReadInvitationRoomApiResponse,
      ReadInvitationRoomApiArg
    >({
      query: () => ({ url: `/api/v1/users/invitation-room` }),
    }),
    listOpenMerges: build.query<
      ListOpenMergesApiResponse,
      ListOpenMergesApiArg
    >({
      query: () => ({ url: `/api/v1/users/merges` }),
    }),
    undoUserMerge: build.mutation<
      UndoUserMergeApiResponse,
      UndoUserMergeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/merges/${encodeURIComponent(String(queryArg.mergeId))}/undo`,
        method: "POST",
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
    cancelOwnEmailChange: build.mutation<
      CancelOwnEmailChangeApiResponse,
      CancelOwnEmailChangeApiArg
    >({
      query: () => ({
        url: `/api/v1/users/profile/email-change`,
        method: "DELETE",
      }),
    }),
    readOwnEmailChange: build.query<
      ReadOwnEmailChangeApiResponse,
      ReadOwnEmailChangeApiArg
    >({
      query: () => ({ url: `/api/v1/users/profile/email-change` }),
    }),
    changeOwnEmailAddress: build.mutation<
      ChangeOwnEmailAddressApiResponse,
      ChangeOwnEmailAddressApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/profile/email-change`,
        method: "POST",
        body: queryArg.ownEmailRequest,
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
    removeOwnPhoto: build.mutation<
      RemoveOwnPhotoApiResponse,
      RemoveOwnPhotoApiArg
    >({
      query: () => ({ url: `/api/v1/users/profile/photo`, method: "DELETE" }),
    }),
    changeOwnPhoto: build.mutation<
      ChangeOwnPhotoApiResponse,
      ChangeOwnPhotoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/profile/photo`,
        method: "PUT",
        body: queryArg.photoRequest,
      }),
    }),
    listFieldValues: build.query<
      ListFieldValuesApiResponse,
      ListFieldValuesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/values`,
        params: {
          field: queryArg.field,
        },
      }),
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
    eraseSingleUser: build.mutation<
      EraseSingleUserApiResponse,
      EraseSingleUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/erase`,
        method: "POST",
        body: queryArg.eraseRequest,
      }),
    }),
    resetPersonFactors: build.mutation<
      ResetPersonFactorsApiResponse,
      ResetPersonFactorsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/factors`,
        method: "DELETE",
      }),
    }),
    readPersonFactors: build.query<
      ReadPersonFactorsApiResponse,
      ReadPersonFactorsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/factors`,
      }),
    }),
    revealField: build.mutation<RevealFieldApiResponse, RevealFieldApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/fields/${encodeURIComponent(String(queryArg.key))}/reveal`,
        method: "POST",
      }),
    }),
    readInvitationWait: build.query<
      ReadInvitationWaitApiResponse,
      ReadInvitationWaitApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/invitation`,
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
    listLeavingsOfPerson: build.query<
      ListLeavingsOfPersonApiResponse,
      ListLeavingsOfPersonApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/leavings`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    mergeIntoUser: build.mutation<
      MergeIntoUserApiResponse,
      MergeIntoUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/merge`,
        method: "POST",
        body: queryArg.mergeRequest,
      }),
    }),
    readUserMessages: build.query<
      ReadUserMessagesApiResponse,
      ReadUserMessagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/messages`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
        },
      }),
    }),
    cancelPendingEmail: build.mutation<
      CancelPendingEmailApiResponse,
      CancelPendingEmailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/pending-email`,
        method: "DELETE",
      }),
    }),
    removePersonPhoto: build.mutation<
      RemovePersonPhotoApiResponse,
      RemovePersonPhotoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/photo`,
        method: "DELETE",
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
    readUserSessions: build.query<
      ReadUserSessionsApiResponse,
      ReadUserSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/sessions`,
      }),
    }),
    removePersonSsoLink: build.mutation<
      RemovePersonSsoLinkApiResponse,
      RemovePersonSsoLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/sso-link`,
        method: "DELETE",
      }),
    }),
    movePerson: build.mutation<MovePersonApiResponse, MovePersonApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/stage`,
        method: "PUT",
        body: queryArg.moveStageRequest,
      }),
    }),
    listStagesOfPerson: build.query<
      ListStagesOfPersonApiResponse,
      ListStagesOfPersonApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/stages`,
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
    listSavedViews: build.query<
      ListSavedViewsApiResponse,
      ListSavedViewsApiArg
    >({
      query: () => ({ url: `/api/v1/views` }),
    }),
    createSavedView: build.mutation<
      CreateSavedViewApiResponse,
      CreateSavedViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/views`,
        method: "POST",
        body: queryArg.createViewRequest,
      }),
    }),
    deleteSavedView: build.mutation<
      DeleteSavedViewApiResponse,
      DeleteSavedViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/views/${encodeURIComponent(String(queryArg.viewId))}`,
        method: "DELETE",
      }),
    }),
    editSavedView: build.mutation<
      EditSavedViewApiResponse,
      EditSavedViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/views/${encodeURIComponent(String(queryArg.viewId))}`,
        method: "PUT",
        body: queryArg.editViewRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as serverApi };
export type StopAnnouncementMailsApiResponse =
  /** status 200 OK */ MessageResponse;
export type StopAnnouncementMailsApiArg = {
  code: string;
};
export type ReadAuditApiResponse = /** status 200 OK */ AuditPage;
export type ReadAuditApiArg = {
  page?: number;
  pageSize?: number;
  action?: AuditAction | null;
  subject?: string | null;
  search?: string;
  createdFrom?: string | null;
  createdTo?: string | null;
};
export type ExtendApiResponse = /** status 200 OK */ ExtendedSessionAnswer;
export type ExtendApiArg = void;
export type ShowFactorsApiResponse = /** status 200 OK */ FactorList;
export type ShowFactorsApiArg = void;
export type AddNewPasskeyApiResponse = /** status 200 OK */ AddedPasskey;
export type AddNewPasskeyApiArg = {
  addPasskeyRequest: AddPasskeyRequest;
};
export type ReadNewPasskeyOptionsApiResponse =
  /** status 200 OK */ CreationOptions;
export type ReadNewPasskeyOptionsApiArg = void;
export type MakeRecoveryCodesApiResponse = /** status 200 OK */ RecoveryCodes;
export type MakeRecoveryCodesApiArg = void;
export type AddTotpApiResponse = /** status 200 OK */ RegisteredTotp;
export type AddTotpApiArg = {
  registerTotpRequest: RegisterTotpRequest;
};
export type ConfirmTotpAppApiResponse = /** status 200 OK */ RecoveryCodes;
export type ConfirmTotpAppApiArg = {
  factorId: string;
  confirmTotpRequest: ConfirmTotpRequest;
};
export type RemoveFactorApiResponse = /** status 200 OK */ MessageResponse;
export type RemoveFactorApiArg = {
  factorId: string;
};
export type NameFactorApiResponse = /** status 200 OK */ MessageResponse;
export type NameFactorApiArg = {
  factorId: string;
  renameFactorRequest: RenameFactorRequest;
};
export type UndoActApiResponse = /** status 200 OK */ NotMeAnswer;
export type UndoActApiArg = {
  notMeRequest: NotMeRequest;
};
export type EndOthersApiResponse = /** status 200 OK */ MessageResponse;
export type EndOthersApiArg = void;
export type ReadSessionsApiResponse = /** status 200 OK */ SessionList;
export type ReadSessionsApiArg = void;
export type EndOneApiResponse = /** status 200 OK */ MessageResponse;
export type EndOneApiArg = {
  sessionId: string;
};
export type RemoveSsoLinkApiResponse = /** status 200 OK */ MessageResponse;
export type RemoveSsoLinkApiArg = void;
export type StepUpApiResponse = /** status 200 OK */ StepUpAnswer;
export type StepUpApiArg = {
  stepUpRequest: StepUpRequest;
};
export type ReadStepUpOptionsApiResponse = /** status 200 OK */ RequestOptions;
export type ReadStepUpOptionsApiArg = void;
export type BeginStepUpApiResponse = /** status 200 OK */ StepUpStart;
export type BeginStepUpApiArg = {
  startStepUpRequest: StartStepUpRequest;
};
export type GetBatchesApiResponse = /** status 200 OK */ BatchPage;
export type GetBatchesApiArg = {
  page?: number;
  pageSize?: number;
  search?: string;
  archived?: boolean | null | "";
};
export type CreateSingleBatchApiResponse =
  /** status 201 Created */ BatchRecord;
export type CreateSingleBatchApiArg = {
  createBatchRequest: CreateBatchRequest;
};
export type GetSingleBatchApiResponse = /** status 200 OK */ BatchRecord;
export type GetSingleBatchApiArg = {
  batchId: string;
};
export type ChangeSingleBatchApiResponse = /** status 200 OK */ BatchRecord;
export type ChangeSingleBatchApiArg = {
  batchId: string;
  changeBatchRequest: ChangeBatchRequest;
};
export type ListLeavingsOfBatchApiResponse = /** status 200 OK */ LeavingPage;
export type ListLeavingsOfBatchApiArg = {
  batchId: string;
  page?: number;
  pageSize?: number;
};
export type GetCompanyPolicyApiResponse = /** status 200 OK */ PolicyRecord;
export type GetCompanyPolicyApiArg = void;
export type ChangeCompanyPolicyApiResponse = /** status 200 OK */ PolicyRecord;
export type ChangeCompanyPolicyApiArg = {
  policyRequest: PolicyRequest;
};
export type ListSsoConnectionsApiResponse =
  /** status 200 OK */ ConnectionsAnswer;
export type ListSsoConnectionsApiArg = void;
export type CreateSsoConnectionApiResponse =
  /** status 201 Created */ ConnectionRecord;
export type CreateSsoConnectionApiArg = {
  createConnectionRequest: CreateConnectionRequest;
};
export type DeleteSsoConnectionApiResponse =
  /** status 200 OK */ MessageResponse;
export type DeleteSsoConnectionApiArg = {
  connectionId: string;
};
export type ChangeSsoConnectionApiResponse =
  /** status 200 OK */ ConnectionRecord;
export type ChangeSsoConnectionApiArg = {
  connectionId: string;
  changeConnectionRequest: ChangeConnectionRequest;
};
export type TestSsoConnectionApiResponse =
  /** status 200 OK */ ConnectionTestAnswer;
export type TestSsoConnectionApiArg = {
  connectionId: string;
};
export type RemoveCompanyLogoApiResponse = /** status 200 OK */ CompanyRecord;
export type RemoveCompanyLogoApiArg = void;
export type ChangeCompanyLogoApiResponse = /** status 200 OK */ CompanyRecord;
export type ChangeCompanyLogoApiArg = {
  logoRequest: LogoRequest;
};
export type GetCompanySettingsApiResponse = /** status 200 OK */ CompanyRecord;
export type GetCompanySettingsApiArg = void;
export type ChangeCompanySettingsApiResponse =
  /** status 200 OK */ CompanyRecord;
export type ChangeCompanySettingsApiArg = {
  companySettingsRequest: CompanySettingsRequest;
};
export type ReadDashboardApiResponse = /** status 200 OK */ Dashboard;
export type ReadDashboardApiArg = {
  kinds?: string | null;
};
export type ListFieldsApiResponse = /** status 200 OK */ FieldsResponse;
export type ListFieldsApiArg = {
  counts?: boolean;
};
export type CreateFieldApiResponse = /** status 201 Created */ FieldRecord;
export type CreateFieldApiArg = {
  createFieldRequest: CreateFieldRequest;
};
export type OrderFieldsApiResponse = /** status 200 OK */ FieldsResponse;
export type OrderFieldsApiArg = {
  orderFieldsRequest: OrderFieldsRequest;
};
export type ListStarterSetsApiResponse =
  /** status 200 OK */ StarterSetsResponse;
export type ListStarterSetsApiArg = void;
export type AddStarterSetApiResponse = /** status 200 OK */ FieldsResponse;
export type AddStarterSetApiArg = {
  key: string;
};
export type ChangeFieldApiResponse = /** status 200 OK */ FieldRecord;
export type ChangeFieldApiArg = {
  key: string;
  changeFieldRequest: ChangeFieldRequest;
};
export type ArchiveFieldApiResponse = /** status 200 OK */ FieldRecord;
export type ArchiveFieldApiArg = {
  key: string;
  fieldVersionRequest: FieldVersionRequest;
};
export type CheckFieldApiResponse = /** status 200 OK */ FieldCheck;
export type CheckFieldApiArg = {
  key: string;
  checkFieldRequest: CheckFieldRequest;
};
export type RestoreFieldApiResponse = /** status 200 OK */ FieldRecord;
export type RestoreFieldApiArg = {
  key: string;
  fieldVersionRequest: FieldVersionRequest;
};
export type OpenLinkApiResponse = /** status 200 OK */ OpenedInvitationAnswer;
export type OpenLinkApiArg = {
  openInvitationRequest: OpenInvitationRequest;
};
export type AcceptWithPasskeyApiResponse =
  /** status 200 OK */ AcceptedByPasskeyAnswer;
export type AcceptWithPasskeyApiArg = {
  acceptByPasskeyRequest: AcceptByPasskeyRequest;
};
export type ReadInvitationPasskeyOptionsApiResponse =
  /** status 200 OK */ CreationOptions;
export type ReadInvitationPasskeyOptionsApiArg = {
  invitationPasskeyOptionsRequest: InvitationPasskeyOptionsRequest;
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
export type EndLoginApiResponse = /** status 200 OK */ LogoutAnswer;
export type EndLoginApiArg = void;
export type LogInWithPasskeyApiResponse =
  /** status 200 OK */ AuthenticateAnswer;
export type LogInWithPasskeyApiArg = {
  passkeyLoginRequest: PasskeyLoginRequest;
};
export type ReadPasskeyOptionsApiResponse = /** status 200 OK */ RequestOptions;
export type ReadPasskeyOptionsApiArg = {
  passkeyOptionsRequest: PasskeyOptionsRequest;
};
export type SetOwnPasswordApiResponse = /** status 200 OK */ NewPasswordAnswer;
export type SetOwnPasswordApiArg = {
  newPasswordRequest: NewPasswordRequest;
};
export type ShowProviderApiResponse = /** status 200 OK */ SsoAnswer;
export type ShowProviderApiArg = {
  email: string;
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
export type CheckEmailApiResponse = /** status 200 OK */ EmailAnswer;
export type CheckEmailApiArg = {
  email: string;
};
export type CheckPhoneApiResponse = /** status 200 OK */ AvailabilityAnswer;
export type CheckPhoneApiArg = {
  phone: string;
};
export type FindCompaniesApiResponse = /** status 200 OK */ FoundInstitutes;
export type FindCompaniesApiArg = {
  name: string;
};
export type ReadCompanyApiResponse = /** status 200 OK */ AppliedCompany;
export type ReadCompanyApiArg = {
  slug: string;
};
export type CompleteSignupApiResponse = /** status 200 OK */ CompleteAnswer;
export type CompleteSignupApiArg = {
  completeSignupRequest: CompleteSignupRequest;
};
export type RegisterApiResponse = /** status 200 OK */ RegisterAnswer;
export type RegisterApiArg = {
  registerRequest: RegisterRequest;
};
export type ListStagesApiResponse = /** status 200 OK */ StagesResponse;
export type ListStagesApiArg = void;
export type CreateStageApiResponse = /** status 201 Created */ StageRecord;
export type CreateStageApiArg = {
  createStageRequest: CreateStageRequest;
};
export type ReadBoardApiResponse = /** status 200 OK */ Board;
export type ReadBoardApiArg = {
  search?: string;
  invitation?: InvitationFilter | null | "";
  status?: Status | null | "";
  batch?: string | null | "";
  stage?: string | null | "";
  reached?: string | null | "";
  reachedFrom?: string | null | "";
  reachedTo?: string | null | "";
  everInBatch?: string | null | "";
  fromImport?: string | null | "";
  application?: ApplicationState | null | "";
  opening?: string | null | "";
  employer?: string | null | "";
  candidacy?: CandidacyState | null | "";
  offer?: OfferFilter | null | "";
  offerFrom?: string | null | "";
  offerTo?: string | null | "";
  createdFrom?: string | null | "";
  createdTo?: string | null | "";
  lastSignIn?: string | null | "";
  where?: string;
  sort?: string | null | "";
  workLocation?: string;
  role?: Role | null | "";
  profile?: Profile | null | "";
};
export type ReadFunnelApiResponse = /** status 200 OK */ Funnel;
export type ReadFunnelApiArg = {
  from?: string | null | "";
  to?: string | null | "";
  batch?: string | null | "";
};
export type OrderStagesApiResponse = /** status 200 OK */ StagesResponse;
export type OrderStagesApiArg = {
  orderStagesRequest: OrderStagesRequest;
};
export type ChangeStageApiResponse = /** status 200 OK */ StageRecord;
export type ChangeStageApiArg = {
  stageId: string;
  changeStageRequest: ChangeStageRequest;
};
export type ArchiveStageApiResponse = /** status 200 OK */ ArchivedStage;
export type ArchiveStageApiArg = {
  stageId: string;
  archiveStageRequest: ArchiveStageRequest;
};
export type ListTrainingBatchesApiResponse =
  /** status 200 OK */ TrainingBatchPage;
export type ListTrainingBatchesApiArg = {
  page?: number;
  pageSize?: number;
};
export type GetTrainingBatchApiResponse = /** status 200 OK */ TrainingBatch;
export type GetTrainingBatchApiArg = {
  batchId: string;
};
export type ListTrainingPeopleApiResponse = /** status 200 OK */ CardPage;
export type ListTrainingPeopleApiArg = {
  batchId: string;
  page?: number;
  pageSize?: number;
};
export type ChooseTrainersApiResponse = /** status 200 OK */ TrainingBatch;
export type ChooseTrainersApiArg = {
  batchId: string;
  trainersRequest: TrainersRequest;
};
export type ListPeopleApiResponse = /** status 200 OK */ UserPage;
export type ListPeopleApiArg = {
  search?: string;
  invitation?: InvitationFilter | null | "";
  status?: Status | null | "";
  batch?: string | null | "";
  stage?: string | null | "";
  reached?: string | null | "";
  reachedFrom?: string | null | "";
  reachedTo?: string | null | "";
  everInBatch?: string | null | "";
  fromImport?: string | null | "";
  application?: ApplicationState | null | "";
  opening?: string | null | "";
  employer?: string | null | "";
  candidacy?: CandidacyState | null | "";
  offer?: OfferFilter | null | "";
  offerFrom?: string | null | "";
  offerTo?: string | null | "";
  createdFrom?: string | null | "";
  createdTo?: string | null | "";
  lastSignIn?: string | null | "";
  where?: string;
  sort?: string | null | "";
  workLocation?: string;
  role?: Role | null | "";
  profile?: Profile | null | "";
  page?: number;
  pageSize?: number;
};
export type AcceptApplicantsApiResponse = /** status 200 OK */ DecisionAnswer;
export type AcceptApplicantsApiArg = {
  acceptRequest: AcceptRequest;
};
export type DeclineApplicantsApiResponse = /** status 200 OK */ DecisionAnswer;
export type DeclineApplicantsApiArg = {
  declineRequest: DeclineRequest;
};
export type ShowListColumnsApiResponse =
  /** status 200 OK */ ListColumnsResponse;
export type ShowListColumnsApiArg = void;
export type ChooseListColumnsApiResponse =
  /** status 200 OK */ ListColumnsResponse;
export type ChooseListColumnsApiArg = {
  listColumnsRequest: ListColumnsRequest;
};
export type CreateSingleUserApiResponse = /** status 201 Created */ UserRecord;
export type CreateSingleUserApiArg = {
  createUserRequest: CreateUserRequest;
};
export type ListProbableDuplicatesApiResponse =
  /** status 200 OK */ DuplicatePairs;
export type ListProbableDuplicatesApiArg = void;
export type FindProbableDuplicatesApiResponse =
  /** status 200 OK */ DuplicatesResponse;
export type FindProbableDuplicatesApiArg = {
  duplicatesRequest: DuplicatesRequest;
};
export type ConfirmNewEmailApiResponse = /** status 200 OK */ MessageResponse;
export type ConfirmNewEmailApiArg = {
  confirmEmailRequest: ConfirmEmailRequest;
};
export type DismissStepsApiResponse = /** status 200 OK */ MessageResponse;
export type DismissStepsApiArg = void;
export type ReadInvitationRoomApiResponse = /** status 200 OK */ InvitationRoom;
export type ReadInvitationRoomApiArg = void;
export type ListOpenMergesApiResponse = /** status 200 OK */ MergesResponse;
export type ListOpenMergesApiArg = void;
export type UndoUserMergeApiResponse = /** status 200 OK */ UserRecord;
export type UndoUserMergeApiArg = {
  mergeId: string;
};
export type GetProfileApiResponse = /** status 200 OK */ ProfileResponse;
export type GetProfileApiArg = void;
export type EditOwnProfileApiResponse = /** status 200 OK */ ProfileResponse;
export type EditOwnProfileApiArg = {
  editProfileRequest: EditProfileRequest;
};
export type CancelOwnEmailChangeApiResponse =
  /** status 200 OK */ OwnEmailChange;
export type CancelOwnEmailChangeApiArg = void;
export type ReadOwnEmailChangeApiResponse = /** status 200 OK */ OwnEmailChange;
export type ReadOwnEmailChangeApiArg = void;
export type ChangeOwnEmailAddressApiResponse =
  /** status 200 OK */ OwnEmailChange;
export type ChangeOwnEmailAddressApiArg = {
  ownEmailRequest: OwnEmailRequest;
};
export type ChangeOwnPasswordApiResponse = /** status 200 OK */ MessageResponse;
export type ChangeOwnPasswordApiArg = {
  changePasswordRequest: ChangePasswordRequest;
};
export type RemoveOwnPhotoApiResponse = /** status 200 OK */ PhotoRecord;
export type RemoveOwnPhotoApiArg = void;
export type ChangeOwnPhotoApiResponse = /** status 200 OK */ PhotoRecord;
export type ChangeOwnPhotoApiArg = {
  photoRequest: PhotoRequest;
};
export type ListFieldValuesApiResponse =
  /** status 200 OK */ FieldValuesResponse;
export type ListFieldValuesApiArg = {
  field: "workLocation";
};
export type DeleteSingleUserApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteSingleUserApiArg = {
  userId: string;
};
export type GetPersonApiResponse = /** status 200 OK */ PersonRecord;
export type GetPersonApiArg = {
  userId: string;
};
export type EditSingleUserApiResponse = /** status 200 OK */ UserRecord;
export type EditSingleUserApiArg = {
  userId: string;
  editUserRequest: EditUserRequest;
};
export type EraseSingleUserApiResponse = /** status 200 OK */ MessageResponse;
export type EraseSingleUserApiArg = {
  userId: string;
  eraseRequest: EraseRequest;
};
export type ResetPersonFactorsApiResponse =
  /** status 200 OK */ MessageResponse;
export type ResetPersonFactorsApiArg = {
  userId: string;
};
export type ReadPersonFactorsApiResponse = /** status 200 OK */ PersonFactors;
export type ReadPersonFactorsApiArg = {
  userId: string;
};
export type RevealFieldApiResponse = /** status 200 OK */ RevealedValue;
export type RevealFieldApiArg = {
  userId: string;
  key: string;
};
export type ReadInvitationWaitApiResponse = /** status 200 OK */ InvitationWait;
export type ReadInvitationWaitApiArg = {
  userId: string;
};
export type InviteSingleUserApiResponse = /** status 200 OK */ UserRecord;
export type InviteSingleUserApiArg = {
  userId: string;
};
export type ListLeavingsOfPersonApiResponse = /** status 200 OK */ LeavingPage;
export type ListLeavingsOfPersonApiArg = {
  userId: string;
  page?: number;
  pageSize?: number;
};
export type MergeIntoUserApiResponse = /** status 200 OK */ UserRecord;
export type MergeIntoUserApiArg = {
  userId: string;
  mergeRequest: MergeRequest;
};
export type ReadUserMessagesApiResponse = /** status 200 OK */ MessagePage;
export type ReadUserMessagesApiArg = {
  userId: string;
  page?: number;
  pageSize?: number;
};
export type CancelPendingEmailApiResponse = /** status 200 OK */ UserRecord;
export type CancelPendingEmailApiArg = {
  userId: string;
};
export type RemovePersonPhotoApiResponse = /** status 200 OK */ PhotoRecord;
export type RemovePersonPhotoApiArg = {
  userId: string;
};
export type EndUserSessionsApiResponse = /** status 200 OK */ MessageResponse;
export type EndUserSessionsApiArg = {
  userId: string;
};
export type ReadUserSessionsApiResponse = /** status 200 OK */ UserSessions;
export type ReadUserSessionsApiArg = {
  userId: string;
};
export type RemovePersonSsoLinkApiResponse =
  /** status 200 OK */ MessageResponse;
export type RemovePersonSsoLinkApiArg = {
  userId: string;
};
export type MovePersonApiResponse = /** status 200 OK */ MovedEntry;
export type MovePersonApiArg = {
  userId: string;
  moveStageRequest: MoveStageRequest;
};
export type ListStagesOfPersonApiResponse = /** status 200 OK */ StageEntries;
export type ListStagesOfPersonApiArg = {
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
export type ListSavedViewsApiResponse = /** status 200 OK */ ViewsResponse;
export type ListSavedViewsApiArg = void;
export type CreateSavedViewApiResponse = /** status 201 Created */ ViewRecord;
export type CreateSavedViewApiArg = {
  createViewRequest: CreateViewRequest;
};
export type DeleteSavedViewApiResponse = /** status 200 OK */ MessageResponse;
export type DeleteSavedViewApiArg = {
  viewId: string;
};
export type EditSavedViewApiResponse = /** status 200 OK */ ViewRecord;
export type EditSavedViewApiArg = {
  viewId: string;
  editViewRequest: EditViewRequest;
};
export type MessageResponse = {
  message: string;
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
export type AuditAction =
  | "login"
  | "login_failed"
  | "logout"
  | "network_refused"
  | "code_locked"
  | "password_set"
  | "password_reset"
  | "password_changed"
  | "password_change_failed"
  | "account_secured"
  | "factor_added"
  | "passkey_copied"
  | "factors_reset"
  | "factor_removed"
  | "recovery_codes_renewed"
  | "recovery_code_used"
  | "stepped_up"
  | "step_up_failed"
  | "session_revoked"
  | "token_reuse"
  | "company_created"
  | "company_trusted"
  | "company_suspended"
  | "company_resumed"
  | "company_closed"
  | "company_reopened"
  | "company_deleted"
  | "company_exported"
  | "company_settings_changed"
  | "policy_changed"
  | "user_created"
  | "user_edited"
  | "user_deleted"
  | "user_invited"
  | "user_added_to_batch"
  | "user_removed_from_batch"
  | "trainer_added"
  | "trainer_removed"
  | "sessions_planned"
  | "session_changed"
  | "session_cancelled"
  | "attendance_marked"
  | "round_created"
  | "round_changed"
  | "round_published"
  | "round_closed"
  | "round_deleted"
  | "email_change_requested"
  | "email_change_cancelled"
  | "email_change_failed"
  | "email_changed"
  | "users_exported"
  | "data_exported"
  | "view_created"
  | "view_edited"
  | "view_deleted"
  | "application_declined"
  | "invitations_stopped"
  | "batch_created"
  | "batch_changed"
  | "batch_archived"
  | "batch_deleted"
  | "stage_created"
  | "stage_changed"
  | "stage_archived"
  | "announcement_sent"
  | "announcement_retracted"
  | "user_moved"
  | "employer_changed"
  | "opening_changed"
  | "offer_changed"
  | "offer_freed"
  | "employer_file_made"
  | "field_created"
  | "field_changed"
  | "field_archived"
  | "field_restored"
  | "field_revealed"
  | "import_uploaded"
  | "import_started"
  | "import_paused"
  | "import_resumed"
  | "import_ended"
  | "import_invited"
  | "import_not_invited"
  | "import_undo_started"
  | "import_undone"
  | "key_created"
  | "key_changed"
  | "key_rotated"
  | "key_revoked"
  | "sso_created"
  | "sso_changed"
  | "sso_deleted"
  | "sso_tested"
  | "sso_domain_lost"
  | "sso_linked"
  | "sso_unlinked"
  | "sso_logged_out"
  | "bulk_started"
  | "bulk_ended"
  | "bulk_undo_started"
  | "bulk_undone"
  | "audit_exported"
  | "audit_trimmed"
  | "user_erased"
  | "user_merged"
  | "user_unmerged"
  | "policy_lifted"
  | "user_unlocked"
  | "webhook_created"
  | "webhook_changed"
  | "webhook_stopped"
  | "webhook_deleted"
  | "source_created"
  | "source_changed"
  | "source_deleted"
  | "source_read"
  | "source_paused";
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
  subjectEmail: string | null;
  subjectId: string | null;
  subjectLabel: string | null;
  subjectName: string | null;
};
export type Origin = {
  createdAt: string;
  createdBy: string | null;
  fileName: string;
  importId: string;
  row: number;
};
export type AuditPage = {
  data: AuditRecord[];
  origin: Origin | null;
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
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
export type FactorKind = "totp" | "passkey";
export type FactorItem = {
  backedUp: boolean;
  blocked: boolean;
  createdAt: string;
  id: string;
  kind: FactorKind;
  lastUsedAt: string | null;
  name: string;
};
export type SsoLinkItem = {
  createdAt: string;
  /** what the company calls its provider */
  name: string;
};
export type FactorList = {
  factors: FactorItem[];
  hasPassword: boolean;
  recoveryCodesLeft: number;
  required: FactorKind[];
  ssoLinks: SsoLinkItem[];
  verifiedAt: string | null;
};
export type AddedPasskey = {
  id: string;
  recoveryCodes: string[];
};
export type AttestationPart = {
  attestationObject: string;
  clientDataJSON: string;
  transports?: string[] | null;
};
export type NewCredentialJson = {
  id: string;
  rawId: string;
  response: AttestationPart;
  type: "public-key";
};
export type AddPasskeyRequest = {
  credential: NewCredentialJson;
  name: string;
};
export type SelectionJson = {
  requireResidentKey: true;
  residentKey: "required";
  userVerification: "required";
};
export type DescriptorJson = {
  id: string;
  transports: (
    "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb"
  )[];
  type: "public-key";
};
export type AlgorithmJson = {
  alg: number;
  type: "public-key";
};
export type PartyJson = {
  id: string;
  name: string;
};
export type PasskeyUserJson = {
  displayName: string;
  id: string;
  name: string;
};
export type CreationOptions = {
  attestation: "none";
  authenticatorSelection: SelectionJson;
  challenge: string;
  excludeCredentials: DescriptorJson[];
  pubKeyCredParams: AlgorithmJson[];
  rp: PartyJson;
  timeout: number;
  user: PasskeyUserJson;
};
export type RecoveryCodes = {
  recoveryCodes: string[];
};
export type RegisteredTotp = {
  id: string;
  qr: string;
  secret: string;
  uri: string;
};
export type RegisterTotpRequest = {
  name?: string | null;
};
export type ConfirmTotpRequest = {
  code: string;
};
export type RenameFactorRequest = {
  name: string;
};
export type NotMeAnswer = {
  /** of the account, for the reset of its password */
  email: string;
  /** the name of the second factor that was removed */
  factorRemoved: string | null;
  passwordEnded: boolean;
  recoveryCodesEnded: boolean;
  sessionsEnded: number;
};
export type NotMeRequest = {
  token: string;
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
export type StepUpAnswer = {
  verifiedAt: string;
};
export type AssertionPart = {
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  userHandle?: string | null;
};
export type AssertedCredentialJson = {
  id: string;
  rawId: string;
  response: AssertionPart;
  type: "public-key";
};
export type StepUpRequest = {
  credential?: AssertedCredentialJson | null;
  password?: string | null;
  recovery?: string | null;
  totp?: string | null;
};
export type RequestOptions = {
  allowCredentials: DescriptorJson[];
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
};
export type StepUpStart = {
  /** where to send the browser; it comes back with `stepUp` in the query */
  url: string;
};
export type StartStepUpRequest = {
  returnTo: string;
};
export type BatchRecord = {
  archivedAt: string | null;
  code: string | null;
  createdAt: string;
  endsOn: string | null;
  id: string;
  inactive: number;
  invited: number;
  location: string | null;
  name: string;
  people: number;
  signedIn: number;
  startsOn: string | null;
  version: number;
};
export type BatchPage = {
  data: BatchRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type CreateBatchRequest = {
  code?: string | null;
  endsOn?: string | null;
  location?: string | null;
  name: string;
  startsOn?: string | null;
};
export type ChangeBatchRequest = {
  archived?: boolean | null;
  code?: string | null;
  endsOn?: string | null;
  location?: string | null;
  name?: string | null;
  startsOn?: string | null;
  version?: number | null;
};
export type LeavingRecord = {
  batchId: string;
  /** its present name */
  batchName: string;
  fullName: string | null;
  joinedAt: string;
  leftAt: string;
  /** the name of who removed the person, where an account did that is there */
  leftBy: string | null;
  reason: string | null;
  /** who has left; null once the account is deleted */
  userId: string | null;
};
export type LeavingPage = {
  data: LeavingRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type PolicyLimits = {
  leastIdleMinutes: number;
  sessionDays: number;
  sessionIdleMinutes: number;
};
export type FactorFigures = {
  people: number;
  withAny: number;
  withPasskey: number;
  withTotp: number;
};
export type PolicyPeople = {
  administrators: FactorFigures;
  everyone: FactorFigures;
};
export type SecondFactor = "none" | "administrators" | "everyone";
export type PolicyRecord = {
  administratorNetworks: string[];
  emailDomains: string[];
  factors: FactorKind[];
  limits: PolicyLimits;
  passkeysOnly: boolean;
  people: PolicyPeople;
  secondFactor: SecondFactor;
  sessionDays: number | null;
  sessionIdleMinutes: number | null;
  version: number;
  yourAddress: string;
};
export type PolicyRequest = {
  administratorNetworks: string[];
  emailDomains: string[];
  factors: FactorKind[];
  passkeysOnly: boolean;
  secondFactor: SecondFactor;
  sessionDays: number | null;
  sessionIdleMinutes: number | null;
  version: number;
};
export type Profile =
  | "SUPER_ADMIN"
  | "ADMIN"
  | "MANAGEMENT"
  | "TRAINER"
  | "INTERVIEW_PANELIST"
  | "PLACEMENT"
  | "TRAINEE";
export type DomainRecord = {
  domain: string;
  provedAt: string | null;
  /** the TXT record of the domain that proves it */
  record: string;
};
export type ConnectionRecord = {
  /** where the provider tells of logouts */
  backchannelLogoutUri: string;
  clientId: string;
  createPeople: boolean;
  defaultProfile: Profile | null;
  domains: DomainRecord[];
  enabled: boolean;
  hasSecret: boolean;
  id: string;
  issuer: string;
  name: string;
  version: number;
};
export type ConnectionsAnswer = {
  connections: ConnectionRecord[];
  /** to be entered at the provider, where it has a logout page */
  postLogoutRedirectUri: string;
  /** those that new people may be given */
  profiles: Profile[];
  /** to be entered at the provider */
  redirectUri: string;
};
export type CreateConnectionRequest = {
  clientId: string;
  clientSecret?: string | null;
  createPeople?: boolean;
  defaultProfile?: Profile | null;
  domains: string[];
  enabled?: boolean;
  issuer: string;
  name: string;
};
export type ChangeConnectionRequest = {
  clientId: string;
  clientSecret?: string | null;
  createPeople?: boolean;
  defaultProfile?: Profile | null;
  domains: string[];
  enabled?: boolean;
  issuer: string;
  name: string;
  version?: number | null;
};
export type ConnectionTestAnswer = {
  connection: ConnectionRecord;
  problem: string | null;
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
export type Language = "en" | "hi";
export type PlacementPolicy = "free" | "one" | "one_then_higher" | "most";
export type CompanyRecord = {
  /** within how many days of a batch, counted from its first; null: in all of it */
  attendanceDays: number | null;
  /** for how many months notes of marks and their history are kept; marks are kept longer */
  attendanceKeptMonths: number;
  /** the per cent of its sessions that a person of a batch has to attend */
  attendanceThreshold: number;
  /** what a form of a new person begins with */
  defaultWorkLocation: string | null;
  /** whether learners find the company by its name, once the operator has verified it under this */
  foundByName: boolean;
  industry: Industry;
  /** for how many months notes of interviews and their history are kept; marks are kept longer */
  interviewsKeptMonths: number;
  /** whether invited people who have not logged in are reminded once */
  invitationReminder: boolean;
  /** that of mails to people who have none of their own, as invited people */
  language: Language;
  /** the image as a data: URL */
  logo: string | null;
  /** whether people, at most 500 at once, get a mail when their stage has another public name */
  mailStageChanges: boolean;
  name: string;
  /** for how many months reasons and facts of candidates are kept; states are kept longer */
  placementKeptMonths: number;
  /** how many offers a person may hold under the policy `most` */
  placementMost: number;
  /** how many offers a person may accept: any number, one, one and then one of a higher tier, or `most` */
  placementPolicy: PlacementPolicy;
  /** whether placement staff see all openings; else those that they are put on */
  placementStaffSeeAll: boolean;
  /** the country by which dates and numbers are written: IN */
  region: string;
  /** the countries that can be chosen */
  regions: string[];
  /** whether the operator has verified the company under its name: its mails show the logo only then */
  showsLogo: boolean;
  /** the per cent of a scope up to which an import deactivates missing people without their number */
  syncThreshold: number;
  /** by its city: Asia/Kolkata */
  timeZone: string;
  /** whether trainers move people of their batches between open stages */
  trainersMoveStages: boolean;
  website: string | null;
};
export type LogoRequest = {
  content: string;
};
export type CompanySettingsRequest = {
  attendanceDays?: number | string | null;
  attendanceKeptMonths?: number | null;
  attendanceThreshold?: number | null;
  defaultWorkLocation?: string | null;
  foundByName?: boolean | null;
  industry?: Industry | null;
  interviewsKeptMonths?: number | null;
  invitationReminder?: boolean | null;
  language?: Language | null;
  mailStageChanges?: boolean | null;
  name?: string | null;
  placementKeptMonths?: number | null;
  placementMost?: number | null;
  placementPolicy?: PlacementPolicy | null;
  placementStaffSeeAll?: boolean | null;
  region?: string | null;
  syncThreshold?: number | null;
  timeZone?: string | null;
  trainersMoveStages?: boolean | null;
  website?: string | null;
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
export type AnnouncementsSection = {
  kind: "announcements";
  /** how many there are that the caller has not seen */
  total: number;
  unseen: OwnAnnouncement[];
};
export type ApplicationState = "waiting" | "accepted" | "declined";
export type ApplicationSection = {
  appliedAt: string;
  decidedAt: string | null;
  kind: "application";
  reason: string | null;
  state: ApplicationState;
};
export type RiskBatchItem = {
  id: string;
  name: string;
  /** below the threshold */
  people: number;
};
export type RiskSection = {
  batches: RiskBatchItem[];
  isExact: boolean;
  kind: "atRisk";
  people: number;
  threshold: number;
};
export type OwnAttendanceItem = {
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
export type OwnAttendanceSection = {
  items: OwnAttendanceItem[];
  kind: "attendance";
  next: OwnSession | null;
  threshold: number;
  timeZone: string;
};
export type TaughtBatchItem = {
  away: string[];
  endsOn: string | null;
  id: string;
  name: string;
  people: number;
  percent: number | null;
  startsOn: string | null;
};
export type BatchesSection = {
  items: TaughtBatchItem[];
  kind: "batches";
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
export type OwnOffersSection = {
  items: OwnOffer[];
  kind: "offers";
  timeZone: string;
};
export type AttendedBatchItem = {
  endsOn: string | null;
  id: string;
  location: string | null;
  name: string;
  startsOn: string | null;
  /** their names */
  trainers: string[];
};
export type OwnBatchesSection = {
  items: AttendedBatchItem[];
  kind: "ownBatches";
};
export type CandidateAnswer = "confirm" | "decline" | "here";
export type InterviewState =
  | "waiting"
  | "confirmed"
  | "declined"
  | "called"
  | "in_room"
  | "done"
  | "absent"
  | "withdrawn";
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
export type OwnInterviewsSection = {
  items: OwnInterview[];
  kind: "ownInterviews";
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  timeZone: string;
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
export type RoundState = "draft" | "published" | "running" | "closed";
export type PanelState = "open" | "paused" | "closed";
export type PanelItem = {
  behindMinutes: number;
  /** who is called, or in the room */
  current: QueuedPerson | null;
  day: string;
  done: number;
  /** by the company's clock: 09:30 */
  from: string;
  id: string;
  link: string | null;
  /** people that the panel has met and the caller has not scored */
  missingScores: number;
  name: string;
  /** the first who waits */
  next: QueuedPerson[];
  place: string | null;
  roundId: string;
  roundName: string;
  roundState: RoundState;
  state: PanelState;
  to: string;
  waiting: number;
};
export type OwnPanelsSection = {
  items: PanelItem[];
  kind: "ownPanels";
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  timeZone: string;
};
export type ProfileCount = {
  count: number;
  profile: Profile | null;
};
export type DayCount = {
  count: number;
  day: string;
};
export type FirstSteps = {
  hasColleagues: boolean;
  hasDetails: boolean;
  hasFactor: boolean;
  hasFile: boolean;
  hasInvited: boolean;
};
export type InvitationCounts = {
  accepted: number;
  failed: number;
  lapsed: number;
  none: number;
  queued: number;
  sent: number;
};
export type PeopleSection = {
  active: number;
  batches: BatchRecord[];
  byProfile: ProfileCount[];
  createdByDay: DayCount[];
  firstSteps: FirstSteps | null;
  invitations: InvitationCounts;
  kind: "people";
  recent: AuditRecord[];
  serverTime: string;
  total: number;
};
export type JoinItem = {
  employerName: string;
  fullName: string;
  id: string;
  joinsOn: string;
  openingId: string;
  title: string;
};
export type WaitingOfferItem = {
  answerBy: string;
  employerName: string;
  fullName: string;
  id: string;
  openingId: string;
  /** to call before it runs out */
  phone: string | null;
  title: string;
};
export type OpeningItem = {
  closesAt: string | null;
  employerName: string;
  id: string;
  seats: number;
  taken: number;
  title: string;
  waiting: number;
};
export type PlacementSection = {
  /** how many of these there are */
  expected: number;
  /** accepted, to join within two weeks or due, not yet reported */
  joins: JoinItem[];
  kind: "placement";
  offers: WaitingOfferItem[];
  openings: OpeningItem[];
  /** offers without an answer */
  waiting: number;
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
export type PlacementFiguresSection = {
  /** at most five */
  employers: Figure[];
  from: string;
  kind: "placementFigures";
  to: string;
  total: FigureCounts;
};
export type RoundItem = {
  aside: number;
  candidates: number;
  day: string;
  done: number;
  /** when the last who wait are expected to be through */
  endsAt: string | null;
  id: string;
  /** called, or in a room */
  inRooms: number;
  missingScores: number;
  name: string;
  state: RoundState;
  waiting: number;
};
export type RoundsSection = {
  day: string;
  items: RoundItem[];
  kind: "rounds";
  timeZone: string;
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
export type TodaySection = {
  day: string;
  /** at most ten by their start, those that have ended unmarked first */
  items: TrainingSession[];
  kind: "sessions";
  marked: number;
  /** ended today without attendance */
  notMarked: number;
  /** ended without attendance since seven days ago, today included */
  overdue: number;
  running: number;
  /** of the day, without cancelled ones */
  sessions: number;
  timeZone: string;
};
export type WayStep = {
  isNow: boolean;
  publicName: string;
  since: string | null;
};
export type WaySection = {
  kind: "way";
  /** keys of own fields that the caller fills in, and that are empty */
  missing: string[];
  /** what comes next; empty likewise */
  next: string;
  steps: WayStep[];
  /** where the caller stands; empty where the company says nothing of it */
  text: string;
};
export type Dashboard = {
  sections: (
    | ({
        kind: "announcements";
      } & AnnouncementsSection)
    | ({
        kind: "application";
      } & ApplicationSection)
    | ({
        kind: "atRisk";
      } & RiskSection)
    | ({
        kind: "attendance";
      } & OwnAttendanceSection)
    | ({
        kind: "batches";
      } & BatchesSection)
    | ({
        kind: "offers";
      } & OwnOffersSection)
    | ({
        kind: "ownBatches";
      } & OwnBatchesSection)
    | ({
        kind: "ownInterviews";
      } & OwnInterviewsSection)
    | ({
        kind: "ownPanels";
      } & OwnPanelsSection)
    | ({
        kind: "people";
      } & PeopleSection)
    | ({
        kind: "placement";
      } & PlacementSection)
    | ({
        kind: "placementFigures";
      } & PlacementFiguresSection)
    | ({
        kind: "rounds";
      } & RoundsSection)
    | ({
        kind: "sessions";
      } & TodaySection)
    | ({
        kind: "way";
      } & WaySection)
  )[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
};
export type ChoiceRecord = {
  archived: boolean;
  label: string;
  number: number;
};
export type OwnKind =
  "text" | "long" | "number" | "date" | "flag" | "one" | "many";
export type FieldUse = {
  kind: string;
  name: string;
};
export type FieldRecord = {
  archivedAt: string | null;
  choices: ChoiceRecord[];
  editors: Profile[];
  /** whether employers get it in files of candidates */
  forEmployers: boolean;
  help: string | null;
  key: string;
  keyed: boolean;
  kind: OwnKind;
  label: string;
  ownEdit: boolean;
  ownView: boolean;
  /** who have a value */
  people: number | null;
  /** false while people can not yet be sorted by it */
  ready: boolean;
  requiredFor: Profile[];
  sensitive: boolean;
  unique: boolean;
  usedBy: FieldUse[];
  version: number;
  viewers: Profile[];
};
export type FieldsResponse = {
  fields: FieldRecord[];
  version: number;
};
export type ChoiceRequest = {
  archived?: boolean;
  label: string;
  number?: number | null;
};
export type CreateFieldRequest = {
  choices?: ChoiceRequest[] | null;
  editors?: Profile[] | null;
  forEmployers?: boolean | null;
  help?: string | null;
  keyed?: boolean | null;
  kind: OwnKind;
  label: string;
  ownEdit?: boolean | null;
  ownView?: boolean | null;
  requiredFor?: Profile[] | null;
  sensitive?: boolean | null;
  unique?: boolean | null;
  viewers?: Profile[] | null;
};
export type OrderFieldsRequest = {
  keys: string[];
  version: number;
};
export type StarterSetRecord = {
  about: string;
  fields: string[];
  key: string;
  label: string;
};
export type StarterSetsResponse = {
  sets: StarterSetRecord[];
};
export type ChangeFieldRequest = {
  choices?: ChoiceRequest[] | null;
  editors?: Profile[] | null;
  forEmployers?: boolean | null;
  help?: string | null;
  keyed?: boolean | null;
  kind?: OwnKind | null;
  label?: string | null;
  ownEdit?: boolean | null;
  ownView?: boolean | null;
  requiredFor?: Profile[] | null;
  sensitive?: boolean | null;
  unique?: boolean | null;
  version: number;
  viewers?: Profile[] | null;
};
export type FieldVersionRequest = {
  version: number;
};
export type FieldCheck = {
  examples: string[];
  misfits: number;
};
export type CheckFieldRequest = {
  kind?: OwnKind | null;
  unique?: boolean;
};
export type Channel = "EMAIL" | "SMS";
export type Delivery = "queued" | "sent" | "failed";
export type FactorMethod = "totp" | "passkey" | "recovery";
export type NextStep =
  | "SMS_VERIFICATION_REQUIRED"
  | "EMAIL_VERIFICATION_REQUIRED"
  | "COMPANY_DETAILS_REQUIRED"
  | "SIGNUP_COMPLETE"
  | "VERIFICATION_NOT_REQUIRED"
  | "LOGIN_COMPLETE"
  | "PASSWORD_RESET_REQUIRED"
  | "FACTOR_REQUIRED";
export type FlowState =
  | "code_required"
  | "company_required"
  | "password_required"
  | "factor_required"
  | "ready"
  | "completed"
  | "ended";
export type OpenedInvitationAnswer = {
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
  /** the path of the logo of a company that the operator has verified */
  companyLogo: string | null;
  companyName: string;
  /** of the newest code; null while none was asked for */
  delivery: Delivery | null;
  email: string | null;
  /** end of the newest code */
  expiresAt: string | null;
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
  /** what the account is logged in to by: its email, else a code or a phone */
  signInName: string;
  /** where the flow stands */
  state: FlowState;
  userId: string;
  /** rises with every change of the flow */
  version: number;
};
export type OpenInvitationRequest = {
  token: string;
};
export type AcceptedByPasskeyAnswer = {
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
  /** the account's, once a code was typed and a new password is due; else null */
  fullName: string | null;
  /** where the code goes, mostly hidden */
  maskedContact: string | null;
  /** what the client has to do next */
  nextStep: NextStep;
  recoveryCodes: string[];
  /** from when a new code may be asked for; null at once */
  resendAt: string | null;
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  /** where the flow stands */
  state: FlowState;
  /** rises with every change of the flow */
  version: number;
};
export type AcceptByPasskeyRequest = {
  credential: NewCredentialJson;
  userId: string;
};
export type InvitationPasskeyOptionsRequest = {
  userId: string;
};
export type StopInvitationsRequest = {
  code: string;
};
export type FlowContext = "SIGNUP" | "LOGIN" | "PASSWORD_RESET";
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
  email: string | null;
  expiresAt: string;
  fullName: string;
  jwtToken: string;
  refreshToken: string;
  serverTime: string;
  userId: string;
};
export type LogoutAnswer = {
  message: string;
  providerLogoutUrl: string | null;
};
export type PasskeyLoginRequest = {
  credential: AssertedCredentialJson;
  userId?: string | null;
};
export type PasskeyOptionsRequest = {
  userId?: string | null;
};
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
export type SsoAnswer = {
  available: boolean;
  /** what the company calls its provider */
  name: string | null;
  /** where to send the browser; it continues at the provider */
  url: string | null;
};
export type NotificationKind =
  | "welcome"
  | "secure_account"
  | "what_you_can_do"
  | "import_finished"
  | "import_failed"
  | "import_cancelled"
  | "bulk_finished"
  | "bulk_cancelled"
  | "invitation_failed"
  | "passkey_copied"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "new_device"
  | "account_secured"
  | "sso_unlinked"
  | "domain_proof"
  | "applications"
  | "stage_changed"
  | "announcement"
  | "interview"
  | "offer"
  | "webhook_stopped";
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
export type IdentifierKind = "email" | "phone" | "code";
export type SignUp = "open" | "invitation" | "closed";
export type RobotCheckAnswer = {
  kind: RobotCheckKind;
  /** what names an account at a login */
  signInBy: IdentifierKind[];
  /** who registers a company */
  signUp: SignUp;
  siteKey: string | null;
};
export type EmailAnswer = {
  available: boolean;
  /** the address that was probably meant, where its domain looks misspelt; else null */
  didYouMean: string | null;
};
export type AvailabilityAnswer = {
  available: boolean;
};
export type FoundInstitute = {
  logo: string | null;
  name: string;
  slug: string;
};
export type FoundInstitutes = {
  institutes: FoundInstitute[];
};
export type AppliedCompany = {
  companyLogo: string | null;
  companyName: string | null;
  /** false where the operator has suspended the company */
  takesApplications: boolean;
};
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
  invitation?: string | null;
  password: string;
  phone: string;
  recaptchaToken?: string | null;
};
export type StageColour =
  "grey" | "blue" | "violet" | "teal" | "amber" | "lime" | "green" | "red";
export type StageKind = "entry" | "open" | "won" | "lost";
export type StageRecord = {
  colour: StageColour;
  /** whether accepted people come here */
  forAccepted: boolean;
  id: string;
  kind: StageKind;
  name: string;
  people: number;
  position: number;
  publicName: string;
  publicNext: string;
  publicText: string;
  version: number;
};
export type StagesResponse = {
  stages: StageRecord[];
};
export type CreateStageRequest = {
  colour?: StageColour | null;
  /** true: accepted people come here */
  forAccepted?: boolean | null;
  kind?: StageKind;
  name: string;
  publicName?: string | null;
  publicNext?: string | null;
  publicText?: string | null;
};
export type BoardCard = {
  code: string | null;
  /** when the person came to the stage */
  enteredAt: string;
  fullName: string;
  id: string;
};
export type BoardColumn = {
  first: BoardCard[];
  /** of the stage */
  id: string;
  people: number;
  /** false: there are more than are counted */
  peopleIsExact: boolean;
};
export type Board = {
  stages: BoardColumn[];
};
export type InvitationFilter =
  | "waiting"
  | "queued"
  | "sent"
  | "lapsed"
  | "failed"
  | "none"
  | "accepted"
  | "invited";
export type Status = "active" | "inactive";
export type CandidacyState =
  | "eligible"
  | "applied"
  | "shortlisted"
  | "in_rounds"
  | "selected"
  | "rejected"
  | "withdrawn";
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
export type LeftTo = {
  people: number;
  stageId: string;
};
export type FunnelStep = {
  leftTo: LeftTo[];
  medianDays: number | null;
  name: string;
  now: number;
  p90Days: number | null;
  reached: number;
  stageId: string;
};
export type Funnel = {
  at: string;
  from: string;
  steps: FunnelStep[];
  to: string;
};
export type OrderStagesRequest = {
  ids: string[];
};
export type ChangeStageRequest = {
  colour?: StageColour | null;
  /** true: accepted people come here */
  forAccepted?: boolean | null;
  name?: string | null;
  publicName?: string | null;
  publicNext?: string | null;
  publicText?: string | null;
  version: number;
};
export type ArchivedStage = {
  /** the job that moves the stage's people; null where there were none */
  jobId: string | null;
};
export type ArchiveStageRequest = {
  moveTo?: string | null;
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
export type TrainingBatch = {
  archivedAt: string | null;
  code: string | null;
  endsOn: string | null;
  id: string;
  location: string | null;
  name: string;
  people: number;
  startsOn: string | null;
  /** active trainers, by name */
  trainers: Card[];
};
export type TrainingBatchPage = {
  data: TrainingBatch[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type StagedCard = {
  /** the company's own code of the person, where it has given one */
  code: string | null;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields?: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** of the account; it opens nothing */
  id: string;
  /** the one of `stages` in which the person is; else null */
  stageId: string | null;
};
export type StageChoice = {
  colour: StageColour;
  /** of the stage */
  id: string;
  kind: StageKind;
  /** its name among colleagues */
  name: string;
};
export type CardPage = {
  data: StagedCard[];
  page: number;
  pageSize: number;
  stages: StageChoice[];
  total: number;
  totalIsExact: boolean;
};
export type TrainersRequest = {
  add?: string[];
  remove?: string[];
};
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
export type UserPage = {
  data: UserRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type DecisionAnswer = {
  decided: number;
};
export type AcceptRequest = {
  ids: string[];
  profile: Profile;
  role: Role;
};
export type DeclineRequest = {
  ids: string[];
  reason: string;
};
export type ListColumnRecord = {
  name: string;
  width: number | null;
};
export type ListColumnsResponse = {
  columns: ListColumnRecord[];
  pageSize: number | null;
};
export type ListColumn = {
  name: string;
  width?: number | null;
};
export type ListColumnsRequest = {
  columns?: ListColumn[] | null;
  pageSize?: number | null;
};
export type CreateUserRequest = {
  /** what the company gave: a roll number, say */
  code?: string | null;
  dateOfBirth: string;
  email: string | null;
  fields?: {
    [key: string]:
      boolean | number | number | string | (number | string)[] | null;
  } | null;
  fullName: string;
  gender: string;
  isActive?: boolean;
  phone: string;
  profile: string;
  role: string;
  temporaryPassword: string;
  workLocation: string;
};
export type Evidence = "dateOfBirth" | "phone";
export type DuplicatePair = {
  evidence: Evidence[];
  newer: UserRecord;
  older: UserRecord;
};
export type DuplicatePairs = {
  /** when people were compared; null before the first time */
  asOf: string | null;
  /** whether people have changed since; a worker compares them anew */
  isOutdated: boolean;
  /** whether all people were compared and all pairs are here */
  isWhole: boolean;
  pairs: DuplicatePair[];
};
export type ProbableDuplicate = {
  evidence: Evidence[];
  fullName: string;
  id: string;
  label: string;
};
export type DuplicatesResponse = {
  duplicates: ProbableDuplicate[];
};
export type DuplicatesRequest = {
  dateOfBirth?: string | null | "";
  fullName: string;
  phone?: string;
  userId?: string | null;
};
export type ConfirmEmailRequest = {
  token: string;
};
export type InvitationRoom = {
  daily: number;
  /** it has a smaller number until its first week is over or it is verified */
  isNewCompany: boolean;
  /** of today */
  left: number;
  resumesAt: string;
  /** invitations that wait to be sent already */
  waiting: number;
};
export type AccountName = {
  /** its name */
  fullName: string;
  /** of the account */
  id: string;
};
export type MergeRecord = {
  id: string;
  merged: AccountName;
  mergedAt: string;
  survivor: AccountName;
  until: string;
};
export type MergesResponse = {
  merges: MergeRecord[];
};
export type Act =
  | "training.view"
  | "training.manage"
  | "training.schedule"
  | "attendance.mark"
  | "field.define"
  | "stage.define"
  | "stage.move"
  | "announcement.send"
  | "round.manage"
  | "interview.score"
  | "placement.view"
  | "placement.manage"
  | "placement.override";
export type Permission =
  | "user.create"
  | "user.view"
  | "user.edit"
  | "user.delete"
  | "system.admin"
  | "dashboard.view";
export type DateOrder = "day" | "month";
export type ProfileResponse = {
  /** what the profile may do to some people */
  acts: Act[];
  authorities: Permission[];
  companyId: string;
  companyName: string;
  companySlug: string;
  creatableProfiles: Profile[];
  /** which comes first in a date: the day, or as in the US the month */
  dateOrder: DateOrder;
  /** of the company: what a form of a new person begins with */
  defaultWorkLocation: string | null;
  email: string | null;
  expiresAt: string;
  /** of the company's own fields that are open to the caller, by key; sensitive ones are •••• */
  fields: {
    [key: string]: boolean | number | number | string | string[];
  };
  fullName: string;
  /** null until a browser has named one that there are texts in */
  language: Language | null;
  permissions: Permission[];
  phone: string;
  /** of the person's photo, another one after each change; null where there is none */
  photoId: string | null;
  profile: Profile | null;
  profileId: Profile | null;
  profileLevel: number;
  redirectTo: string;
  /** the country by which the company writes dates and numbers: IN */
  region: string;
  role: Role;
  serverTime: string;
  /** what the account is logged in to by: its email, else a code or a phone */
  signInName: string;
  /** of the company, by its city: Asia/Kolkata */
  timeZone: string;
  userId: string;
};
export type EditProfileRequest = {
  fields?: {
    [key: string]:
      boolean | number | number | string | (number | string)[] | null;
  } | null;
  fullName?: string | null;
  language?: Language | null;
  phone?: string | null;
};
export type OwnEmailChange = {
  /** the new one */
  email: string | null;
  /** the address that has to open its link now: the present one, then the new */
  sentTo: string | null;
};
export type OwnEmailRequest = {
  email: string;
};
export type ChangePasswordRequest = {
  confirmPassword: string;
  currentPassword: string;
  newPassword: string;
};
export type PhotoRecord = {
  /** of the person's photo, another one after each change; null where there is none */
  photoId: string | null;
};
export type PhotoRequest = {
  content: string;
};
export type ValueOfPeople = {
  people: number;
  value: string;
};
export type FieldValuesResponse = {
  values: ValueOfPeople[];
};
export type PersonRecord = {
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
  /** the address that has to open its link now: the present one first, where the person wants another */
  pendingEmailSentTo: string | null;
  phone: string;
  /** of the person's photo, another one after each change; null where there is none */
  photoId: string | null;
  profile: Profile | null;
  role: Role;
  version: number;
  workLocation: string | null;
};
export type EditUserRequest = {
  /** what the company gave: a roll number, say */
  code?: string | null;
  dateOfBirth?: string | null;
  /** null where the person has none */
  email?: string | null;
  fields?: {
    [key: string]:
      boolean | number | number | string | (number | string)[] | null;
  } | null;
  fullName?: string | null;
  gender?: string | null;
  isActive?: boolean | null;
  phone?: string | null;
  profile?: string | null;
  role?: string | null;
  version?: number | null;
  workLocation?: string | null;
};
export type EraseRequest = {
  fullName: string;
};
export type PersonFactor = {
  blocked: boolean;
  createdAt: string;
  kind: FactorKind;
  lastUsedAt: string | null;
};
export type PersonFactors = {
  factors: PersonFactor[];
};
export type RevealedValue = {
  key: string;
  userId: string;
  value: boolean | number | number | string | string[] | null;
};
export type WaitReason =
  "company_day" | "mailbox_day" | "mailbox" | "not_taken";
export type InvitationWait = {
  reason: WaitReason | null;
  until: string | null;
};
export type MergeRequest = {
  mergedId: string;
  mergedVersion: number;
  take?: string[];
  version: number;
};
export type MessageKind =
  | "code"
  | "invitation"
  | "password_changed"
  | "welcome"
  | "import_finished"
  | "bulk_finished"
  | "email_change"
  | "email_change_asked"
  | "email_changed"
  | "sso_linked"
  | "passkey_copied"
  | "sso_unlinked"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "new_device"
  | "account_secured"
  | "applications_waiting"
  | "application_decided"
  | "stage_changed"
  | "announcement"
  | "interview"
  | "offer"
  | "company_invitation"
  | "company_deleted_soon";
export type MessageState = "queued" | "sent" | "failed" | "expired";
export type MessageRecord = {
  /** when it was sent, or queued where it was not */
  at: string;
  channel: Channel;
  id: string;
  kind: MessageKind;
  /** why it was not sent */
  reason: string | null;
  state: MessageState;
};
export type MessagePage = {
  data: MessageRecord[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type UserSession = {
  /** null for profiles that may not read the audit trail */
  address: string | null;
  device: string;
  firstSeenAt: string;
  id: string;
  lastSeenAt: string;
};
export type UserSessions = {
  sessions: UserSession[];
  ssoLinks: SsoLinkItem[];
};
export type StageEntry = {
  enteredAt: string;
  leftAt: string | null;
  /** the name of who moved the person, where an account did that is there */
  movedBy: string | null;
  /** what the person reads */
  publicName: string;
  reason: string | null;
  stageId: string;
  /** its present name */
  stageName: string;
};
export type MovedEntry = {
  entry: StageEntry;
};
export type MoveStageRequest = {
  from: string | null;
  reason?: string | null;
  stageId: string;
};
export type StageEntries = {
  entries: StageEntry[];
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
  /** the second factors that may be proved now; empty at other steps */
  factors: FactorMethod[];
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
export type VerificationType = "EMAIL" | "SMS" | "TOTP" | "RECOVERY";
export type VerifyRequest = {
  context: FlowContext;
  otp: string;
  userId: string;
  verificationType: VerificationType;
};
export type Scope = "builtin" | "own" | "company";
export type ViewRecord = {
  columns: ListColumnRecord[] | null;
  createdBy: AccountName | null;
  id: string;
  mayEdit: boolean;
  name: string;
  problem: string | null;
  query: {
    [key: string]: string;
  };
  scope: Scope;
  version: number;
};
export type ViewsResponse = {
  views: ViewRecord[];
};
export type ViewQuery = {
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
export type SavedScope = "own" | "company";
export type CreateViewRequest = {
  columns?: ListColumn[] | null;
  name: string;
  query: ViewQuery;
  scope: SavedScope;
};
export type EditViewRequest = {
  columns?: ListColumn[] | null;
  name?: string | null;
  query?: ViewQuery | null;
  version?: number | null;
};
