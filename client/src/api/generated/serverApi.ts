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
    downloadAudit: build.query<DownloadAuditApiResponse, DownloadAuditApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/audit.csv`,
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
    getCompanyLogo: build.query<
      GetCompanyLogoApiResponse,
      GetCompanyLogoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/companies/logos/${encodeURIComponent(String(queryArg.logoId))}`,
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
    readOwnAttendance: build.query<
      ReadOwnAttendanceApiResponse,
      ReadOwnAttendanceApiArg
    >({
      query: () => ({ url: `/api/v1/me/attendance` }),
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
    readOwnWay: build.query<ReadOwnWayApiResponse, ReadOwnWayApiArg>({
      query: () => ({ url: `/api/v1/me/way` }),
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
    readOwnApplication: build.query<
      ReadOwnApplicationApiResponse,
      ReadOwnApplicationApiArg
    >({
      query: () => ({ url: `/api/v1/users/application` }),
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
    downloadPeople: build.query<
      DownloadPeopleApiResponse,
      DownloadPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/export.csv`,
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
          columns: queryArg.columns,
          sensitive: queryArg.sensitive,
        },
      }),
    }),
    downloadSelectedPeople: build.mutation<
      DownloadSelectedPeopleApiResponse,
      DownloadSelectedPeopleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/export.csv`,
        method: "POST",
        body: queryArg.exportRequest,
      }),
    }),
    downloadPeopleWorkbook: build.query<
      DownloadPeopleWorkbookApiResponse,
      DownloadPeopleWorkbookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/export.xlsx`,
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
          columns: queryArg.columns,
          sensitive: queryArg.sensitive,
        },
      }),
    }),
    downloadSelectedPeopleWorkbook: build.mutation<
      DownloadSelectedPeopleWorkbookApiResponse,
      DownloadSelectedPeopleWorkbookApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/export.xlsx`,
        method: "POST",
        body: queryArg.exportRequest,
      }),
    }),
    dismissSteps: build.mutation<DismissStepsApiResponse, DismissStepsApiArg>({
      query: () => ({
        url: `/api/v1/users/first-steps/dismiss`,
        method: "POST",
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
    exportOwnData: build.query<ExportOwnDataApiResponse, ExportOwnDataApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/users/profile/data.json`,
        params: {
          format: queryArg.format,
        },
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
    summarizePeople: build.query<
      SummarizePeopleApiResponse,
      SummarizePeopleApiArg
    >({
      query: () => ({ url: `/api/v1/users/summary` }),
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
    exportDataOfUser: build.query<
      ExportDataOfUserApiResponse,
      ExportDataOfUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/users/${encodeURIComponent(String(queryArg.userId))}/data.json`,
        params: {
          format: queryArg.format,
        },
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
export type StopAnnouncementMailsApiResponse =
  /** status 200 OK */ MessageResponse;
export type StopAnnouncementMailsApiArg = {
  code: string;
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
export type DownloadAuditApiResponse = /** status 200 OK */ string;
export type DownloadAuditApiArg = {
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
export type GetCompanyLogoApiResponse = /** status 200 OK */ string;
export type GetCompanyLogoApiArg = {
  logoId: string;
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
export type ReadOwnAttendanceApiResponse = /** status 200 OK */ OwnAttendance;
export type ReadOwnAttendanceApiArg = void;
export type ListOwnInterviewsApiResponse = /** status 200 OK */ OwnInterviews;
export type ListOwnInterviewsApiArg = void;
export type AnswerInterviewApiResponse = /** status 200 OK */ OwnInterviews;
export type AnswerInterviewApiArg = {
  interviewId: string;
  answerRequest: AnswerRequest;
};
export type ReadOwnWayApiResponse = /** status 200 OK */ OwnWay;
export type ReadOwnWayApiArg = void;
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
export type ListAtRiskApiResponse = /** status 200 OK */ RiskPage;
export type ListAtRiskApiArg = {
  page?: number;
  pageSize?: number;
  below?: number | null | "";
  batch?: string | null | "";
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
export type DownloadRegisterWorkbookApiResponse = /** status 200 OK */ string;
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
export type ReadOwnApplicationApiResponse =
  /** status 200 OK */ ApplicationRecord;
export type ReadOwnApplicationApiArg = void;
export type AcceptApplicantsApiResponse = /** status 200 OK */ DecisionAnswer;
export type AcceptApplicantsApiArg = {
  acceptRequest: AcceptRequest;
};
export type DeclineApplicantsApiResponse = /** status 200 OK */ DecisionAnswer;
export type DeclineApplicantsApiArg = {
  declineRequest: DeclineRequest;
};
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
export type DownloadPeopleApiResponse = /** status 200 OK */ string;
export type DownloadPeopleApiArg = {
  search?: string;
  invitation?: InvitationFilter | null | "";
  status?: Status | null | "";
  batch?: string | null | "";
  stage?: string | null | "";
  reached?: string | null | "";
  reachedFrom?: string | null | "";
  reachedTo?: string | null | "";
  everInBatch?: string | null | "";
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
  columns?: string | null | "";
  sensitive?: boolean;
};
export type DownloadSelectedPeopleApiResponse = /** status 200 OK */ string;
export type DownloadSelectedPeopleApiArg = {
  exportRequest: ExportRequest;
};
export type DownloadPeopleWorkbookApiResponse = /** status 200 OK */ string;
export type DownloadPeopleWorkbookApiArg = {
  search?: string;
  invitation?: InvitationFilter | null | "";
  status?: Status | null | "";
  batch?: string | null | "";
  stage?: string | null | "";
  reached?: string | null | "";
  reachedFrom?: string | null | "";
  reachedTo?: string | null | "";
  everInBatch?: string | null | "";
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
  columns?: string | null | "";
  sensitive?: boolean;
};
export type DownloadSelectedPeopleWorkbookApiResponse =
  /** status 200 OK */ string;
export type DownloadSelectedPeopleWorkbookApiArg = {
  exportRequest: ExportRequest;
};
export type DismissStepsApiResponse = /** status 200 OK */ MessageResponse;
export type DismissStepsApiArg = void;
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
  /** status 200 OK */ string;
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
export type ExportOwnDataApiResponse = /** status 200 OK */ object;
export type ExportOwnDataApiArg = {
  format?: ExportFormat;
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
export type SummarizePeopleApiResponse = /** status 200 OK */ UserSummary;
export type SummarizePeopleApiArg = void;
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
export type ExportDataOfUserApiResponse = /** status 200 OK */ object;
export type ExportDataOfUserApiArg = {
  userId: string;
  format?: ExportFormat;
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
  | "too_many_sessions"
  | "too_many_stages"
  | "too_many_values"
  | "too_many_views"
  | "too_many_watched"
  | "unavailable"
  | "unknown_event"
  | "unsupported_media_type"
  | "validation_failed"
  | "value_taken"
  | "view_exists"
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
export type MessageResponse = {
  message: string;
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
  | "user_unlocked";
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
export type SessionStatus = {
  absoluteExpiresAt: string;
  active: true;
  expiresAt: string;
  idleExpiresAt: string;
  serverTime: string;
  userId: string;
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
  /** the label of the last one whom the panel has called */
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
  /** people whom the panel has met and the caller has not scored */
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
export type Panelist = {
  fullName: string;
  id: string;
};
export type FoundPanelists = {
  data: Panelist[];
};
export type OwnPanel = {
  behindMinutes: number;
  day: string;
  done: number;
  /** by the company's clock: 09:30 */
  from: string;
  id: string;
  link: string | null;
  /** people whom the panel has met and the caller has not scored */
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
  /** people whom it has met */
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
export type CandidatesAdded = {
  added: number;
  refused: RefusedPeople[];
  /** people who are in the round already */
  unchanged: number;
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
export type OwnAnnouncements = {
  byMail: boolean;
  data: OwnAnnouncement[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
};
export type MailWish = {
  byMail: boolean;
};
export type SeenRequest = {
  ids: string[];
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
export type OwnInterviews = {
  data: OwnInterview[];
  /** the server's clock when this was sent, to correct the client's by */
  serverTime: string;
  timeZone: string;
};
export type AnswerRequest = {
  answer: CandidateAnswer;
};
export type OwnWay = {
  /** keys of own fields that the caller fills in, and that are empty */
  missing: string[];
  /** what comes next; empty likewise */
  next: string;
  steps: WayStep[];
  /** where the caller stands; empty where the company says nothing of it */
  text: string;
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
  | "offer";
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
export type RobotCheckAnswer = {
  kind: RobotCheckKind;
  /** what names an account at a login */
  signInBy: IdentifierKind[];
  siteKey: string | null;
};
export type ChallengeAnswer = {
  parameters: {
    [key: string]: any;
  };
  signature: string;
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
export type StageName = {
  /** of the stage */
  id: string;
  /** its name among colleagues */
  name: string;
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
export type ExportRequest = {
  columns?: string | null;
  ids: string[];
  sensitive?: boolean;
  sort?: string | null;
};
export type ImportMode = "create" | "update" | "upsert";
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
export type EditRowRequest = {
  values: {
    [key: string]: string;
  };
  version: number;
};
export type UploadedResponse = {
  id: string;
  state: ImportState;
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
export type ExportFormat = "json" | "html";
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
export type UserSummary = {
  active: number;
  batches: BatchRecord[];
  byProfile: ProfileCount[];
  createdByDay: DayCount[];
  firstSteps: FirstSteps | null;
  invitations: InvitationCounts;
  recent: AuditRecord[];
  serverTime: string;
  total: number;
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
  | "offer";
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
