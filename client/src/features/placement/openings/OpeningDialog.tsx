import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { isProblem, messageOf } from '~/api/problem';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { isDay, says } from '~/forms/schemas';
import { SelectField } from '~/forms/SelectField';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { openingPage, sayPay } from '~/lib/placement';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { FRESH, type Opening, placementApi } from '../api';
import { twoColumns } from '../columns';
import { currentOf, sayTier } from '../words';
import { isMoney, money, numberOf, plain } from './numbers';

const NEEDED = says(msg`Please fill this in`);
const MOST_EMPLOYERS = 100;

const openingSchema = z.object({
  employerId: z.string().check(z.minLength(1, NEEDED)),
  title: z.string().check(z.trim(), z.minLength(1, NEEDED)),
  place: z.string().check(z.trim()),
  seats: z.string().check(z.refine((typed) => /^[1-9]\d{0,5}$/u.test(plain(typed)), says(msg`Enter a whole number from 1 on`))),
  payFrom: money,
  payTo: money,
  tier: z.string(),
  lastDay: z.string().check(isDay),
  answerDays: z.string().check(z.refine((typed) => /^[1-9]\d?$/u.test(plain(typed)) && Number(plain(typed)) <= 60, says(msg`Enter a whole number from 1 to 60`))),
});

type OpeningValues = z.infer<typeof openingSchema>;

const typedOf = (count: number | null) => (count === null ? '' : String(count));

const valuesOf = (opening: Opening | null): OpeningValues => ({
  employerId: opening?.employerId ?? '',
  title: opening?.title ?? '',
  place: opening?.place ?? '',
  seats: typedOf(opening?.seats ?? null),
  payFrom: typedOf(opening?.payFrom ?? null),
  payTo: typedOf(opening?.payTo ?? null),
  tier: String(opening?.tier ?? 1),
  lastDay: opening?.lastDay ?? '',
  answerDays: String(opening?.answerDays ?? 3),
});

const sentOf = (values: OpeningValues) => ({
  title: values.title,
  place: values.place === '' ? null : values.place,
  seats: numberOf(values.seats) ?? 1,
  payFrom: numberOf(values.payFrom),
  payTo: numberOf(values.payTo),
  tier: Number(values.tier),
  lastDay: values.lastDay === '' ? null : values.lastDay,
  answerDays: numberOf(values.answerDays) ?? 1,
});

const TIERS = ['1', '2', '3', '4', '5'] as const;

interface OpeningDialogProps {
  /** Null: a new one, which begins as a draft. */
  readonly opening: Opening | null;
  readonly onClose: () => void;
}

/** What an opening is. Its conditions are chosen on its page, beside the people who fulfil them. */
export function OpeningDialog({ opening, onClose }: OpeningDialogProps) {
  // After a conflict it saves over the opening as it is now.
  const [known, setKnown] = useState(opening);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useZodForm<OpeningValues>(openingSchema, valuesOf(opening));
  const { control } = form;
  const employers = placementApi.useListEmployersQuery({ pageSize: MOST_EMPLOYERS }, FRESH);
  const [add, adding] = placementApi.useAddOpeningMutation();
  const [change, changing] = placementApi.useChangeOpeningMutation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const offered = (employers.data?.data ?? []).filter(({ archivedAt }) => archivedAt === null);

  const submit = async (values: OpeningValues) => {
    setFailure(null);
    const sent = sentOf(values);
    const before = sentOf(valuesOf(opening));
    const changed = Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== before[name as keyof typeof before]));
    const { data, error } = await (known === null
      ? add({ addOpeningRequest: { ...sent, employerId: values.employerId } })
      : change({ openingId: known.id, changeOpeningRequest: { ...changed, version: known.version } }));
    if (data !== undefined) {
      // A new one's page says itself that it is a draft, and a toast would lie over its next step.
      if (opening === null) void navigate(openingPage(data.id));
      else toasts.success(t`The opening is saved.`);
      onClose();
      return;
    }
    const current = currentOf(error) as Opening | undefined;
    if (current !== undefined && isProblem(error) && error.code === 'opening_conflict') {
      setKnown(current);
      setFailure(t`This opening was changed meanwhile. Save overwrites what you have changed. Cancel keeps it as it is.`);
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The opening could not be saved.`));
  };

  const [payFrom, payTo] = useWatch({ control, name: ['payFrom', 'payTo'] });
  const pay = isMoney(payFrom) && isMoney(payTo) ? sayPay(numberOf(payFrom), numberOf(payTo)) : null;
  return (
    <FormDialog
      title={opening === null ? t`Add opening` : t`Edit opening`}
      isSheet
      submitLabel={opening === null ? t`Add Opening` : t`Save`}
      busy={adding.isLoading || changing.isLoading}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <FormError message={failure} />
      {opening === null && (
        <SelectField
          control={control}
          name="employerId"
          label={t`Employer`}
          placeholder={t`Choose an employer`}
          hint={employers.data !== undefined && offered.length === 0 ? t`Add an employer first, on the tab Employers.` : undefined}
          options={offered.map(({ id, name }) => [id, name] as const)}
        />
      )}
      <TextField control={control} name="title" label={t`Title`} hint={t`Such as CNC operator`} />
      <TextField control={control} name="place" label={t`Place (optional)`} />
      <Box sx={twoColumns}>
        <TextField control={control} name="seats" label={t`Seats`} inputMode="numeric" />
        <SelectField control={control} name="tier" label={t`Tier`} hint={t`A higher one is better: see the policy on offers.`} options={TIERS.map((tier) => [tier, sayTier(Number(tier))] as const)} />
        <TextField control={control} name="payFrom" label={t`Pay from (₹ a year, optional)`} inputMode="numeric" />
        <TextField control={control} name="payTo" label={t`Pay to (₹ a year, optional)`} inputMode="numeric" />
      </Box>
      {pay !== null && <Note>{pay}</Note>}
      <Box sx={twoColumns}>
        <DateField control={control} name="lastDay" label={t`Last day to apply (optional)`} />
        <TextField control={control} name="answerDays" label={t`Days to answer an offer`} inputMode="numeric" />
      </Box>
    </FormDialog>
  );
}
