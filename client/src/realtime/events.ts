import * as z from 'zod/mini';

import type { FlowStateAnswer, ImportSnapshot, ImportSummary } from '~/api/generated/serverApi';

const moment = z.string();
const person = z.object({ id: z.string(), fullName: z.string() });

const importSummary = z.object({
  id: z.string(),
  state: z.enum(['validating', 'ready', 'processing', 'completed', 'cancelled', 'failed']),
  reason: z.nullable(z.string()),
  fileName: z.string(),
  totalRows: z.number(),
  checkedRows: z.number(),
  validRows: z.number(),
  warningRows: z.number(),
  invalidRows: z.number(),
  processed: z.number(),
  successCount: z.number(),
  errorCount: z.number(),
  failedCount: z.number(),
  invite: z.boolean(),
  invited: z.number(),
  ratePerSecond: z.nullable(z.number()),
  etaSeconds: z.nullable(z.number()),
  createdAt: moment,
  startedAt: z.nullable(moment),
  finishedAt: z.nullable(moment),
  timestamp: z.nullable(moment),
  uploadedBy: z.nullable(person),
  startedBy: z.nullable(person),
  version: z.number(),
  serverTime: moment,
}) satisfies z.ZodMiniType<ImportSummary>;

const rowStatus = z.enum(['valid', 'warning', 'invalid', 'created', 'failed', 'deleted']);

const importSnapshot = z.extend(importSummary, {
  dateOrder: z.nullable(z.enum(['day', 'month'])),
  dateExample: z.nullable(z.object({ value: z.string(), day: z.nullable(z.string()), month: z.nullable(z.string()) })),
  recent: z.array(z.object({ row: z.number(), email: z.string(), status: rowStatus, message: z.string() })),
  remarks: z.array(z.string()),
  unknownHeaders: z.array(z.string()),
}) satisfies z.ZodMiniType<ImportSnapshot>;

const channel = z.enum(['EMAIL', 'SMS']);

const flowState = z.object({
  maskedContact: z.nullable(z.string()),
  channel,
  channels: z.array(channel),
  delivery: z.nullable(z.enum(['queued', 'sent', 'failed'])),
  resendAt: z.nullable(moment),
  expiresAt: z.nullable(moment),
  attemptsRemaining: z.number(),
  codeLength: z.number(),
  codeNumber: z.number(),
  codeCount: z.number(),
  fullName: z.nullable(z.string()),
  state: z.enum(['code_required', 'company_required', 'password_required', 'ready', 'completed', 'ended']),
  nextStep: z.enum([
    'SMS_VERIFICATION_REQUIRED',
    'EMAIL_VERIFICATION_REQUIRED',
    'COMPANY_DETAILS_REQUIRED',
    'SIGNUP_COMPLETE',
    'VERIFICATION_NOT_REQUIRED',
    'LOGIN_COMPLETE',
    'PASSWORD_RESET_REQUIRED',
  ]),
  version: z.number(),
  serverTime: moment,
}) satisfies z.ZodMiniType<FlowStateAnswer>;

const endReason = z.enum(['logout', 'revoked', 'deleted', 'deactivated', 'password_reset', 'token_reuse']);

/** The server's events that this client uses. They hold absolute values: a lost or repeated one does no harm. */
export const eventSchemas = {
  'session:state': z.object({ quietMs: z.nullish(z.number()) }),
  'session:expired': z.object({ serverTime: moment }),
  'session:ended': z.object({ reason: endReason }),
  'session:changed': z.object({ role: z.string(), profile: z.nullable(z.string()) }),
  'otp:state': flowState,
  'import:progress': importSnapshot,
  'import:summary': importSummary,
  'users:changed': z.object({ kind: z.enum(['created', 'updated', 'deleted', 'imported']), ids: z.array(z.string()) }),
  'notification:new': z.object({
    id: z.string(),
    kind: z.enum([
      'welcome',
      'secure_account',
      'what_you_can_do',
      'import_finished',
      'import_failed',
      'import_cancelled',
      'invitation_failed',
    ]),
    title: z.string(),
    body: z.string(),
    link: z.nullable(z.string()),
    createdAt: moment,
    unread: z.number(),
  }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type EventPayload<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>;

/** What the client asks of the server, each answered by an acknowledgement. */
export interface Requests {
  'session:authenticate': { readonly token: string };
  'import:watch': { readonly importId: string };
  'import:unwatch': { readonly importId: string };
}

/** The answer to `import:watch`. */
export const watchedImport = z.object({ snapshot: importSnapshot });

/** An acknowledgement that refuses; everything else that is an object is an acceptance. */
export const refusal = z.object({ ok: z.literal(false), message: z.string(), code: z.string() });
