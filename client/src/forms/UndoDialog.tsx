import { t } from '@lingui/core/macro';
import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ErrorState } from '~/ui/ErrorState';

import { useTypedNumber } from './useTypedNumber';

interface UndoDialogProps<Plan> {
  readonly subject: string;
  readonly preview: { readonly currentData?: Plan | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  /** How many it would change. */
  readonly countOf: (plan: Plan) => number;
  readonly busy: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: (plan: Plan) => ReactNode;
}

/** Asks before something is undone, with its consequences as they are now. Rendered while it is open. */
export function UndoDialog<Plan>({ subject, preview, countOf, busy, onConfirm, onClose, children }: UndoDialogProps<Plan>) {
  const { currentData: plan, error, refetch } = preview;
  const count = plan === undefined ? 0 : countOf(plan);
  const number = useTypedNumber({ label: t`Number to undo`, count });
  return (
    <ConfirmDialog
      open
      title={t`Undo this ${{ thing: subject.toLowerCase() }}?`}
      confirmLabel={t`Undo ${subject}`}
      destructive
      disabled={count === 0}
      busy={busy}
      onConfirm={() => {
        if (number.isConfirmed()) void onConfirm().then(onClose);
      }}
      onClose={onClose}
    >
      {plan !== undefined && children(plan)}
      {number.field && <Box sx={{ mt: 2 }}>{number.field}</Box>}
      {plan === undefined && error !== undefined && (
        <ErrorState message={messageOf(error, t`What undoing would do could not be loaded.`)} onRetry={() => void refetch()} />
      )}
      {plan === undefined && error === undefined && (
        <Box role="status" aria-label={t`Counting what can be undone`}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </Box>
      )}
    </ConfirmDialog>
  );
}
