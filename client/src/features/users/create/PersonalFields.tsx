import { zodResolver } from '@hookform/resolvers/zod';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import * as z from 'zod/mini';

import { describedField, forEachField, labelOfField, type PersonField, TEXT_FIELDS } from '~/api/fields';
import type { FieldRecord } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { DateField } from '~/forms/DateField';
import { MeantEmail } from '~/forms/DidYouMean';
import { OwnFormFields } from '~/forms/OwnFields';
import { SwitchField } from '~/forms/RadioField';
import { isDay, says, strongEnough } from '~/forms/schemas';
import { SelectField } from '~/forms/SelectField';
import { SharedPhone } from '~/forms/SharedPhone';
import { TextField } from '~/forms/TextField';
import { UsualSpelling } from '~/forms/UsualSpelling';
import { emptyValues } from '~/forms/useZodForm';
import { looksLikeEmail, looksLikePhone, normalizePhone } from '~/lib/contacts';
import { dayOf } from '~/lib/days';
import { nameOfOwn, type OwnTyped } from '~/lib/ownNames';
import { GENDER_LABELS, isProfile, PROFILE_LABELS, ROLE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { optionsOf } from '~/lib/texts';
import { useOwnFields } from '~/realtime/ownFields';
import { ErrorState } from '~/ui/ErrorState';
import { OwnFacts } from '~/ui/OwnFacts';
import { Panel } from '~/ui/Panel';

import type { UserRecord } from '../api';
import { ProbableDuplicates } from '../duplicates/ProbableDuplicates';
import { useRights } from '../useRights';

const LEAST_AGE = 17;
const LONGEST_TEXT = 200;

/** By calendar years, as the server counts. */
function isOldEnough(dateOfBirth: string): boolean {
  const born = dayOf(dateOfBirth);
  return born !== undefined && new Date().getFullYear() - born.getFullYear() >= LEAST_AGE;
}

const required = (message: MessageDescriptor) => z.string().check(z.trim(), z.minLength(1, { ...says(message), abort: true }));
const chosen = (message: MessageDescriptor) => z.string().check(z.minLength(1, says(message)));
const notTooLong = (name: PersonField) => z.maxLength(LONGEST_TEXT, { error: () => t`${{ field: labelOfField(name) }} must be at most ${LONGEST_TEXT} characters` });

/** A text of its own; an optional one may be empty. */
function anyText(name: (typeof TEXT_FIELDS)[number]) {
  const { shortest, isRequired } = describedField(name);
  const isLongEnough = (text: string) => (text === '' && !isRequired) || text.length >= shortest;
  const text = isRequired ? z.string().check(z.trim(), z.minLength(1, { error: () => t`${{ field: labelOfField(name) }} is required`, abort: true })) : z.string().check(z.trim());
  return text.check(z.refine(isLongEnough, { error: () => t`${{ field: labelOfField(name) }} must be at least ${shortest} characters` }), notTooLong(name));
}

// A field shows the first of its errors.
const CODE = /^[A-Za-z0-9](?:[A-Za-z0-9./-]{0,30}[A-Za-z0-9])?$/u;

export const createUserSchema = z.object({
  fullName: required(msg`Full name is required`).check(notTooLong('fullName')),
  email: required(msg`Email is required`).check(z.refine(looksLikeEmail, says(msg`Please enter a valid email address`))),
  code: z.string().check(
    z.trim(),
    z.refine((code) => code === '' || CODE.test(code), says(msg`A code has 1 to 32 letters (A to Z), digits, and between them - / or .`)),
  ),
  phone: required(msg`Phone is required`).check(z.refine(looksLikePhone, says(msg`Please enter a valid phone number`))),
  dateOfBirth: required(msg`Date of birth is required`).check(
    isDay,
    z.refine(isOldEnough, says(msg`User must be at least ${LEAST_AGE} years old`)),
  ),
  gender: chosen(msg`Gender is required`),
  ...forEachField(TEXT_FIELDS, anyText),
  profile: chosen(msg`Profile is required`),
  role: chosen(msg`Role is required`),
  temporaryPassword: z.string().check(z.minLength(1, says(msg`Password is required`)), ...strongEnough),
  access: z.enum(['active', 'inactive']),
});

/** Where the installation has people without an email. */
export const withoutEmailSchema = z.extend(createUserSchema, {
  email: z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || looksLikeEmail(typed), says(msg`Please enter a valid email address`)),
  ),
});

/** The values of the company's own fields are among them once these are known. */
export type CreateUserValues = z.infer<typeof createUserSchema> & OwnTyped;

/** The rules of a form with the company's own fields, of which the profile says which are required. */
export function rulesWith(schema: typeof createUserSchema, fields: readonly FieldRecord[]): Resolver<CreateUserValues, unknown, CreateUserValues> {
  const check = zodResolver(schema as unknown as $ZodType<CreateUserValues, CreateUserValues>);
  return async (values, _context, options) => {
    const judged = await check(values, undefined, options);
    const lacks = (field: FieldRecord) => field.requiredFor.some((each) => each === values.profile) && (values[nameOfOwn(field)] ?? '').trim() === '';
    const missing = fields.filter(lacks).map(({ key, label }) => [nameOfOwn({ key }), { type: 'required', message: t`${label} is required` }]);
    const errors: FieldErrors<CreateUserValues> = { ...judged.errors, ...(Object.fromEntries(missing) as FieldErrors<CreateUserValues>) };
    return Object.keys(errors).length === 0 ? { values: { ...values, ...judged.values }, errors: {} } : { values: {}, errors };
  };
}

interface MoreDetailsProps {
  readonly form: UseFormReturn<CreateUserValues>;
  readonly user?: UserRecord;
}

/** The company's own fields in a form: inputs for those that the caller may change, the others to read. */
export function MoreDetails({ form: { control }, user }: MoreDetailsProps) {
  const { seen, edited } = useOwnFields();
  const profile = useWatch({ control, name: 'profile' });
  const read = user === undefined ? [] : seen.filter((field) => !edited.includes(field) && user.fields[field.key] !== undefined);
  if (edited.length + read.length === 0) return null;
  return (
    <FormSection title={t`More details`}>
      <OwnFormFields control={control} fields={edited} profile={profile} {...(user !== undefined && { values: user.fields, userId: user.id })} />
      {user !== undefined && read.length > 0 && (
        <Box component="dl" sx={{ gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'inherit', gap: 2, m: 0 }}>
          <OwnFacts userId={user.id} fields={read} values={user.fields} />
        </Box>
      )}
    </FormSection>
  );
}

export const EMPTY_USER: CreateUserValues = emptyValues(createUserSchema, { access: 'active' });

export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel title={title}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
          gap: 2.5,
          p: { xs: 2, sm: 2.5 },
        }}
      >
        {children}
      </Box>
    </Panel>
  );
}

export function PositionSection({ form }: { readonly form: UseFormReturn<CreateUserValues> }) {
  const { control } = form;
  const { isError, error, refetch, isSuccess } = useGetOwnProfileQuery();
  const { assignable } = useRights();
  const profile = useWatch({ control, name: 'profile' });
  const roles = isProfile(profile) && assignable.includes(profile) ? ROLES_OF_PROFILE[profile] : [];
  const forgetRole = () => {
    form.setValue('role', '', { shouldDirty: true });
    form.clearErrors('role');
  };
  return (
    <FormSection title={t`Role & Profile Assignment`}>
      {isError && <ErrorState message={messageOf(error, t`Failed to load user data`)} onRetry={() => void refetch()} />}
      <SelectField
        control={control}
        name="profile"
        label={t`Profile`}
        hint={t`What they may do.`}
        placeholder={isSuccess ? t`Choose a profile` : t`Loading…`}
        options={optionsOf(PROFILE_LABELS, assignable)}
        disabled={!isSuccess}
        onChosen={forgetRole}
      />
      <SelectField
        control={control}
        name="role"
        label={t`Role`}
        hint={t`What they are in your organisation.`}
        placeholder={roles.length === 0 ? t`Choose a profile first` : t`Choose a role`}
        options={optionsOf(ROLE_LABELS, roles)}
        disabled={roles.length === 0}
      />
    </FormSection>
  );
}

export function AccessSwitch({ form: { control }, hint }: { readonly form: UseFormReturn<CreateUserValues>; readonly hint: string }) {
  return <SwitchField control={control} name="access" on="active" off="inactive" label={t`Active account`} hint={hint} />;
}

/** The calendar opens at this age. */
const USUAL_AGE = 22;

interface PersonalFieldsProps {
  readonly form: UseFormReturn<CreateUserValues>;
  readonly emailHint?: ReactNode;
  /** The account of the person, where there is one. */
  readonly user?: UserRecord;
}

export function PersonalFields({ form, emailHint, user }: PersonalFieldsProps) {
  const { control } = form;
  const withoutEmail = hasPeopleWithoutEmail(useSignInBy());
  const [fullName, email, phone, dateOfBirth] = useWatch({ control, name: ['fullName', 'email', 'phone', 'dateOfBirth'] });
  const texts = useWatch({ control, name: TEXT_FIELDS });
  const takeEmail = (meant: string) => form.setValue('email', meant, { shouldDirty: true, shouldValidate: true });
  const [openAt] = useState(() => new Date(new Date().getFullYear() - USUAL_AGE, 0));
  const line = { control, autoComplete: 'off', enterKeyHint: 'next' } as const;
  return (
    <FormSection title={t`Personal Information`}>
      <TextField {...line} name="fullName" label={t`Full name`} />
      <TextField
        {...line}
        name="email"
        label={withoutEmail && user === undefined ? t`Email (optional)` : t`Email`}
        hint={
          <>
            {emailHint}
            <MeantEmail typed={email} before={user?.email ?? ''} onUse={takeEmail} />
          </>
        }
        type="email"
        inputMode="email"
      />
      {withoutEmail && (
        <TextField
          {...line}
          name="code"
          label={t`Code (optional)`}
          hint={t`The roll or employee number that your company gave. A person without an email logs in with it, or with a phone that no other person has.`}
        />
      )}
      <TextField
        {...line}
        name="phone"
        label={t`Phone`}
        hint={
          <>
            {t`10 digits, or with + and the country.`}
            <SharedPhone typed={phone} before={user?.phone ?? ''} />
          </>
        }
        type="tel"
        inputMode="tel"
        tidy={normalizePhone}
      />
      <DateField control={control} name="dateOfBirth" label={t`Date of birth`} hint={t`At least ${LEAST_AGE} years old`} openAt={openAt} />
      <SelectField control={control} name="gender" label={t`Gender`} placeholder={t`Choose a gender`} options={optionsOf(GENDER_LABELS)} />
      {TEXT_FIELDS.map((name) => (
        <TextField
          {...line}
          key={name}
          name={name}
          label={describedField(name).isRequired ? labelOfField(name) : t`${{ field: labelOfField(name) }} (optional)`}
          hint={<UsualSpelling field={name} typed={texts[TEXT_FIELDS.indexOf(name)] ?? ''} before={user?.[name] ?? ''} onUse={(usual) => form.setValue(name, usual, { shouldDirty: true, shouldValidate: true })} />}
        />
      ))}
      <ProbableDuplicates fullName={fullName} dateOfBirth={dateOfBirth} phone={phone} {...(user !== undefined && { userId: user.id })} />
    </FormSection>
  );
}
