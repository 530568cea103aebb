import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import type { StageRecord } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { stagesApi } from '~/realtime/stages';
import { FormDialog } from '~/ui/FormDialog';
import { LabelledSelect } from '~/ui/Labelled';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

interface ArchiveDialogProps {
  readonly stage: StageRecord;
  readonly others: readonly StageRecord[];
  readonly onClose: () => void;
}

/** Asks where the people of a stage are moved, also where some have come to it meanwhile. */
export function ArchiveDialog({ stage, others, onClose }: ArchiveDialogProps) {
  const [base, setBase] = useState(stage);
  const [moveTo, setMoveTo] = useState('');
  const [inUse, setInUse] = useState(stage.people > 0);
  const [archive, { isLoading, error }] = stagesApi.useArchiveStageMutation();
  const toasts = useToasts();
  const { name, people } = base;
  const submit = async () => {
    const answer = await archive({ stageId: base.id, archiveStageRequest: { moveTo: moveTo || null, version: base.version } });
    if (answer.data !== undefined) {
      toasts.success(answer.data.jobId === null ? t`${name} is archived.` : t`${name} is archived, and its people are being moved.`);
      onClose();
    } else if (isProblem(answer.error)) {
      if (answer.error.code === 'stage_in_use') setInUse(true);
      if (answer.error.code === 'edit_conflict') setBase(answer.error.current as StageRecord);
    }
  };
  return (
    <FormDialog title={t`Archive ${name}?`} asks hasFields={inUse} submitLabel={t`Archive`} busy={isLoading} disabled={inUse && moveTo === ''} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={error === undefined ? undefined : messageOf(error, t`The stage could not be archived.`)} />
      <Note>{people > 0 ? plural(people, { one: '# person is in this stage, and is moved to another one.', other: '# people are in this stage, and are moved to another one.' }) : t`No one is in this stage.`}</Note>
      {inUse && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus
        <LabelledSelect label={t`Move them to`} autoFocus value={moveTo} none={t`Choose a stage`} options={others.map((each) => [each.id, each.name] as const)} onChoose={setMoveTo} />
      )}
      <Note>{t`No one can be moved to it any more. That people were in it stays in their history and in the figures.`}</Note>
    </FormDialog>
  );
}
