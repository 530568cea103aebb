import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { messageOf } from '~/api/problem';
import type { OwnProfile } from '~/api/profile';
import { SharedPhone } from '~/forms/SharedPhone';
import { Form } from '~/forms/Form';
import { showFieldErrors } from '~/forms/problems';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { useEditOwnProfileMutation } from '../profileApi';
import { detailsSchema, type DetailsValues } from '../schema';

/** The name of this form's draft. */
export const DETAILS_DRAFT = 'details';

interface DetailsFormProps {
  readonly userId: string;
  readonly profile: OwnProfile;
  readonly onDone: () => void;
}

/** Edits name and phone; administrators change profile and role. */
export function DetailsForm({ userId, profile, onDone }: DetailsFormProps) {
  const form = useZodForm<DetailsValues>(detailsSchema, { fullName: profile.fullName, phone: profile.phone });
  const dropDraft = useDraft({ form, name: DETAILS_DRAFT, userId });
  const [formError, setFormError] = useState<string | null>(null);
  const [edit, { isLoading }] = useEditOwnProfileMutation();
  const toasts = useToasts();

  const leave = () => {
    dropDraft();
    onDone();
  };

  const save = async ({ fullName, phone }: DetailsValues) => {
    setFormError(null);
    const changes = {
      ...(fullName === profile.fullName ? {} : { fullName }),
      ...(normalizePhone(phone) === profile.phone ? {} : { phone: normalizePhone(phone) }),
    };
    if (Object.keys(changes).length > 0) {
      const { error } = await edit({ editProfileRequest: changes });
      if (error !== undefined) {
        if (!showFieldErrors(form, error)) setFormError(messageOf(error, 'Your details could not be saved.'));
        return;
      }
      toasts.success('Your details have been saved');
    }
    leave();
  };

  const phone = useWatch({ control: form.control, name: 'phone' });
  return (
    <Form form={form} label="Edit your details" error={formError} onSubmit={save} padding={{ xs: 2, sm: 2.5 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5 }}>
        <TextField control={form.control} name="fullName" label="Full name" autoComplete="name" enterKeyHint="next" initialFocus />
        <TextField
          control={form.control}
          name="phone"
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="done"
          tidy={normalizePhone}
          hint={
            <>
              A new number has to be verified before codes are sent to it.
              <SharedPhone typed={phone} before={profile.phone} />
            </>
          }
        />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1.5 }}>
        <Button variant="outlined" disabled={isLoading} onClick={leave}>
          Cancel
        </Button>
        <ProgressButton type="submit" busy={isLoading} busyLabel="Saving…">
          Save
        </ProgressButton>
      </Box>
    </Form>
  );
}
