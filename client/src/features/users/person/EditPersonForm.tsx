import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { Form } from '~/forms/Form';
import { FormError } from '~/forms/FormError';
import { SwitchField } from '~/forms/SwitchField';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import type { UserRecord } from '../api';
import { FormSection } from '../create/FormSection';
import { PersonalFields } from '../create/PersonalFields';
import { PositionSection } from '../create/PositionSection';
import { ConflictNote } from './ConflictNote';
import { PendingEmail } from './PendingEmail';
import { SavedNote } from './SavedNote';
import { useEditPerson } from './useEditPerson';

const WAITS = 'The new address counts once it is confirmed.';
const AT_ONCE = 'Never logged in: a new address counts at once and gets a new invitation.';

/** All fields of a person, as in the form of a new one. */
export function EditPersonForm({ user }: { readonly user: UserRecord }) {
  const edit = useEditPerson(user);
  const { form, announced } = edit;
  return (
    <Form form={form} label={`Edit ${user.fullName}`} onSubmit={edit.save} gap={2}>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {announced !== null && (
          <Alert
            severity="info"
            role="presentation"
            icon={<InfoIcon fontSize="small" />}
            action={
              <Button color="inherit" size="small" onClick={edit.takeOver}>
                Show the change
              </Button>
            }
          >
            {announced} What you have typed stays.
          </Alert>
        )}
      </Box>
      <PersonalFields form={form} emailHint={user.lastSignInAt === null ? AT_ONCE : WAITS} savedPhone={user.phone} />
      <PendingEmail user={user} mayCancel />
      <PositionSection form={form} />
      <FormSection title="Account Settings">
        <SwitchField
          control={form.control}
          name="access"
          on="active"
          off="inactive"
          label="Active account"
          hint="Off: logged out everywhere, and no login until you activate it."
        />
      </FormSection>
      <ConflictNote edit={edit} />
      <SavedNote saved={edit.saved} pendingEmail={user.pendingEmail} />
      <FormError message={edit.failure} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="outlined" onClick={edit.undo}>
          Undo Changes
        </Button>
        <ProgressButton type="submit" busy={edit.saving} busyLabel="Saving...">
          Save Changes
        </ProgressButton>
      </Box>
    </Form>
  );
}
