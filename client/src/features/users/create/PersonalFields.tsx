import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { DateField } from '~/forms/DateField';
import { SelectField } from '~/forms/SelectField';
import { SharedPhone } from '~/forms/SharedPhone';
import { TextField } from '~/forms/TextField';
import { normalizePhone } from '~/lib/contacts';
import { GENDER_LABELS } from '~/lib/people';

import type { CreateUserValues } from './createUserSchema';
import { FormSection } from './FormSection';

const genders = Object.entries(GENDER_LABELS).map(([value, label]) => ({ value, label }));
/** The calendar opens at this age. */
const USUAL_AGE = 22;

interface PersonalFieldsProps {
  readonly form: UseFormReturn<CreateUserValues>;
  readonly emailHint?: ReactNode;
  /** The phone as it is saved, of an account that there is. */
  readonly savedPhone?: string;
}

/** Who a person is: the fields of a new account and of one that is corrected. */
export function PersonalFields({ form, emailHint, savedPhone }: PersonalFieldsProps) {
  const { control } = form;
  const withoutEmail = hasPeopleWithoutEmail(useSignInBy());
  const phone = useWatch({ control, name: 'phone' });
  const [openAt] = useState(() => new Date(new Date().getFullYear() - USUAL_AGE, 0));
  return (
    <FormSection title="Personal Information">
      <TextField control={control} name="fullName" label="Full name" autoComplete="off" enterKeyHint="next" />
      <TextField control={control} name="email" label={withoutEmail && savedPhone === undefined ? 'Email (optional)' : 'Email'} hint={emailHint} type="email" inputMode="email" autoComplete="off" enterKeyHint="next" />
      {withoutEmail && (
        <TextField
          control={control}
          name="code"
          label="Code (optional)"
          hint="The roll or employee number that your company gave. A person without an email logs in with it, or with a phone that no other person has."
          autoComplete="off"
          enterKeyHint="next"
        />
      )}
      <TextField
        control={control}
        name="phone"
        label="Phone"
        hint={
          <>
            10 digits, or with + and the country.
            <SharedPhone typed={phone} {...(savedPhone !== undefined && { before: savedPhone })} />
          </>
        }
        type="tel"
        inputMode="tel"
        autoComplete="off"
        enterKeyHint="next"
        tidy={normalizePhone}
      />
      <DateField control={control} name="dateOfBirth" label="Date of birth" hint="Month/day/year, at least 17 years old." openAt={openAt} />
      <SelectField control={control} name="gender" label="Gender" placeholder="Choose a gender" options={genders} />
      <TextField control={control} name="workLocation" label="Work location" autoComplete="off" enterKeyHint="next" />
    </FormSection>
  );
}
