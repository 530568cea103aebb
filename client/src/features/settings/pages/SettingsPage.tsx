import { msg, t } from '@lingui/core/macro';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';

import { useClaims } from '~/api/session/slice';
import { Form, FormActions } from '~/forms/Form';
import { SwitchField } from '~/forms/RadioField';
import { SelectField } from '~/forms/SelectField';
import { says } from '~/forms/schemas';
import { LinesField, linesOf, PasswordField, TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';
import { PROFILE_LABELS } from '~/lib/profiles';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { EmptyState } from '~/ui/EmptyState';
import { SettingsIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Nothing, Panel, QueryPanel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type ConnectionRecord, type ConnectionRequest, type ConnectionsAnswer, settingsApi } from '../api';
import { CompanyFacts, CompanyForm, PeopleForm } from '../components/CompanyForm';
import { CopyLine } from '../components/CopyLine';
import { PlacementForm } from '../components/PlacementForm';
import { PolicyForm } from '../components/PolicyForm';
import { ServerKeys } from '../components/ServerKeys';
import { Sources } from '../components/Sources';
import { Webhooks } from '../components/Webhooks';

function describe({ enabled, createPeople, defaultProfile }: ConnectionRecord): string {
  const people = createPeople && defaultProfile !== null ? t`New people become ${{ profile: PROFILE_LABELS[defaultProfile] }}.` : t`Only people who were added can log in.`;
  return enabled ? people : t`Not in use. ${people}`;
}

function SsoConnection({ connection, onEdit }: { readonly connection: ConnectionRecord; readonly onEdit: () => void }) {
  const testing = settingsApi.useTestSsoConnectionMutation();
  const tested = testing[1].data;
  const test = useAct(testing, t`The connection could not be tested.`);
  const { id, name, issuer, domains, backchannelLogoutUri } = connection;
  const remove = useAct(settingsApi.useDeleteSsoConnectionMutation(), t`The connection could not be deleted.`, () => t`${name} is deleted.`);
  const proved = domains.filter(({ provedAt }) => provedAt !== null);
  const unproved = domains.filter(({ provedAt }) => provedAt === null);

  return (
    <Box component="section" aria-label={name} sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
      <Box>
        <Typography variant="subtitle1" component="h3">
          {name}
        </Typography>
        <Note sx={{ overflowWrap: 'anywhere' }}>
          {issuer} · {describe(connection)}
        </Note>
      </Box>
      {proved.length > 0 && <Typography variant="body2">{t`Proved: ${{ domains: proved.map(({ domain }) => domain).join(', ') }}`}</Typography>}
      {unproved.map(({ domain, record }) => (
        <CopyLine key={domain} label={t`Add this TXT record to ${domain} and keep it there, then test the connection`} text={record} />
      ))}
      <CopyLine label={t`Back-channel logout URI, where the provider tells of logouts`} text={backchannelLogoutUri} />
      {tested !== undefined && (
        <Notice severity={tested.problem === null ? 'success' : 'warning'} role="status">
          {tested.problem ?? t`The provider answers as it should.`}
          {unproved.length > 0 && ' '}
          {unproved.length > 0 && t`Not proved yet: ${{ domains: unproved.map(({ domain }) => domain).join(', ') }}. A new record can take an hour to be seen.`}
        </Notice>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ProgressButton variant="outlined" busy={test.busy} busyLabel={t`Testing…`} onClick={() => void test.act({ connectionId: id })}>
          {t`Test this connection`}
        </ProgressButton>
        <Button onClick={onEdit}>{t`Edit`}</Button>
        <ConfirmButton
          label={t`Delete`}
          button={{ variant: 'text', size: 'medium', color: 'error' }}
          title={t`Delete ${name}?`}
          destructive
          busy={remove.busy}
          onConfirm={() => remove.act({ connectionId: id })}
        >
          {t`People can no longer log in at ${name}. Their accounts stay; those without a password choose one by “Forgot password?”.`}
        </ConfirmButton>
      </Box>
    </Box>
  );
}

function SignInPolicy() {
  const answer = settingsApi.useGetCompanyPolicyQuery();
  return (
    <QueryPanel title={t`Login policy`} answer={answer} failure={t`The login policy could not be loaded.`} lines={8} loading={t`Loading the login policy`}>
      {(policy) => <PolicyForm policy={policy} onConflict={() => void answer.refetch()} />}
    </QueryPanel>
  );
}

function People() {
  const answer = settingsApi.useGetCompanySettingsQuery();
  return (
    <QueryPanel title={t`Invitations and imports`} answer={answer} failure={t`The settings could not be loaded.`} lines={3} loading={t`Loading the settings`}>
      {(settings) => <PeopleForm settings={settings} />}
    </QueryPanel>
  );
}

function Placement() {
  const answer = settingsApi.useGetCompanySettingsQuery();
  return (
    <QueryPanel title={t`Placement`} answer={answer} failure={t`The settings could not be loaded.`} lines={6} loading={t`Loading the settings`}>
      {(settings) => <PlacementForm settings={settings} />}
    </QueryPanel>
  );
}

const NEW = 'new';

function SingleSignOn() {
  const answer = settingsApi.useListSsoConnectionsQuery();
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  const add = (
    <Button variant="outlined" size="small" disabled={answer.data === undefined || edited === NEW} onClick={() => setEdited(NEW)}>
      {t`Add connection`}
    </Button>
  );
  return (
    <QueryPanel title={t`Single sign-on`} aside={add} answer={answer} failure={t`The connections could not be loaded.`} lines={2} loading={t`Loading the connections`}>
      {({ connections, profiles, redirectUri, postLogoutRedirectUri }) => (
        <>
          <Box sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
            <Typography variant="body2">
              {t`Let people log in with the account that they have at your company, at Google, Microsoft, Keycloak or any provider of OpenID Connect. Their password here keeps working.`}
            </Typography>
            <CopyLine label={t`Redirect URI, to be entered at the provider`} text={redirectUri} />
            <CopyLine label={t`Post-logout redirect URI, where the provider has a logout page`} text={postLogoutRedirectUri} />
          </Box>
          {connections.map((connection) =>
            edited === connection.id ? (
              <SsoForm key={connection.id} connection={connection} profiles={profiles} onDone={close} />
            ) : (
              <SsoConnection key={connection.id} connection={connection} onEdit={() => setEdited(connection.id)} />
            ),
          )}
          {edited === NEW && <SsoForm connection={null} profiles={profiles} onDone={close} />}
        </>
      )}
    </QueryPanel>
  );
}

interface SsoFormProps {
  /** Null for a new one. */
  readonly connection: ConnectionRecord | null;
  readonly profiles: ConnectionsAnswer['profiles'];
  readonly onDone: () => void;
}

function SsoForm({ connection, profiles, onDone }: SsoFormProps) {
  const form = useZodForm<SsoValues>(ssoSchema, valuesOf(connection));
  const { control } = form;
  const provider = useWatch({ control, name: 'provider' });
  const failure = t`The connection could not be saved.`;
  const saved = ({ name }: ConnectionRecord) => t`${{ name }} is saved.`;
  const create = useSubmit(form, settingsApi.useCreateSsoConnectionMutation(), failure, saved);
  const change = useSubmit(form, settingsApi.useChangeSsoConnectionMutation(), failure, saved);

  const choose = (value: string) => {
    const preset = presetOf(value);
    if (preset === undefined) return;
    form.setValue('issuer', preset.issuer);
    form.setValue('name', preset.name);
  };

  const preset = presetOf(provider);

  const save = async (values: SsoValues) => {
    const request = requestOf(values);
    const data = await (connection === null
      ? create.send({ createConnectionRequest: request })
      : change.send({ connectionId: connection.id, changeConnectionRequest: { ...request, version: connection.version } }));
    if (data !== undefined) onDone();
  };

  return (
    <Form form={form} label={connection === null ? t`New connection` : t`Connection ${{ name: connection.name }}`} onSubmit={save} padded>
      {connection === null && (
        <SelectField control={control} name="provider" label={t`Provider`} placeholder={t`Another one (OpenID Connect)`} options={PRESETS.map(({ value, label }) => [value, label])} hint={preset && t(preset.hint)} onChosen={choose} />
      )}
      <TextField control={control} name="name" label={t`Name`} autoComplete="off" hint={t`Shown on the login page: “Continue with …”.`} />
      <TextField control={control} name="issuer" label={t`Issuer`} type="url" autoComplete="off" hint={t`Copy it exactly from the provider.`} />
      <TextField control={control} name="clientId" label={t`Client ID`} autoComplete="off" />
      <PasswordField
        control={control}
        name="clientSecret"
        label={t`Client secret`}
        autoComplete="off"
        hint={connection?.hasSecret === true ? t`Leave empty to keep the present one. Another issuer needs it again.` : t`Stored encrypted, and never shown again.`}
      />
      <LinesField control={control} name="domains" label={t`Email domains`} hint={t`One a line, like example.org. People with these emails can log in at this provider, once you have proved that the domain is yours.`} />
      <SelectField
        control={control}
        name="defaultProfile"
        label={t`People without an account`}
        placeholder={t`Are refused: only people who were added can log in`}
        options={profiles.map((profile) => [profile, t`Are added as ${{ profile: PROFILE_LABELS[profile] }} when they first log in`])}
      />
      <SwitchField control={control} name="enabled" label={t`In use`} hint={t`When off, people log in with their password only.`} on="yes" off="no" />
      <FormActions busy={create.busy || change.busy} mayCancel onCancel={onDone} />
    </Form>
  );
}

const REQUIRED = msg`Please fill in all required fields`;
const required = z.string().check(z.trim(), z.minLength(1, says(REQUIRED)));

const ssoSchema = z.object({
  provider: z.string(),
  name: required,
  issuer: required,
  clientId: required,
  clientSecret: z.string(),
  domains: required,
  defaultProfile: z.string(),
  enabled: z.enum(['yes', 'no']),
});

/** `defaultProfile` is empty where no people are made. */
type SsoValues = z.infer<typeof ssoSchema>;

const PRESETS = [
  {
    value: 'google',
    label: 'Google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    hint: msg`In the Google Cloud console, create an OAuth client of the type “Web application”.`,
  },
  {
    value: 'microsoft',
    label: 'Microsoft Entra',
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/TENANT/v2.0',
    hint: msg`Put your tenant’s id in place of TENANT, and add the optional claims email and xms_edov to the ID token.`,
  },
  {
    value: 'keycloak',
    label: 'Keycloak',
    name: '',
    issuer: 'https://HOST/realms/REALM',
    hint: msg`Put your own host and realm in; people need a verified email there.`,
  },
];

const presetOf = (provider: string) => PRESETS.find(({ value }) => value === provider);

function valuesOf(connection: ConnectionRecord | null): SsoValues {
  return {
    provider: '',
    name: connection?.name ?? '',
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    domains: connection?.domains.map(({ domain }) => domain).join('\n') ?? '',
    defaultProfile: connection?.createPeople === true ? (connection.defaultProfile ?? '') : '',
    enabled: connection?.enabled === false ? 'no' : 'yes',
  };
}

function requestOf({ name, issuer, clientId, clientSecret, domains, defaultProfile, enabled }: SsoValues): ConnectionRequest {
  const profile = defaultProfile === 'TRAINEE' || defaultProfile === 'PLACEMENT' ? defaultProfile : null;
  return {
    name,
    issuer,
    clientId,
    clientSecret: clientSecret === '' ? null : clientSecret,
    domains: linesOf(domains),
    createPeople: profile !== null,
    defaultProfile: profile,
    enabled: enabled === 'yes',
  };
}

function Company({ mayChange }: { readonly mayChange: boolean }) {
  const answer = settingsApi.useGetCompanySettingsQuery();
  return (
    <QueryPanel title={t`Company`} answer={answer} failure={t`The company could not be loaded.`} lines={4} loading={t`Loading the company`}>
      {(company) => (mayChange ? <CompanyForm company={company} /> : <CompanyFacts company={company} />)}
    </QueryPanel>
  );
}

/** What each profile finds here; for others there is nothing yet. */
export function SettingsPage() {
  const profile = useClaims()?.profile;
  const isSuperAdmin = profile === 'SUPER_ADMIN';
  const mayRead = isSuperAdmin || profile === 'ADMIN';
  return (
    <PageShell>
      <PageHeader title={t`Settings`} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        {mayRead && <Company mayChange={isSuperAdmin} />}
        {isSuperAdmin && (
          <Panel title={t`Fields of people`} aside={<Button component={Link} to="/dashboard/settings/fields" variant="outlined" size="small">{t`Define fields`}</Button>}>
            <Nothing>{t`What your company keeps about people beside their name and contacts: course, marks, father’s name.`}</Nothing>
          </Panel>
        )}
        {mayRead && (
          <Panel title={t`Stages`} aside={<Button component={Link} to="/dashboard/settings/stages" variant="outlined" size="small">{t`Define stages`}</Button>}>
            <Nothing>{t`The way of applicants and trainees, step by step, and what they read on it.`}</Nothing>
          </Panel>
        )}
        {isSuperAdmin && <People />}
        {isSuperAdmin && <Placement />}
        {isSuperAdmin && <SignInPolicy />}
        {isSuperAdmin && <SingleSignOn />}
        {isSuperAdmin && <ServerKeys />}
        {isSuperAdmin && <Webhooks />}
        {isSuperAdmin && <Sources />}
        {!mayRead && (
          <Paper variant="outlined">
            <EmptyState title={t`Settings Coming Soon`} icon={<SettingsIcon fontSize="small" />}>
              {t`This section is under development.`}
            </EmptyState>
          </Paper>
        )}
      </Box>
    </PageShell>
  );
}
