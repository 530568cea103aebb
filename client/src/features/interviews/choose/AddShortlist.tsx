import { t } from '@lingui/core/macro';

import { FormError } from '~/forms/Form';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';

import type { RoundDetail } from '../api';
import { useAddition } from './useAddition';

const SHORTLIST = {};

/** Adds all who are shortlisted for the opening of a round. */
export function AddShortlist({ round, onClose }: { readonly round: RoundDetail; readonly onClose: () => void }) {
  const addition = useAddition(round.id, SHORTLIST);
  const submit = async () => {
    if (await addition.add()) onClose();
  };
  return (
    <FormDialog title={t`Add the shortlist`} submitLabel={addition.submitLabel} busy={addition.busy} disabled={addition.count === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={addition.failure} />
      <Note>{t`All who are shortlisted for ${{ opening: round.openingName ?? '' }}. They are marked as in rounds there.`}</Note>
      {addition.shown}
    </FormDialog>
  );
}
