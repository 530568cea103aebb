import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { countPeople } from '~/lib/format';
import { CANDIDACIES } from '~/lib/placement';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Reasons } from '~/ui/LiveFeed';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { placementApi, type SelectPeople, type StaffState } from '../api';

const LONGEST_REASON = 500;

interface MoveDialogProps {
  readonly openingId: string;
  readonly select: SelectPeople;
  readonly state: StaffState;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

const submitLabels = (state: StaffState, count: number) =>
  ({
    eligible: plural(count, { one: 'Make # Person Eligible', other: 'Make # People Eligible' }),
    shortlisted: plural(count, { one: 'Shortlist # Person', other: 'Shortlist # People' }),
    selected: plural(count, { one: 'Select # Person', other: 'Select # People' }),
    rejected: plural(count, { one: 'Reject # Person', other: 'Reject # People' }),
  })[state];

const titles = (state: StaffState) => ({ eligible: t`Make people eligible`, shortlisted: t`Shortlist people`, selected: t`Mark people as selected`, rejected: t`Reject people` })[state];

/** Says how many people it moves, and which not, before it moves them. */
export function MoveDialog({ openingId, select, state, onClose, onMoved }: MoveDialogProps) {
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [tryOut, tried] = placementApi.useMoveCandidatesMutation();
  const [move, { isLoading }] = placementApi.useMoveCandidatesMutation();
  const toasts = useToasts();
  const count = () => void tryOut({ openingId, moveCandidatesRequest: { select, state, dryRun: true } });
  // The selection stays the same while the dialog is open.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(count, []);
  const changed = tried.data?.changed ?? 0;
  const submit = async () => {
    setFailure(null);
    const { data, error } = await move({ openingId, moveCandidatesRequest: { select, state, reason: reason.trim() === '' ? null : reason.trim() } });
    if (data === undefined) {
      setFailure((isProblem(error) ? error.errors?.['reason'] : undefined) ?? messageOf(error, t`The people could not be moved.`));
      return;
    }
    toasts.success(t`${{ people: countPeople(data.changed) }}: ${{ state: CANDIDACIES[state] }}`);
    onMoved();
  };
  return (
    <FormDialog title={titles(state)} maxWidth="xs" asks={state === 'rejected'} submitLabel={submitLabels(state, changed)} busy={isLoading} disabled={changed === 0} destructive={state === 'rejected'} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={failure} />
      {tried.error !== undefined && <ErrorState message={messageOf(tried.error, t`The people could not be counted.`)} onRetry={count} />}
      {tried.error === undefined && (
        <Note role="status">{tried.data === undefined ? t`Counting…` : changed === 0 ? t`No one would be moved.` : plural(changed, { one: '# person would be moved.', other: '# people would be moved.' })}</Note>
      )}
      {tried.data !== undefined && <Reasons title={t`Stay as they are`} reasons={tried.data.skipped} countOf={countPeople} />}
      {state === 'shortlisted' && <Note>{t`What the conditions read of them now is kept: a later change shows as a difference.`}</Note>}
      {state !== 'shortlisted' && <Typed label={t`Reason (optional)`} hint={t`Staff see it; the people do not.`} value={reason} input={{ maxLength: LONGEST_REASON }} onType={setReason} />}
    </FormDialog>
  );
}
