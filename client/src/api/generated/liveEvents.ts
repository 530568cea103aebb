import * as z from 'zod/mini';

const isText = (value: unknown) => typeof value === 'string';
const SessionState = z.object({
  expiresAt: z.string(),
  idleExpiresAt: z.string(),
  absoluteExpiresAt: z.string(),
  serverTime: z.string(),
  version: z.number(),
  quietMs: z.union([z.number(), z.null()]),
});
const SessionExpiring = z.object({
  secondsLeft: z.number(),
  expiresAt: z.string(),
  serverTime: z.string(),
});
const SessionExpired = z.object({
  serverTime: z.string(),
});
const SessionEndReason = z.custom<"logout" | "revoked" | "deleted" | "deactivated" | "password_reset" | "token_reuse" | "sso_logout" | "idle" | "lifetime" | "suspended">(isText);
const SessionEnded = z.object({
  reason: SessionEndReason,
  limit: z.union([z.number(), z.null()]),
});
const Role = z.custom<"ADMIN" | "MANAGER" | "HR" | "FACULTY" | "MENTOR" | "INTERVIEW_PANELIST" | "EMPLOYEE" | "TRAINEE" | "APPLICANT">(isText);
const Profile = z.custom<"SUPER_ADMIN" | "ADMIN" | "MANAGEMENT" | "TRAINER" | "INTERVIEW_PANELIST" | "PLACEMENT" | "TRAINEE">(isText);
const SessionChanged = z.object({
  role: Role,
  profile: z.union([Profile, z.null()]),
});
const Channel = z.custom<"EMAIL" | "SMS">(isText);
const Delivery = z.custom<"queued" | "sent" | "failed">(isText);
const FactorMethod = z.custom<"totp" | "passkey" | "recovery">(isText);
const FlowState = z.custom<"code_required" | "company_required" | "password_required" | "factor_required" | "ready" | "completed" | "ended">(isText);
const NextStep = z.custom<"SMS_VERIFICATION_REQUIRED" | "EMAIL_VERIFICATION_REQUIRED" | "COMPANY_DETAILS_REQUIRED" | "SIGNUP_COMPLETE" | "VERIFICATION_NOT_REQUIRED" | "LOGIN_COMPLETE" | "PASSWORD_RESET_REQUIRED" | "FACTOR_REQUIRED">(isText);
const FlowStateAnswer = z.object({
  maskedContact: z.union([z.string(), z.null()]),
  channel: Channel,
  channels: z.array(Channel),
  delivery: z.union([Delivery, z.null()]),
  resendAt: z.union([z.string(), z.null()]),
  expiresAt: z.union([z.string(), z.null()]),
  attemptsRemaining: z.number(),
  codeLength: z.number(),
  codeNumber: z.number(),
  codeCount: z.number(),
  factors: z.array(FactorMethod),
  version: z.number(),
  serverTime: z.string(),
  state: FlowState,
  nextStep: NextStep,
  fullName: z.union([z.string(), z.null()]),
});
const ImportState = z.custom<"mapping" | "validating" | "ready" | "processing" | "paused" | "completed" | "cancelled" | "failed" | "undoing" | "undone">(isText);
const ImportMode = z.custom<"create" | "update" | "upsert">(isText);
const AccountName = z.object({
  id: z.string(),
  fullName: z.string(),
});
const DateOrder = z.custom<"day" | "month">(isText);
const DateExample = z.object({
  value: z.string(),
  day: z.union([z.string(), z.null()]),
  month: z.union([z.string(), z.null()]),
});
const RowStatus = z.custom<"valid" | "warning" | "invalid" | "created" | "updated" | "unchanged" | "failed" | "undone" | "kept" | "deleted">(isText);
const RecentRow = z.object({
  row: z.number(),
  email: z.string(),
  status: RowStatus,
  message: z.string(),
});
const QuestionKind = z.custom<"joined_lines" | "hidden_rows" | "struck_rows" | "merged_cells" | "other_sheets" | "hidden_sheets" | "exchanged_dates" | "left_people" | "repeated_people">(isText);
const Answer = z.custom<"one_row" | "no_quotes" | "all_rows" | "visible_rows" | "with_struck" | "without_struck" | "as_empty" | "filled_down" | "one_sheet" | "all_sheets" | "without_hidden" | "with_hidden" | "as_shown" | "exchanged" | "like_others" | "without_left" | "as_inactive" | "each_row" | "latest_row">(isText);
const AnswerChoice = z.object({
  value: Answer,
  label: z.string(),
});
const FileQuestion = z.object({
  kind: QuestionKind,
  text: z.string(),
  choices: z.array(AnswerChoice),
  answer: z.union([Answer, z.null()]),
});
const FileLines = z.object({
  total: z.number(),
  above: z.number(),
  heading: z.number(),
  rows: z.number(),
  blank: z.number(),
  inside: z.number(),
  examples: z.number(),
  left: z.number(),
  repeated: z.number(),
  notes: z.number(),
});
const EarlierImport = z.object({
  id: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  uploadedBy: z.union([AccountName, z.null()]),
});
const ImportSync = z.object({
  missing: z.custom<"keep" | "deactivate">(isText),
  people: z.number(),
  jobId: z.union([z.string(), z.null()]),
});
const ChangeKind = z.custom<"edit" | "deletion" | "mapping">(isText);
const LastChange = z.object({
  number: z.number(),
  kind: ChangeKind,
  rows: z.number(),
  row: z.union([z.number(), z.null()]),
  position: z.union([z.number(), z.null()]),
  field: z.union([z.string(), z.null()]),
  from: z.union([z.string(), z.null()]),
  to: z.union([z.string(), z.null()]),
  by: z.union([AccountName, z.null()]),
});
const ImportSnapshot = z.object({
  id: z.string(),
  state: ImportState,
  reason: z.union([z.string(), z.null()]),
  fileName: z.string(),
  totalRows: z.number(),
  checkedRows: z.number(),
  validRows: z.number(),
  warningRows: z.number(),
  invalidRows: z.number(),
  mode: ImportMode,
  newRows: z.number(),
  changedRows: z.number(),
  unchangedRows: z.number(),
  processed: z.number(),
  successCount: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  errorCount: z.number(),
  failedCount: z.number(),
  invite: z.boolean(),
  inviteAt: z.union([z.string(), z.null()]),
  invited: z.number(),
  undone: z.number(),
  ratePerSecond: z.union([z.number(), z.null()]),
  etaSeconds: z.union([z.number(), z.null()]),
  createdAt: z.string(),
  startedAt: z.union([z.string(), z.null()]),
  finishedAt: z.union([z.string(), z.null()]),
  timestamp: z.union([z.string(), z.null()]),
  uploadedBy: z.union([AccountName, z.null()]),
  startedBy: z.union([AccountName, z.null()]),
  version: z.number(),
  serverTime: z.string(),
  dateOrder: z.union([DateOrder, z.null()]),
  dateExample: z.union([DateExample, z.null()]),
  invitationsLeft: z.number(),
  recent: z.array(RecentRow),
  remarks: z.array(z.string()),
  questions: z.array(FileQuestion),
  lines: z.union([FileLines, z.null()]),
  columns: z.array(z.union([z.custom<"fullName" | "email" | "code" | "phone" | "dateOfBirth" | "gender" | "workLocation" | "role" | "profile" | "isActive" | "batch" | "stage">(isText), z.string()])),
  unknownHeaders: z.array(z.string()),
  sameAs: z.union([EarlierImport, z.null()]),
  nextSheets: z.array(z.string()),
  sync: z.union([ImportSync, z.null()]),
  newBatches: z.array(z.string()),
  lastChange: z.union([LastChange, z.null()]),
  isWorkerAway: z.exactOptional(z.boolean()),
});
const ImportRowsChanged = z.object({
  id: z.string(),
  version: z.number(),
  rows: z.array(z.number()),
  by: AccountName,
});
const ImportSummary = z.object({
  id: z.string(),
  state: ImportState,
  reason: z.union([z.string(), z.null()]),
  fileName: z.string(),
  totalRows: z.number(),
  checkedRows: z.number(),
  validRows: z.number(),
  warningRows: z.number(),
  invalidRows: z.number(),
  mode: ImportMode,
  newRows: z.number(),
  changedRows: z.number(),
  unchangedRows: z.number(),
  processed: z.number(),
  successCount: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  errorCount: z.number(),
  failedCount: z.number(),
  invite: z.boolean(),
  inviteAt: z.union([z.string(), z.null()]),
  invited: z.number(),
  undone: z.number(),
  ratePerSecond: z.union([z.number(), z.null()]),
  etaSeconds: z.union([z.number(), z.null()]),
  createdAt: z.string(),
  startedAt: z.union([z.string(), z.null()]),
  finishedAt: z.union([z.string(), z.null()]),
  timestamp: z.union([z.string(), z.null()]),
  uploadedBy: z.union([AccountName, z.null()]),
  startedBy: z.union([AccountName, z.null()]),
  version: z.number(),
  serverTime: z.string(),
});
const BulkAction = z.custom<"set" | "activate" | "deactivate" | "delete" | "invite" | "sign-out" | "add-to-batch" | "remove-from-batch" | "move-stage" | "announce">(isText);
const BatchName = z.object({
  id: z.string(),
  name: z.string(),
});
const StageName = z.object({
  id: z.string(),
  name: z.string(),
});
const BulkState = z.custom<"processing" | "completed" | "cancelled" | "undoing" | "undone">(isText);
const BulkRowStatus = z.custom<"waiting" | "done" | "unchanged" | "failed" | "undone">(isText);
const BulkRow = z.object({
  row: z.number(),
  userId: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: BulkRowStatus,
  message: z.union([z.string(), z.null()]),
});
const BulkSnapshot = z.object({
  id: z.string(),
  action: BulkAction,
  set: z.union([z.record(z.string(), z.union([z.string(), z.null()])), z.null()]),
  batch: z.union([BatchName, z.null()]),
  stage: z.union([StageName, z.null()]),
  state: BulkState,
  total: z.number(),
  processed: z.number(),
  done: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  undone: z.number(),
  startedBy: z.union([AccountName, z.null()]),
  startedAt: z.string(),
  finishedAt: z.union([z.string(), z.null()]),
  undoUntil: z.union([z.string(), z.null()]),
  canUndo: z.boolean(),
  etaSeconds: z.union([z.number(), z.null()]),
  version: z.number(),
  serverTime: z.string(),
  recent: z.array(BulkRow),
  isWorkerAway: z.exactOptional(z.boolean()),
});
const BulkJob = z.object({
  id: z.string(),
  action: BulkAction,
  set: z.union([z.record(z.string(), z.union([z.string(), z.null()])), z.null()]),
  batch: z.union([BatchName, z.null()]),
  stage: z.union([StageName, z.null()]),
  state: BulkState,
  total: z.number(),
  processed: z.number(),
  done: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  undone: z.number(),
  startedBy: z.union([AccountName, z.null()]),
  startedAt: z.string(),
  finishedAt: z.union([z.string(), z.null()]),
  undoUntil: z.union([z.string(), z.null()]),
  canUndo: z.boolean(),
  etaSeconds: z.union([z.number(), z.null()]),
  version: z.number(),
  serverTime: z.string(),
});
const UsersChangeKind = z.custom<"created" | "updated" | "deleted" | "imported">(isText);
const UsersChanged = z.object({
  kind: UsersChangeKind,
  ids: z.array(z.string()),
});
const BatchesChangeKind = z.custom<"created" | "changed" | "archived" | "deleted" | "members">(isText);
const BatchesChanged = z.object({
  kind: BatchesChangeKind,
  ids: z.array(z.string()),
});
const FieldsChanged = z.object({
  version: z.number(),
});
const StagesChanged = z.object({
  stageIds: z.array(z.string()),
  userIds: z.array(z.string()),
});
const WayChanged = z.object({
});
const TrainingState = z.custom<"planned" | "taken" | "cancelled">(isText);
const TrainingSessionChanged = z.object({
  batchId: z.string(),
  id: z.union([z.string(), z.null()]),
  state: z.union([TrainingState, z.null()]),
  taken: z.number(),
  present: z.number(),
  version: z.number(),
});
const OwnAttendanceChanged = z.object({
  batchId: z.string(),
});
const InterviewState = z.custom<"waiting" | "confirmed" | "declined" | "called" | "in_room" | "done" | "absent" | "withdrawn">(isText);
const InterviewMine = z.object({
  id: z.string(),
  state: InterviewState,
  panel: z.union([z.string(), z.null()]),
  place: z.union([z.string(), z.null()]),
  placeInQueue: z.union([z.number(), z.null()]),
  expectedAt: z.union([z.string(), z.null()]),
  version: z.number(),
});
const InterviewsChanged = z.object({
});
const PanelState = z.custom<"open" | "paused" | "closed">(isText);
const PanelChanged = z.object({
  id: z.string(),
  roundId: z.string(),
  state: PanelState,
  current: z.union([z.string(), z.null()]),
  version: z.number(),
});
const QueuedPerson = z.object({
  id: z.string(),
  fullName: z.string(),
  label: z.string(),
  state: InterviewState,
  isHere: z.boolean(),
  plannedAt: z.union([z.string(), z.null()]),
  calledAt: z.union([z.string(), z.null()]),
  startedAt: z.union([z.string(), z.null()]),
  version: z.number(),
});
const PanelLane = z.object({
  id: z.string(),
  name: z.string(),
  place: z.union([z.string(), z.null()]),
  state: PanelState,
  current: z.union([QueuedPerson, z.null()]),
  next: z.array(QueuedPerson),
  waiting: z.number(),
  done: z.number(),
  behindMinutes: z.number(),
  version: z.number(),
});
const RoundBoard = z.object({
  roundId: z.string(),
  lane: z.union([PanelLane, z.null()]),
});
const OpeningChanged = z.object({
  id: z.string(),
});
const OfferState = z.custom<"offered" | "accepted" | "declined" | "expired" | "withdrawn" | "joined" | "did_not_join" | "ended">(isText);
const OfferMine = z.object({
  id: z.string(),
  state: OfferState,
  version: z.number(),
});
const AnnouncementNew = z.object({
  id: z.string(),
  title: z.string(),
});
const AnnouncementsChanged = z.object({
});
const NotificationKind = z.custom<"welcome" | "secure_account" | "what_you_can_do" | "import_finished" | "import_failed" | "import_cancelled" | "bulk_finished" | "bulk_cancelled" | "invitation_failed" | "passkey_copied" | "factor_added" | "factor_removed" | "recovery_code_used" | "recovery_codes_renewed" | "new_device" | "account_secured" | "sso_unlinked" | "domain_proof" | "applications" | "stage_changed" | "announcement" | "interview" | "offer" | "webhook_stopped">(isText);
const NotificationNew = z.object({
  id: z.string(),
  kind: NotificationKind,
  title: z.string(),
  body: z.string(),
  link: z.union([z.string(), z.null()]),
  createdAt: z.string(),
  unread: z.number(),
});
const Authenticate = z.object({
  token: z.string(),
});
const WatchImport = z.object({
  importId: z.string(),
});
const WatchBulk = z.object({
  bulkId: z.string(),
});
const WatchRound = z.object({
  roundId: z.string(),
});
const Done = z.object({
});
const Refused = z.object({
  ok: z.literal(false),
  message: z.string(),
  code: z.string(),
});
const WatchedImport = z.object({
  snapshot: ImportSnapshot,
});
const WatchedBulk = z.object({
  snapshot: BulkSnapshot,
});
const RoundState = z.custom<"draft" | "published" | "running" | "closed">(isText);
const DayBoard = z.object({
  roundId: z.string(),
  state: RoundState,
  lanes: z.array(PanelLane),
  waiting: z.array(QueuedPerson),
  waitingCount: z.number(),
  aside: z.array(QueuedPerson),
  endsAt: z.union([z.string(), z.null()]),
  version: z.number(),
  serverTime: z.string(),
});
const WatchedBoard = z.object({
  snapshot: DayBoard,
});

/** What the server sends. */
export const events = {
  'session:state': SessionState,
  'session:expiring': SessionExpiring,
  'session:expired': SessionExpired,
  'session:ended': SessionEnded,
  'session:changed': SessionChanged,
  'otp:state': FlowStateAnswer,
  'import:progress': ImportSnapshot,
  'import:rows': ImportRowsChanged,
  'import:summary': ImportSummary,
  'bulk:progress': BulkSnapshot,
  'bulk:summary': BulkJob,
  'users:changed': UsersChanged,
  'batches:changed': BatchesChanged,
  'fields:changed': FieldsChanged,
  'stages:changed': StagesChanged,
  'way:changed': WayChanged,
  'training-session:changed': TrainingSessionChanged,
  'attendance:mine': OwnAttendanceChanged,
  'interview:mine': InterviewMine,
  'interviews:changed': InterviewsChanged,
  'panel:changed': PanelChanged,
  'round:board': RoundBoard,
  'opening:changed': OpeningChanged,
  'offer:mine': OfferMine,
  'announcement:new': AnnouncementNew,
  'announcements:changed': AnnouncementsChanged,
  'notification:new': NotificationNew,
};

/** What the client sends, and how the server acknowledges it. */
export const requests = {
  'session:authenticate': Authenticate,
  'import:watch': WatchImport,
  'import:unwatch': WatchImport,
  'bulk:watch': WatchBulk,
  'bulk:unwatch': WatchBulk,
  'round:watch': WatchRound,
  'round:unwatch': WatchRound,
};

export const answers = {
  'session:authenticate': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), Done), Refused]),
  'import:watch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), WatchedImport), Refused]),
  'import:unwatch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), Done), Refused]),
  'bulk:watch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), WatchedBulk), Refused]),
  'bulk:unwatch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), Done), Refused]),
  'round:watch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), WatchedBoard), Refused]),
  'round:unwatch': z.union([z.intersection(z.object({
  ok: z.literal(true),
}), Done), Refused]),
};

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type RequestName = keyof typeof requests;
export type RequestPayload<Name extends RequestName> = z.infer<(typeof requests)[Name]>;
/** An acknowledgement that accepts. */
export type Answer<Name extends RequestName> = Extract<z.infer<(typeof answers)[Name]>, { ok: true }>;
