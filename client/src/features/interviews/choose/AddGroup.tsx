import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { importsApi } from '~/api/generated/importsApi';
import { FormError } from '~/forms/Form';
import { Choice } from '~/forms/SelectField';
import { formatCount, formatMoment } from '~/lib/format';
import { useListStagesQuery } from '~/realtime/stages';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';

import { useAddition } from './useAddition';

const MOST_IMPORTS = 50;

interface AddProps {
  readonly roundId: string;
  readonly onClose: () => void;
}

interface AddGroupProps extends AddProps {
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly none: string;
  readonly options: readonly (readonly [string, string])[];
  /** The filter of the list of people that finds who is in the group. */
  readonly by: 'stage' | 'fromImport';
}

function AddGroup({ roundId, title, note, label, none, options, by, onClose }: AddGroupProps) {
  const [chosen, setChosen] = useState('');
  const addition = useAddition(roundId, chosen === '' ? null : { select: { filter: { [by]: chosen } } });
  const submit = async () => {
    if (await addition.add()) onClose();
  };
  return (
    <FormDialog title={title} submitLabel={addition.submitLabel} busy={addition.busy} disabled={addition.count === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={addition.failure} />
      <Note>{note}</Note>
      <Choice label={label} none={none} value={chosen} options={options} onChoose={setChosen} />
      {addition.shown}
    </FormDialog>
  );
}

/** Adds all who are in a stage now. */
export function AddStage(props: AddProps) {
  const stages = useListStagesQuery().data?.stages ?? [];
  const options = stages.map(({ id, name, people }) => [id, `${name} · ${formatCount(people)}`] as const);
  return <AddGroup {...props} by="stage" title={t`Add a stage`} note={t`All who are in the stage now. Those who come into it later are not added by themselves.`} label={t`Stage`} none={t`Choose a stage`} options={options} />;
}

/** Adds the people of a spreadsheet that was imported. */
export function AddImport(props: AddProps) {
  const { data } = importsApi.useListImportHistoryQuery({ page: 1, pageSize: MOST_IMPORTS, state: 'completed' }, { refetchOnMountOrArgChange: true });
  const options = (data?.data ?? []).map(({ id, fileName, createdAt }) => [id, `${fileName} · ${formatMoment(createdAt)}`] as const);
  return <AddGroup {...props} by="fromImport" title={t`Add an import`} note={t`All people of the file, whether they were new or had an account before.`} label={t`Import`} none={t`Choose an import`} options={options} />;
}
