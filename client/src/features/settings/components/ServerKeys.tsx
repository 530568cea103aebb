import { msg, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { Form, FormActions } from '~/forms/Form';
import { FieldError } from '~/forms/FormField';
import { SelectField } from '~/forms/SelectField';
import { says } from '~/forms/schemas';
import { LinesField, linesOf, TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';
import { serverNow } from '~/lib/clock';
import { formatAgo, formatList, formatMoment } from '~/lib/format';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { texts } from '~/lib/texts';
import { CheckLine } from '~/ui/CheckLine';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { Notice } from '~/ui/Notice';
import { Nothing, QueryPanel } from '~/ui/Panel';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { doorsApi, type KeyRecord, type KeysAnswer, type NewSecret } from '../doors';
import { SecretDialog } from './SecretDialog';

const SCOPES = texts({
  'user.view': msg`See and export people`,
  'user.create': msg`Add people, import files, keep batches`,
  'user.edit': msg`Change, activate and invite people`,
  'stage.define': msg`Define stages`,
  'stage.move': msg`Move people between stages`,
  'training.view': msg`See batches, sessions and attendance`,
  'training.manage': msg`Choose who teaches a batch`,
  'training.schedule': msg`Plan sessions`,
  'attendance.mark': msg`Mark attendance`,
  'round.manage': msg`Plan and run rounds of interviews`,
  'placement.view': msg`See employers, openings and offers`,
  'placement.manage': msg`Keep openings, candidates and offers`,
  'placement.override': msg`Free offers of the policy`,
  'announcement.send': msg`Write messages to many`,
});
type Scope = keyof typeof SCOPES;

const GROUPS: readonly (readonly [title: typeof OTHER, scopes: readonly string[]])[] = [
  [msg`People`, ['user.view', 'user.create', 'user.edit', 'stage.define', 'stage.move', 'announcement.send']],
  [msg`Training`, ['training.view', 'training.manage', 'training.schedule', 'attendance.mark']],
  [msg`Interviews and placement`, ['round.manage', 'placement.view', 'placement.manage', 'placement.override']],
];

/** Who does these reads the people that an answer shows. */
const SHOWING = new Set(['user.create', 'user.edit']);

const OTHER = msg`More`;
const sayScope = (scope: string) => (scope in SCOPES ? SCOPES[scope as Scope] : scope);

function toggled(scopes: readonly string[], scope: string, isOn: boolean): string[] {
  if (!isOn) return scopes.filter((each) => each !== scope && (scope !== 'user.view' || !SHOWING.has(each)));
  return [...new Set([...scopes, scope, ...(SHOWING.has(scope) ? ['user.view'] : [])])];
}

interface ScopesProps {
  readonly control: Control<KeyValues>;
  /** What a key of the chosen profile can be given. */
  readonly possible: readonly string[];
}

function ScopesField({ control, possible }: ScopesProps) {
  const { field, fieldState } = useController({ control, name: 'scopes' });
  const id = useId();
  const known = new Set(GROUPS.flatMap(([, scopes]) => scopes));
  const groups = [...GROUPS, [OTHER, possible.filter((scope) => !known.has(scope))] as const].map(([title, scopes]) => ({ title, scopes: scopes.filter((scope) => possible.includes(scope)) }));
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={id} variant="subtitle2" component="p">
        {t`What the key may do`}
      </Typography>
      {groups.map(({ title, scopes }) => scopes.length > 0 && (
        <Box key={title.id} sx={{ display: 'grid' }}>
          <Caption>{t(title)}</Caption>
          {scopes.map((scope) => (
            <CheckLine key={scope} label={sayScope(scope)} checked={field.value.includes(scope)} onCheck={(isOn) => field.onChange(toggled(field.value, scope, isOn))} />
          ))}
        </Box>
      ))}
      <FieldError id={`${id}-error`}>{fieldState.error?.message}</FieldError>
    </Box>
  );
}

const DAY = 86_400_000;
const LIVES = [['30', msg`30 days`], ['90', msg`90 days`], ['365', msg`A year`], ['730', msg`Two years`]] as const;
const KEPT = 'kept';

const keySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, says(msg`Please fill in all required fields`))),
  profile: z.string(),
  scopes: z.array(z.string()).check(z.minLength(1, says(msg`Choose what the key may do`))),
  networks: z.string(),
  expiresAt: z.string(),
});
/** `expiresAt` is for how many days from now, or that the end stays. */
type KeyValues = z.infer<typeof keySchema>;

const saySaved = (name: string) => t`${name} is saved.`;

interface KeyFormProps {
  /** Null for a new one. */
  readonly edited: KeyRecord | null;
  readonly profiles: KeysAnswer['profiles'];
  readonly onDone: (made?: NewSecret) => void;
}

function KeyForm({ edited, profiles, onDone }: KeyFormProps) {
  const form = useZodForm<KeyValues>(keySchema, {
    name: edited?.name ?? '',
    profile: edited?.profile ?? profiles[0]?.profile ?? '',
    scopes: edited?.scopes ?? ['user.view'],
    networks: edited?.networks.join('\n') ?? '',
    expiresAt: edited === null ? '365' : KEPT,
  });
  const { control } = form;
  const chosen = useWatch({ control, name: 'profile' });
  const possible = profiles.find(({ profile }) => profile === chosen)?.scopes ?? [];
  const failure = t`The key could not be saved.`;
  const create = useSubmit(form, doorsApi.useCreateServerKeyMutation(), failure, ({ name }: NewSecret) => saySaved(name));
  const change = useSubmit(form, doorsApi.useChangeServerKeyMutation(), failure, ({ name }: KeyRecord) => saySaved(name));

  const save = async ({ name, profile, scopes, networks, expiresAt }: KeyValues) => {
    const end = edited !== null && expiresAt === KEPT ? edited.expiresAt : new Date(serverNow() + Number(expiresAt) * DAY).toISOString();
    const request = { name, scopes: possible.filter((scope) => scopes.includes(scope)), networks: linesOf(networks), expiresAt: end };
    if (edited !== null) {
      const data = await change.send({ keyId: edited.id, changeKeyRequest: { ...request, version: edited.version } });
      if (data !== undefined) onDone();
    } else if (isProfile(profile)) {
      const data = await create.send({ createKeyRequest: { ...request, profile } });
      if (data !== undefined) onDone(data);
    }
  };

  const lives = LIVES.map(([days, label]) => [days, t(label)] as const);
  return (
    <Form form={form} label={edited === null ? t`New key` : t`Key ${{ name: edited.name }}`} onSubmit={save} padded>
      <TextField control={control} name="name" label={t`Name`} autoComplete="off" hint={t`What the server is, such as “Payroll”. The audit trail names it.`} />
      {edited === null && (
        <SelectField control={control} name="profile" label={t`It acts as`} options={profiles.map(({ profile }) => [profile, PROFILE_LABELS[profile]])} hint={t`It reaches the people that this profile reaches, and never more.`} />
      )}
      <ScopesField control={control} possible={possible} />
      <LinesField control={control} name="networks" label={t`Networks`} hint={t`One on each line, like 192.0.2.0/24: the key works from these only. From anywhere that the login policy admits if left empty.`} />
      <SelectField
        control={control}
        name="expiresAt"
        label={t`Valid for`}
        options={edited === null ? lives : [[KEPT, t`As now, until ${{ when: formatMoment(edited.expiresAt) }}`], ...lives.map(([days, label]) => [days, t`${label} from today`] as const)]}
      />
      <FormActions busy={create.busy || change.busy} mayCancel onCancel={() => onDone()} />
    </Form>
  );
}

function ServerKey({ record, onEdit, onSecret }: { readonly record: KeyRecord; readonly onEdit: () => void; readonly onSecret: (made: NewSecret) => void }) {
  const { id: keyId, name, profile, scopes, networks, expiresAt, formerUntil, lastUsedAt } = record;
  const rotate = useAct(doorsApi.useRotateServerKeyMutation(), t`The key could not get a new secret.`);
  const end = useAct(doorsApi.useEndFormerSecretOfKeyMutation(), t`The former secret could not be ended.`, t`The former secret has ended.`);
  const revoke = useAct(doorsApi.useRevokeServerKeyMutation(), t`The key could not be revoked.`, () => t`${name} is revoked.`);
  const when = formatMoment(expiresAt);
  return (
    <Box component="section" aria-label={name} sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1" component="h3">
          {name}
        </Typography>
        <Note>{[PROFILE_LABELS[profile], lastUsedAt === null ? t`Not used yet` : t`Last used ${{ ago: formatAgo(lastUsedAt) }}`, networks.length > 0 && t`From ${{ networks: formatList(networks) }}`].filter(Boolean).join(' · ')}</Note>
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {scopes.map(sayScope).join(' · ')}
        </Typography>
      </Box>
      {Date.parse(expiresAt) <= serverNow() + 14 * DAY && <Notice severity="warning">{Date.parse(expiresAt) <= serverNow() ? t`It has expired on ${when}.` : t`It expires on ${when}.`}</Notice>}
      {formerUntil !== null && (
        <Notice severity="info">
          {t`The former secret works until ${{ when: formatMoment(formerUntil) }}.`}
          <Box sx={{ mt: 1 }}>
            <Button size="small" variant="outlined" color="inherit" disabled={end.busy} onClick={() => void end.act({ keyId })}>
              {t`End it now`}
            </Button>
          </Box>
        </Notice>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button variant="outlined" onClick={onEdit}>{t`Edit`}</Button>
        <ConfirmButton label={t`New secret`} button={{ variant: 'text', size: 'medium' }} title={t`A new secret for ${name}?`} busy={rotate.busy} onConfirm={async () => {
          const made = await rotate.act({ keyId });
          if (made !== undefined) onSecret(made);
        }}>
          {t`The present secret works for 24 hours more, so that you can replace it. One from before it ends now.`}
        </ConfirmButton>
        <ConfirmButton label={t`Revoke`} button={{ variant: 'text', size: 'medium', color: 'error' }} title={t`Revoke ${name}?`} destructive busy={revoke.busy} onConfirm={() => revoke.act({ keyId })}>
          {t`The server is refused at once, and what it has begun ends. This cannot be undone.`}
        </ConfirmButton>
        <Caption sx={{ ml: { sm: 'auto' } }}>{t`Until ${when}`}</Caption>
      </Box>
    </Box>
  );
}

const NEW = 'new';

export function ServerKeys() {
  const answer = doorsApi.useListServerKeysQuery();
  const [edited, setEdited] = useState<string | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const done = (made?: NewSecret) => {
    setEdited(null);
    setSecret(made ?? null);
  };
  const add = (
    <Button variant="outlined" size="small" disabled={answer.data === undefined || edited === NEW} onClick={() => setEdited(NEW)}>
      {t`Add key`}
    </Button>
  );
  return (
    <>
      <QueryPanel title={t`Keys for servers`} aside={add} answer={answer} failure={t`The keys could not be loaded.`} lines={2} loading={t`Loading the keys`}>
        {({ keys, profiles }) => (
          <>
            <Nothing>{t`With a key another server of your company, such as payroll, reads and changes what you let it. It belongs to the company, not to a person.`}</Nothing>
            {edited === NEW && <KeyForm edited={null} profiles={profiles} onDone={done} />}
            {keys.map((record) =>
              edited === record.id ? <KeyForm key={record.id} edited={record} profiles={profiles} onDone={done} /> : <ServerKey key={record.id} record={record} onEdit={() => setEdited(record.id)} onSecret={setSecret} />,
            )}
          </>
        )}
      </QueryPanel>
      {secret !== null && <SecretDialog name={secret.name} secret={secret.secret} advice={t`Put it into your server now: it is not shown again. Who has it can do what the key may do.`} onClose={() => setSecret(null)} />}
    </>
  );
}
