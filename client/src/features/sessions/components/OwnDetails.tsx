import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { Form, FormActions } from '~/forms/Form';
import { fullName, phone } from '~/forms/schemas';
import { SharedPhone } from '~/forms/SharedPhone';
import { TextField } from '~/forms/TextField';
import { readDraft, useDraft } from '~/forms/useDraft';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { labelOf } from '~/lib/profiles';
import { Fact, QueryPanel } from '~/ui/Panel';
import { useToasts } from '~/ui/toasts/slice';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { sessionsApi } from '../api';

const detailsSchema = z.object({ fullName, phone });

type DetailsValues = z.infer<typeof detailsSchema>;

const DETAILS_DRAFT = 'details';

/** Edits name and phone; administrators change profile and role. */
function DetailsForm({ userId, profile, onDone }: { readonly userId: string; readonly profile: OwnProfile; readonly onDone: () => void }) {
  const form = useZodForm<DetailsValues>(detailsSchema, { fullName: profile.fullName, phone: profile.phone });
  const dropDraft = useDraft({ form, name: DETAILS_DRAFT, userId });
  const [edit, { isLoading }] = sessionsApi.useEditOwnProfileMutation();
  const toasts = useToasts();

  const leave = () => {
    dropDraft();
    onDone();
  };

  const save = async (values: DetailsValues) => {
    const normalized = normalizePhone(values.phone);
    const changes = {
      ...(values.fullName !== profile.fullName && { fullName: values.fullName }),
      ...(normalized !== profile.phone && { phone: normalized }),
    };
    if (Object.keys(changes).length > 0) {
      const { error } = await edit({ editProfileRequest: changes });
      if (error !== undefined) {
        showFailure(form, error, 'Your details could not be saved.');
        return;
      }
      toasts.success('Your details have been saved');
    }
    leave();
  };

  const typed = useWatch({ control: form.control, name: 'phone' });
  return (
    <Form form={form} label="Edit your details" onSubmit={save} padded>
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
              <SharedPhone typed={typed} before={profile.phone} />
            </>
          }
        />
      </Box>
      <FormActions busy={isLoading} onCancel={leave} />
    </Form>
  );
}

function Facts({ profile }: { readonly profile: OwnProfile }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3, m: 0, p: { xs: 2, sm: 2.5 } }}>
      <Fact term="Full name">{profile.fullName}</Fact>
      <Fact term="Email">{profile.email ?? '—'}</Fact>
      <Fact term="Phone">{profile.phone}</Fact>
      <Fact term="Company">{profile.companyName}</Fact>
      <Fact term="Profile">{profile.profile === null ? 'Applicant' : labelOf('profile', profile.profile)}</Fact>
      <Fact term="Role">{labelOf('role', profile.role)}</Fact>
    </Box>
  );
}

export function OwnDetails() {
  const answer = useGetOwnProfileQuery();
  const userId = useClaims()?.userId ?? '';
  // What was typed before a reload is typed on.
  const [editing, setEditing] = useState(() => readDraft(DETAILS_DRAFT, userId) !== null);
  const button = useFocusOnChange<HTMLButtonElement>(String(editing));
  return (
    <QueryPanel
      title="Your details"
      answer={answer}
      failure="Failed to load user data"
      lines={6}
      aside={
        answer.data !== undefined &&
        !editing && (
          <Button ref={button} size="small" sx={{ mr: -1 }} aria-label="Edit your details" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {(profile) => (editing ? <DetailsForm userId={userId} profile={profile} onDone={() => setEditing(false)} /> : <Facts profile={profile} />)}
    </QueryPanel>
  );
}
