import type { BulkText } from './fields';
import type { BulkAction, BulkSelection } from './generated/bulkApi';

/** What may be done with many people; to add them to interviews is no bulk change; `position`, each field of any text, and the company's own are parts of the action `set`. */
export type BulkChoice = 'position' | BulkText | 'more' | 'interview' | Exclude<BulkAction, 'set'>;

/** What changes them: announcements and interviews have dialogs of their own. */
export type BulkChange = Exclude<BulkChoice, 'announce' | 'interview'>;

/** What the table of people asks of the dialogs for many; the app joins both. */
export interface BulkDialogProps {
  readonly action: BulkChoice;
  readonly select: BulkSelection;
  /** People selected, as far as the table knows: at least so many where it is not exact. */
  readonly count: number;
  readonly countIsExact: boolean;
  /** The page stays as it is when the job has started; otherwise the page of the job is opened. */
  readonly stays?: boolean;
  /** The batch, where it is known already. */
  readonly batchId?: string;
  /** The stage that is proposed. */
  readonly stageId?: string | null;
  readonly onClose: () => void;
  /** The job runs: the dialog is closed, and the selection is cleared. */
  readonly onStarted: () => void;
}
