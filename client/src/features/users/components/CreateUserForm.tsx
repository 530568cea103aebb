import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { useClaims } from '~/api/session/slice';
import { DateField } from '~/forms/DateField';
import { Form } from '~/forms/Form';
import { FormError } from '~/forms/FormError';
import { SelectField } from '~/forms/SelectField';
import { SharedPhone } from '~/forms/SharedPhone';
import { SwitchField } from '~/forms/SwitchField';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { GENDER_LABELS } from '~/lib/people';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import { createUserSchema, type CreateUserValues, EMPTY_USER } from '../createUserSchema';
import { useCreateUser } from '../useCreateUser';
import { FormSection } from './FormSection';
import { PositionSection } from './PositionSection';
import { TemporaryPasswordField } from './TemporaryPasswordField';

const genders = Object.entries(GENDER_LABELS).map(([value, label]) => ({ value, label }));
/** The calendar opens at this age. */
const USUAL_AGE = 22;

interface CreateUserFormProps {
  readonly onCreated: () => void;
  readonly onCancel: () => void;
}

export function CreateUserForm({ onCreated, onCancel }: CreateUserFormProps) {
  const form = useZodForm<CreateUserValues>(createUserSchema, EMPTY_USER);
  const { control } = form;
  const phone = useWatch({ control, name: 'phone' });
  const userId = useClaims()?.userId ?? '';
  const dropDraft = useDraft({ form, name: 'new-user', userId });
  const { create, creating, failure } = useCreateUser(form);
  const [openAt] = useState(() => new Date(new Date().getFullYear() - USUAL_AGE, 0));

  const submit = async (values: CreateUserValues) => {
    if (!(await create(values))) return;
    dropDraft();
    onCreated();
  };
  return (
    <Form form={form} label="Add New User" onSubmit={submit} gap={2}>
      <FormSection title="Personal Information">
        <TextField control={control} name="fullName" label="Full name" autoComplete="off" enterKeyHint="next" />
        <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="off" enterKeyHint="next" />
        <TextField
          control={control}
          name="phone"
          label="Phone"
          hint={
            <>
              10 digits, or with + and the country.
              <SharedPhone typed={phone} />
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
      <PositionSection form={form} />
      <FormSection title="Account Settings">
        <TemporaryPasswordField form={form} />
        <SwitchField
          control={control}
          name="access"
          on="active"
          off="inactive"
          label="Active account"
          hint="Off: no login and no invitation until you activate it."
        />
        <Alert severity="info" icon={<InfoIcon fontSize="small" />} sx={{ gridColumn: '1 / -1' }}>
          The user must change the password on first login.
        </Alert>
      </FormSection>
      <FormError message={failure} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button
          variant="outlined"
          onClick={() => {
            dropDraft();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <ProgressButton type="submit" busy={creating} busyLabel="Creating User...">
          Create User
        </ProgressButton>
      </Box>
    </Form>
  );
}
