import { msg, t } from '@lingui/core/macro';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { Form } from '~/forms/Form';
import { RadioField, type RadioOption, SwitchField } from '~/forms/RadioField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';

import { type CompanyRecord, settingsApi } from '../api';
import { SavedActions } from './CompanyForm';

const MOST_OFFERS = 20;
const MOST_MONTHS = 120;

const wholeTo = (most: number) => z.string().check(z.trim(), z.refine((typed) => /^[1-9]\d{0,2}$/u.test(typed) && Number(typed) <= most, says(msg`Enter a whole number from 1 to ${most}`)));

const schema = z.object({
  placementPolicy: z.enum(['free', 'one', 'one_then_higher', 'most']),
  placementMost: wholeTo(MOST_OFFERS),
  placementStaffSeeAll: z.enum(['yes', 'no']),
  placementKeptMonths: wholeTo(MOST_MONTHS),
});

type PlacementValues = z.infer<typeof schema>;

const valuesOf = ({ placementPolicy, placementMost, placementStaffSeeAll, placementKeptMonths }: CompanyRecord): PlacementValues => ({
  placementPolicy,
  placementMost: String(placementMost),
  placementStaffSeeAll: placementStaffSeeAll ? 'yes' : 'no',
  placementKeptMonths: String(placementKeptMonths),
});

const policies = (): readonly RadioOption[] => [
  { value: 'free', label: t`Any number`, effect: t`People may hold several accepted offers at once.` },
  { value: 'one', label: t`One`, effect: t`Who has accepted an offer accepts no other.` },
  { value: 'one_then_higher', label: t`One, then a higher tier`, effect: t`Who has accepted an offer may accept one of a higher tier, which declines the first.` },
  { value: 'most', label: t`At most so many`, effect: t`People hold no more accepted offers than that at once.` },
];

/** How many offers people may accept, and what placement staff see. */
export function PlacementForm({ settings }: { readonly settings: CompanyRecord }) {
  const form = useZodForm<PlacementValues>(schema, valuesOf(settings));
  const { send, busy } = useSubmit(form, settingsApi.useChangeCompanySettingsMutation(), t`The settings could not be saved.`, () => t`The settings are saved.`);
  const { control } = form;
  const policy = useWatch({ control, name: 'placementPolicy' });
  const save = async ({ placementPolicy, placementMost, placementStaffSeeAll, placementKeptMonths }: PlacementValues) => {
    const data = await send({
      companySettingsRequest: { placementPolicy, placementMost: Number(placementMost), placementStaffSeeAll: placementStaffSeeAll === 'yes', placementKeptMonths: Number(placementKeptMonths) },
    });
    if (data !== undefined) form.reset(valuesOf(data));
  };
  return (
    <Form form={form} label={t`Placement`} onSubmit={save} padded>
      <RadioField control={control} name="placementPolicy" label={t`How many offers a person may accept`} options={policies()} />
      {policy === 'most' && <TextField control={control} name="placementMost" label={t`At most`} inputMode="numeric" hint={t`Offers that were accepted before stay as they are.`} />}
      <SwitchField control={control} name="placementStaffSeeAll" label={t`Placement staff see all openings`} hint={t`Off: they see those that they are put on, and the candidates of these alone.`} on="yes" off="no" />
      <TextField control={control} name="placementKeptMonths" label={t`Keep reasons and details of candidates (months)`} inputMode="numeric" hint={t`Older ones are deleted. States and offers stay.`} />
      <SavedActions form={form} busy={busy} saved={valuesOf(settings)} />
    </Form>
  );
}
