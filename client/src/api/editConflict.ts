import type { UserRecord } from './generated/serverApi';

/** What an edit of an account has met: the record as it is, and what others have changed since it was read. */
export interface EditConflict {
  readonly current: UserRecord;
  readonly changedBy: { readonly id: string; readonly fullName: string } | null;
  readonly changedAt: string | null;
  /** `before` is masked where the audit trail masks it. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}
