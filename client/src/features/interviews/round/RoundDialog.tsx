import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import * as z from 'zod/mini';

import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { isDay, says } from '~/forms/schemas';
import { SelectField } from '~/forms/SelectField';
import { LinesField, TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { useListStagesQuery } from '~/realtime/stages';
import { FormDialog } from '~/ui/FormDialog';

import { interviewsApi, type RoundDetail } from '../api';

const LONGEST = 200;
const MOST_CRITERIA = 8;

const NEEDED = says(msg`Please fill this in`);
const line = z.string().check(z.trim(), z.maxLength(LONGEST, says(msg`Please use at most ${{ most: LONGEST }} characters`)));
const minutes = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => /^\d{1,3}$/u.test(typed) && Number(typed) >= least && Number(typed) <= most, says(msg`Please enter minutes from ${least} to ${most}`)),
  );
const criteriaOf = (typed: string) => typed.split(/\n+/u).map((each) => each.trim()).filter((each) => each !== '');

const schema = z.object({
  name: line.check(z.minLength(1, NEEDED)),
  location: line,
  day: z.string().check(z.minLength(1, { ...NEEDED, abort: true }), isDay),
  slotMinutes: minutes(5, 240),
  breakMinutes: minutes(0, 120),
  criteria: z.string().check(
    z.refine((typed) => criteriaOf(typed).length > 0, NEEDED),
    z.refine((typed) => criteriaOf(typed).length <= MOST_CRITERIA, says(msg`At most ${{ most: MOST_CRITERIA }} criteria: panels have little time`)),
  ),
  passStageId: z.string(),
});
type Values = z.infer<typeof schema>;

const valuesOf = (round: RoundDetail | null): Values => ({
  name: round?.name ?? '',
  location: round?.location ?? '',
  day: round?.day ?? '',
  slotMinutes: String(round?.slotMinutes ?? 15),
  breakMinutes: String(round?.breakMinutes ?? 0),
  criteria: round?.criteria.map(({ label }) => label).join('\n') ?? '',
  passStageId: round?.passStageId ?? '',
});

interface RoundDialogProps {
  /** Null: a new one. */
  readonly round: RoundDetail | null;
  /** The opening whose shortlist a new round interviews. */
  readonly openingId?: string;
  readonly onSaved: (round: RoundDetail) => void;
  readonly onClose: () => void;
}

const pair = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2, alignItems: 'start' } as const;

/** What a round is about, and when. Once it is published its day and lengths stay, and its criteria from the first score on. */
export function RoundDialog({ round, openingId, onSaved, onClose }: RoundDialogProps) {
  const form = useZodForm<Values>(schema, valuesOf(round));
  const { control } = form;
  const [add, adding] = interviewsApi.useAddRoundMutation();
  const [change, changing] = interviewsApi.useChangeRoundMutation();
  const stages = useListStagesQuery().data?.stages ?? [];
  const isDraft = round === null || round.state === 'draft';
  const before = valuesOf(round);
  const submit = async (values: Values) => {
    const { slotMinutes, breakMinutes, criteria, passStageId, ...about } = values;
    const known = new Map(round?.criteria.map(({ label, key }) => [label, key]));
    const request = {
      ...about,
      slotMinutes: Number(slotMinutes),
      breakMinutes: Number(breakMinutes),
      criteria: criteriaOf(criteria).map((label) => ({ key: known.get(label) ?? null, label })),
      passStageId: passStageId === '' ? null : passStageId,
    };
    const isSame = (name: keyof Values) => values[name] === before[name];
    const changed = Object.fromEntries(Object.entries(request).filter(([name]) => !isSame(name as keyof Values)));
    const { data, error } =
      round === null ? await add({ roundRequest: { ...request, openingId: openingId ?? null } }) : await change({ roundId: round.id, changeRoundRequest: { ...changed, version: round.version } });
    if (data === undefined) showFailure(form, error, t`The round could not be saved.`);
    else onSaved(data);
  };
  return (
    <FormDialog
      title={round === null ? t`New round` : t`Change round`}
      isSheet
      submitLabel={round === null ? t`Make Round` : t`Save`}
      busy={adding.isLoading || changing.isLoading}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <FormError message={form.formState.errors.root?.message} />
      <TextField control={control} name="name" label={t`Name`} hint={t`Such as Technical round, December`} initialFocus={round === null} />
      {isDraft && (
        <>
          <Box sx={pair}>
            <DateField control={control} name="day" label={t`Day`} />
            <TextField control={control} name="location" label={t`Centre (optional)`} hint={t`Rooms are told apart by it`} />
          </Box>
          <Box sx={pair}>
            <TextField control={control} name="slotMinutes" label={t`Minutes of an interview`} inputMode="numeric" />
            <TextField control={control} name="breakMinutes" label={t`Minutes between two`} inputMode="numeric" />
          </Box>
        </>
      )}
      {round?.hasScores !== true && <LinesField control={control} name="criteria" label={t`Criteria`} hint={t`One a line, at most 8. Each is marked in four steps.`} />}
      <SelectField control={control} name="passStageId" label={t`Stage of those who pass (optional)`} hint={t`Proposed when people are moved from the results`} placeholder={t`No stage`} options={stages.map(({ id, name }) => [id, name] as const)} />
    </FormDialog>
  );
}
