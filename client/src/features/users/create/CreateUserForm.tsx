import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { useClaims } from '~/api/session/slice';
import { hasPeopleWithoutEmail, useSignInBy } from '~/api/signInBy';
import { Form } from '~/forms/Form';
import { FormError } from '~/forms/FormError';
import { SwitchField } from '~/forms/SwitchField';
import { useDraft } from '~/forms/useDraft';
import { useZodForm } from '~/forms/useZodForm';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import { createUserSchema, type CreateUserValues, EMPTY_USER, withoutEmailSchema } from './createUserSchema';
import { useCreateUser } from './useCreateUser';
import { FormSection } from './FormSection';
import { PersonalFields } from './PersonalFields';
import { PositionSection } from './PositionSection';
import { TemporaryPasswordField } from './TemporaryPasswordField';

interface CreateUserFormProps {
  readonly onCreated: () => void;
  readonly onCancel: () => void;
}

export function CreateUserForm({ onCreated, onCancel }: CreateUserFormProps) {
  const form = useZodForm<CreateUserValues>(hasPeopleWithoutEmail(useSignInBy()) ? withoutEmailSchema : createUserSchema, EMPTY_USER);
  const { control } = form;
  const userId = useClaims()?.userId ?? '';
  const dropDraft = useDraft({ form, name: 'new-user', userId });
  const { create, creating, failure } = useCreateUser(form);

  const submit = async (values: CreateUserValues) => {
    if (!(await create(values))) return;
    dropDraft();
    onCreated();
  };
  return (
    <Form form={form} label="Add New User" onSubmit={submit} gap={2}>
      <PersonalFields form={form} />
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
