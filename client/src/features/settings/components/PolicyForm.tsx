import { Box, Divider } from '@mui/material';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { isProblem } from '~/api/problem';
import { Form, FormActions } from '~/forms/Form';
import { RadioField, type RadioOption } from '~/forms/RadioField';
import { LinesField, linesOf, TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { formatCount } from '~/lib/format';
import { useToasts } from '~/ui/toasts/slice';

import { type PolicyPeople, type PolicyRecord, type PolicyRequest, settingsApi } from '../api';

const COUNTED: readonly RadioOption[] = [
  { value: 'any', label: 'Authenticator app or passkey', effect: 'Each person chooses.' },
  { value: 'totp', label: 'Authenticator app', effect: 'Six digits of an app on the phone.' },
  { value: 'passkey', label: 'Passkeys only', effect: 'The strongest: a passkey answers to the real site alone.' },
];

type Figures = PolicyPeople['everyone'];

function missing({ people, withAny, withTotp, withPasskey }: Figures, counted: PolicyValues['passkeysOnly']): number {
  return people - { any: withAny, totp: withTotp, passkey: withPasskey }[counted];
}

/** "12 of 34 administrators have no second factor yet". */
function sayMissing(figures: Figures, counted: PolicyValues['passkeysOnly'], who: string): string {
  const without = missing(figures, counted);
  const kind = { any: 'second factor', totp: 'authenticator app', passkey: 'passkey' }[counted];
  if (without === 0 && figures.people === 1) return 'The only one has one.';
  if (without === 0) return `All ${formatCount(figures.people)} ${who} have one.`;
  const verb = without === 1 ? 'has' : 'have';
  return `${formatCount(without)} of ${formatCount(figures.people)} ${who} ${verb} no ${kind} yet, and set one up when they next use the site.`;
}

function whoNeedsOne({ administrators, everyone }: PolicyPeople, counted: PolicyValues['passkeysOnly']): readonly RadioOption[] {
  return [
    { value: 'none', label: 'No one', effect: `People may set one up for themselves. ${formatCount(everyone.withAny)} of ${formatCount(everyone.people)} have one.` },
    { value: 'administrators', label: 'Administrators', effect: `Super Admins, Admins and Management. ${sayMissing(administrators, counted, 'administrators')}` },
    { value: 'everyone', label: 'Everyone', effect: sayMissing(everyone, counted, 'people') },
  ];
}

const wholeNumber = z.string().check(z.trim(), z.regex(/^\d*$/u, 'Enter a whole number, or nothing'));

const policySchema = z.object({
  secondFactor: z.enum(['none', 'administrators', 'everyone']),
  passkeysOnly: z.enum(['any', 'totp', 'passkey']),
  sessionIdleMinutes: wholeNumber,
  sessionDays: wholeNumber,
  emailDomains: z.string(),
  administratorNetworks: z.string(),
});

/** `passkeysOnly` is which second factors count, in one choice. */
type PolicyValues = z.infer<typeof policySchema>;

function countedOf({ passkeysOnly, factors }: Pick<PolicyRecord, 'passkeysOnly' | 'factors'>): PolicyValues['passkeysOnly'] {
  if (passkeysOnly || !factors.includes('totp')) return 'passkey';
  return factors.includes('passkey') ? 'any' : 'totp';
}

function valuesOf(policy: PolicyRecord): PolicyValues {
  return {
    secondFactor: policy.secondFactor,
    passkeysOnly: countedOf(policy),
    sessionIdleMinutes: String(policy.sessionIdleMinutes ?? ''),
    sessionDays: String(policy.sessionDays ?? ''),
    emailDomains: policy.emailDomains.join('\n'),
    administratorNetworks: policy.administratorNetworks.join('\n'),
  };
}

const numberOf = (typed: string) => (typed === '' ? null : Number(typed));

function requestOf(values: PolicyValues, version: number): PolicyRequest {
  const counted = values.passkeysOnly;
  return {
    secondFactor: values.secondFactor,
    factors: counted === 'any' ? ['totp', 'passkey'] : [counted],
    passkeysOnly: counted === 'passkey' && values.secondFactor !== 'none',
    sessionIdleMinutes: numberOf(values.sessionIdleMinutes),
    sessionDays: numberOf(values.sessionDays),
    emailDomains: linesOf(values.emailDomains),
    administratorNetworks: linesOf(values.administratorNetworks),
    version,
  };
}

const OVERWRITES = 'The form shows what you chose: Save overwrites that change, Discard changes keeps it.';

interface PolicyFormProps {
  readonly policy: PolicyRecord;
  readonly onConflict: () => void;
}

export function PolicyForm({ policy, onConflict }: PolicyFormProps) {
  const form = useZodForm<PolicyValues>(policySchema, valuesOf(policy));
  const [change, { isLoading }] = settingsApi.useChangeCompanyPolicyMutation();
  const toasts = useToasts();
  const { control } = form;
  const counted = useWatch({ control, name: 'passkeysOnly' });
  const { limits, people, yourAddress } = policy;

  const save = async (values: PolicyValues) => {
    const { data, error } = await change({ policyRequest: requestOf(values, policy.version) });
    if (data !== undefined) {
      form.reset(valuesOf(data));
      toasts.success('The sign-in policy is saved and applies from now on.');
    } else if (isProblem(error) && error.code === 'edit_conflict') {
      form.setError('root', { message: `${error.message} ${OVERWRITES}` });
      onConflict();
    } else {
      showFailure(form, error, 'The sign-in policy could not be saved.');
    }
  };

  return (
    <Form form={form} label="Sign-in policy" onSubmit={save} padded>
      <RadioField control={control} name="secondFactor" label="Who needs a second factor" options={whoNeedsOne(people, counted)} />
      <RadioField control={control} name="passkeysOnly" label="Which second factors count" options={COUNTED} />
      <Divider />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5, alignItems: 'start' }}>
        <TextField
          control={control}
          name="sessionIdleMinutes"
          label="Log out after minutes without activity"
          inputMode="numeric"
          autoComplete="off"
          hint={`${limits.leastIdleMinutes} to ${formatCount(limits.sessionIdleMinutes)}. Empty: ${formatCount(limits.sessionIdleMinutes)}.`}
        />
        <TextField
          control={control}
          name="sessionDays"
          label="Log out after days in any case"
          inputMode="numeric"
          autoComplete="off"
          hint={`1 to ${formatCount(limits.sessionDays)}. Empty: ${formatCount(limits.sessionDays)}. Devices that are logged in now follow, too.`}
        />
      </Box>
      <Divider />
      <LinesField
        control={control}
        name="emailDomains"
        label="Email domains of new people"
        hint="One a line, like example.org. Others cannot be created, imported or apply, and no email can be changed to them; people who are here stay. Empty: any domain."
      />
      <LinesField
        control={control}
        name="administratorNetworks"
        label="Networks of administrators"
        hint={`One a line, like 192.0.2.0/24. Super Admins, Admins and Management log in and work from these only; those elsewhere are stopped at once. Your address is ${yourAddress}. Empty: anywhere.`}
      />
      <FormActions
        busy={isLoading}
        cancelLabel="Discard changes"
        mayCancel={!isLoading && form.formState.isDirty}
        onCancel={() => form.reset(valuesOf(policy))}
      />
    </Form>
  );
}
