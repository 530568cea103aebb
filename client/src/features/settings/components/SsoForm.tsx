import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { messageOf } from '~/api/problem';
import { Form } from '~/forms/Form';
import { LinesField } from '~/forms/LinesField';
import { PasswordField } from '~/forms/PasswordField';
import { showFieldErrors } from '~/forms/problems';
import { SelectField } from '~/forms/SelectField';
import { SwitchField } from '~/forms/SwitchField';
import { TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { PROFILE_LABELS } from '~/lib/profiles';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ConnectionRecord, type ConnectionsAnswer, useChangeSsoConnectionMutation, useCreateSsoConnectionMutation } from '../ssoApi';
import { HINTS, PRESETS, requestOf, ssoSchema, type SsoValues, valuesOf } from '../ssoSchema';

interface SsoFormProps {
  /** Null for a new one. */
  readonly connection: ConnectionRecord | null;
  readonly profiles: ConnectionsAnswer['profiles'];
  readonly onDone: () => void;
}

/** A connection to a provider, new or changed. */
export function SsoForm({ connection, profiles, onDone }: SsoFormProps) {
  const form = useZodForm<SsoValues>(ssoSchema, valuesOf(connection));
  const { control } = form;
  const provider = useWatch({ control, name: 'provider' });
  const [failure, setFailure] = useState<string | null>(null);
  const [create, { isLoading: creating }] = useCreateSsoConnectionMutation();
  const [change, { isLoading: changing }] = useChangeSsoConnectionMutation();
  const toasts = useToasts();

  const choose = (value: string) => {
    const preset = PRESETS.find((each) => each.value === value);
    if (preset === undefined) return;
    form.setValue('issuer', preset.issuer);
    form.setValue('name', preset.name);
  };

  const save = async (values: SsoValues) => {
    setFailure(null);
    const request = requestOf(values);
    const { data, error } = await (connection === null
      ? create({ createConnectionRequest: request })
      : change({ connectionId: connection.id, changeConnectionRequest: { ...request, version: connection.version } }));
    if (data !== undefined) {
      toasts.success(`${data.name} is saved.`);
      onDone();
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, 'The connection could not be saved.'));
  };

  return (
    <Form form={form} label={connection === null ? 'New connection' : `Connection ${connection.name}`} error={failure} onSubmit={save} padding={{ xs: 2, sm: 2.5 }}>
      {connection === null && (
        <SelectField control={control} name="provider" label="Provider" placeholder="Another one (OpenID Connect)" options={PRESETS} hint={HINTS[provider]} onChosen={choose} />
      )}
      <TextField control={control} name="name" label="Name" autoComplete="off" hint="Shown on the login page: “Continue with …”." />
      <TextField control={control} name="issuer" label="Issuer" type="url" autoComplete="off" hint="Exactly as the provider writes it." />
      <TextField control={control} name="clientId" label="Client ID" autoComplete="off" />
      <PasswordField
        control={control}
        name="clientSecret"
        label="Client secret"
        autoComplete="off"
        hint={connection?.hasSecret === true ? 'Leave empty to keep the present one. Another issuer needs it again.' : 'Stored encrypted, and never shown again.'}
      />
      <LinesField control={control} name="domains" label="Email domains" hint="One a line, like example.org. People with these emails can log in at this provider, once you have proved that the domain is yours." />
      <SelectField
        control={control}
        name="defaultProfile"
        label="People without an account"
        placeholder="Are refused: only people who were added can log in"
        options={profiles.map((profile) => ({ value: profile, label: `Are added as ${PROFILE_LABELS[profile]} when they first log in` }))}
      />
      <SwitchField control={control} name="enabled" label="In use" hint="When off, people log in with their password only." on="yes" off="no" />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5 }}>
        <Button variant="outlined" onClick={onDone}>
          Cancel
        </Button>
        <ProgressButton type="submit" busy={creating || changing} busyLabel="Saving…">
          Save
        </ProgressButton>
      </Box>
    </Form>
  );
}
