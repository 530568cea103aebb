import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';
import * as z from 'zod/mini';

import { FormError } from '~/forms/Form';
import { says } from '~/forms/schemas';
import { TextField, Typed } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { useSettled } from '~/lib/useSettled';
import { CheckLine } from '~/ui/CheckLine';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';

import { interviewsApi, type Panelist, type PanelRecord, type RoundDetail } from '../api';

const LONGEST = 200;
const NEEDED = says(msg`Please fill this in`);
const line = z.string().check(z.trim(), z.maxLength(LONGEST, says(msg`Please use at most ${{ most: LONGEST }} characters`)));

const schema = z
  .object({
    name: line.check(z.minLength(1, NEEDED)),
    place: line,
    link: z.string().check(z.trim(), z.refine((typed) => typed === '' || typed.startsWith('https://'), says(msg`Please enter a web address that starts with https://`))),
    from: z.string().check(z.minLength(1, NEEDED)),
    to: z.string().check(z.minLength(1, NEEDED)),
  })
  .check(z.refine(({ from, to }) => from === '' || to === '' || to > from, { ...says(msg`A panel ends later than it starts, on the same day`), path: ['to'] }));
type Values = z.infer<typeof schema>;

const pair = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2, alignItems: 'start' } as const;

interface ChooseProps {
  readonly chosen: readonly Panelist[];
  readonly onChoose: (chosen: readonly Panelist[]) => void;
}

/** People who may sit on a panel: the chosen ones first, then who matches the search. */
function ChoosePanelists({ chosen, onChoose }: ChooseProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const { data } = interviewsApi.useFindPanelistsQuery({ search });
  const isChosen = (personId: string) => chosen.some(({ id }) => id === personId);
  const found = data?.data.filter(({ id }) => !isChosen(id)) ?? [];
  return (
    <Box>
      <Typed label={t`Panelists`} hint={t`By a part of the name`} value={typed} input={{ type: 'search', maxLength: 100 }} onType={setTyped} />
      <Box role="group" aria-label={t`Panelists`} sx={{ display: 'grid', maxHeight: 240, overflowY: 'auto', mt: 0.5 }}>
        {[...chosen, ...found].map(({ id, fullName }) => (
          <CheckLine
            key={id}
            label={fullName}
            checked={isChosen(id)}
            onCheck={(isChecked) => onChoose(isChecked ? [...chosen, { id, fullName }] : chosen.filter((each) => each.id !== id))}
          />
        ))}
      </Box>
      {data !== undefined && chosen.length + found.length === 0 && <Note>{t`No active panelist, trainer or other colleague has this name.`}</Note>}
    </Box>
  );
}

interface PanelDialogProps {
  readonly round: RoundDetail;
  /** Null: a new one. */
  readonly panel: PanelRecord | null;
  readonly onClose: () => void;
}

/** One panel: where and when it sits, and who sits on it. Once the round is published its hours stay. */
export function PanelDialog({ round, panel, onClose }: PanelDialogProps) {
  const last = round.panelList.at(-1);
  const { name = '', place = '', link = '' } = panel ?? {};
  const before: Values = { name, place: place ?? '', link: link ?? '', from: panel?.from ?? last?.from ?? '', to: panel?.to ?? last?.to ?? '' };
  const form = useZodForm<Values>(schema, before);
  const { control } = form;
  const [chosen, setChosen] = useState<readonly Panelist[]>(panel?.panelists ?? []);
  const [add, adding] = interviewsApi.useAddPanelsMutation();
  const [change, changing] = interviewsApi.useChangePanelMutation();
  const hasHours = panel === null || round.state === 'draft';
  const submit = async (values: Values) => {
    const panelists = chosen.map(({ id }) => id);
    const changed = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== before[field as keyof Values]));
    const { error } =
      panel === null
        ? await add({ roundId: round.id, panelsRequest: { panels: [{ ...values, panelists }] } })
        : await change({ panelId: panel.id, changePanelRequest: { ...changed, panelists, version: panel.version } });
    if (error === undefined) onClose();
    else showFailure(form, error, t`The panel could not be saved.`);
  };
  return (
    <FormDialog title={panel === null ? t`Add panel` : t`Change panel`} isSheet submitLabel={panel === null ? t`Add Panel` : t`Save`} busy={adding.isLoading || changing.isLoading} onSubmit={() => void form.handleSubmit(submit)()} onClose={onClose}>
      <FormError message={form.formState.errors.root?.message} />
      <Box sx={pair}>
        <TextField control={control} name="name" label={t`Name`} hint={t`Such as Panel B`} initialFocus={panel === null} />
        <TextField control={control} name="place" label={t`Place (optional)`} hint={t`Such as Room 204`} />
      </Box>
      {hasHours && (
        <Box sx={pair}>
          <TextField control={control} name="from" type="time" label={t`Starts at`} />
          <TextField control={control} name="to" type="time" label={t`Ends at`} />
        </Box>
      )}
      <TextField control={control} name="link" type="url" label={t`Link (optional)`} hint={t`Of an online panel, such as https://example.com/meet`} />
      <ChoosePanelists chosen={chosen} onChoose={setChosen} />
    </FormDialog>
  );
}
