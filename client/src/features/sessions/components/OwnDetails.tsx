import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { Form, FormActions } from '~/forms/Form';
import { SharedPhone } from '~/forms/SharedPhone';
import { TextField } from '~/forms/TextField';
import { readDraft, useDraft } from '~/forms/useDraft';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { labelOf } from '~/lib/profiles';
import { Fact, QueryPanel } from '~/ui/Panel';
import { useToasts } from '~/ui/toasts/slice';

import { useEditOwnProfileMutation } from '../api';
import { detailsSchema, type DetailsValues } from '../schema';

const DETAILS_DRAFT = 'details';

/** Edits name and phone; administrators change profile and role. */
function DetailsForm({ userId, profile, onDone }: { readonly userId: string; readonly profile: OwnProfile; readonly onDone: () => void }) {
  const form = useZodForm<DetailsValues>(detailsSchema, { fullName: profile.fullName, phone: profile.phone });
  const dropDraft = useDraft({ form, name: DETAILS_DRAFT, userId });
  const [edit, { isLoading }] = useEditOwnProfileMutation();
  const toasts = useToasts();

  const leave = () => {
    dropDraft();
    onDone();
  };

  const save = async ({ fullName, phone }: DetailsValues) => {
    const changes = {
      ...(fullName === profile.fullName ? {} : { fullName }),
      ...(normalizePhone(phone) === profile.phone ? {} : { phone: normalizePhone(phone) }),
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

  const phone = useWatch({ control: form.control, name: 'phone' });
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
              <SharedPhone typed={phone} before={profile.phone} />
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

/** Editing, and the focus back where it was called for. */
function useEditing(userId: string) {
  // What was typed before a reload is typed on.
  const [editing, setEditing] = useState(() => readDraft(DETAILS_DRAFT, userId) !== null);
  const button = useRef<HTMLButtonElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    if (ended.current && !editing) button.current?.focus();
    ended.current = editing;
  }, [editing]);
  return { editing, setEditing, button };
}

export function OwnDetails() {
  const answer = useGetOwnProfileQuery();
  const userId = useClaims()?.userId ?? '';
  const { editing, setEditing, button } = useEditing(userId);
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
