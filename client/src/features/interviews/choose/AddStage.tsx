import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { FormError } from '~/forms/Form';
import { Choice } from '~/forms/SelectField';
import { formatCount } from '~/lib/format';
import { useListStagesQuery } from '~/realtime/stages';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';

import { useAddition } from './useAddition';

/** Adds all who are in a stage now. */
export function AddStage({ roundId, onClose }: { readonly roundId: string; readonly onClose: () => void }) {
  const [stage, setStage] = useState('');
  const stages = useListStagesQuery().data?.stages ?? [];
  const addition = useAddition(roundId, stage === '' ? null : { select: { filter: { stage } } });
  const submit = async () => {
    if (await addition.add()) onClose();
  };
  return (
    <FormDialog title={t`Add a stage`} submitLabel={addition.submitLabel} busy={addition.busy} disabled={addition.count === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={addition.failure} />
      <Note>{t`All who are in the stage now. Those who come into it later are not added by themselves.`}</Note>
      <Choice label={t`Stage`} none={t`Choose a stage`} value={stage} options={stages.map(({ id, name, people }) => [id, `${name} · ${formatCount(people)}`] as const)} onChoose={setStage} />
      {addition.shown}
    </FormDialog>
  );
}
