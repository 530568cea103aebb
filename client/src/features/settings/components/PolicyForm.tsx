import { msg, plural, t } from '@lingui/core/macro';
import { Box, Divider } from '@mui/material';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { isProblem } from '~/api/problem';
import { Form } from '~/forms/Form';
import { RadioField, type RadioOption } from '~/forms/RadioField';
import { says } from '~/forms/schemas';
import { LinesField, linesOf, TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { formatCount } from '~/lib/format';
import { useToasts } from '~/ui/toasts/slice';

import { type PolicyPeople, type PolicyRecord, type PolicyRequest, settingsApi } from '../api';
import { SavedActions } from './CompanyForm';

const counts = (): readonly RadioOption[] => [
  { value: 'any', label: t`Authenticator app or passkey`, effect: t`Each person chooses.` },
  { value: 'totp', label: t`Authenticator app`, effect: t`Six digits of an app on the phone.` },
  { value: 'passkey', label: t`Passkeys only`, effect: t`The strongest: a passkey answers to the real site alone.` },
];

type Figures = PolicyPeople['everyone'];

function missing({ people, withAny, withTotp, withPasskey }: Figures, counted: PolicyValues['passkeysOnly']): number {
  return people - { any: withAny, totp: withTotp, passkey: withPasskey }[counted];
}

/** "12 of 34 administrators have no second factor yet". */
function sayMissing(figures: Figures, counted: PolicyValues['passkeysOnly'], who: 'administrators' | 'people'): string {
  const { people } = figures;
  const without = missing(figures, counted);
  if (without === 0 && people === 1) return t`The only one has one.`;
  if (without === 0) return who === 'people' ? t`All ${plural(people, { other: '# people' })} have one.` : t`All ${plural(people, { other: '# administrators' })} have one.`;
  const total = formatCount(people);
  const kind = { any: t`second factor`, totp: t`authenticator app`, passkey: t`passkey` }[counted];
  return who === 'people'
    ? plural(without, {
        one: `# person has no ${kind} yet. They set one up at their next visit.`,
        other: `# of ${total} people have no ${kind} yet. They set one up at their next visit.`,
      })
    : plural(without, {
        one: `# administrator has no ${kind} yet. They set one up at their next visit.`,
        other: `# of ${total} administrators have no ${kind} yet. They set one up at their next visit.`,
      });
}

function whoNeedsOne({ administrators, everyone }: PolicyPeople, counted: PolicyValues['passkeysOnly']): readonly RadioOption[] {
  return [
    { value: 'none', label: t`No one`, effect: t`People may set one up for themselves. ${{ withOne: formatCount(everyone.withAny) }} of ${{ people: formatCount(everyone.people) }} have one.` },
    { value: 'administrators', label: t`Administrators`, effect: t`Super Admins, Admins and Management. ${{ missing: sayMissing(administrators, counted, 'administrators') }}` },
    { value: 'everyone', label: t`Everyone`, effect: sayMissing(everyone, counted, 'people') },
  ];
}

const wholeNumber = z.string().check(z.trim(), z.regex(/^\d*$/u, says(msg`Enter a whole number, or nothing`)));

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

const OVERWRITES = msg`The form shows what you chose: Save overwrites that change, Discard changes keeps it.`;

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
      toasts.success(t`The login policy is saved and applies from now on.`);
    } else if (isProblem(error) && error.code === 'edit_conflict') {
      form.setError('root', { message: `${error.message} ${t(OVERWRITES)}` });
      onConflict();
    } else {
      showFailure(form, error, t`The login policy could not be saved.`);
    }
  };

  return (
    <Form form={form} label={t`Login policy`} onSubmit={save} padded>
      <RadioField control={control} name="secondFactor" label={t`Who needs a second factor`} options={whoNeedsOne(people, counted)} />
      <RadioField control={control} name="passkeysOnly" label={t`Which second factors count`} options={counts()} />
      <Divider />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5, alignItems: 'start' }}>
        <TextField
          control={control}
          name="sessionIdleMinutes"
          label={t`Log out after this many minutes without activity`}
          inputMode="numeric"
          hint={t`Between ${{ least: limits.leastIdleMinutes }} and ${{ most: formatCount(limits.sessionIdleMinutes) }} minutes; ${{ most: formatCount(limits.sessionIdleMinutes) }} if left empty.`}
        />
        <TextField
          control={control}
          name="sessionDays"
          label={t`Log out after this many days, even if active`}
          inputMode="numeric"
          hint={t`Between 1 and ${{ most: formatCount(limits.sessionDays) }} days; ${{ most: formatCount(limits.sessionDays) }} if left empty. It applies to devices that are logged in now as well.`}
        />
      </Box>
      <Divider />
      <LinesField
        control={control}
        name="emailDomains"
        label={t`Email domains of new people`}
        hint={t`One on each line, like example.org. People with other domains cannot be added or apply, and no email can be changed to one; people who are here stay. Any domain if left empty.`}
      />
      <LinesField
        control={control}
        name="administratorNetworks"
        label={t`Networks of administrators`}
        hint={t`One on each line, like 192.0.2.0/24. Super Admins, Admins and Management log in and work from these only; others are logged out at once. Your address is ${yourAddress}. From anywhere if left empty.`}
      />
      <SavedActions form={form} busy={isLoading} saved={valuesOf(policy)} />
    </Form>
  );
}
