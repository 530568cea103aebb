import { msg, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { useGetBatchesQuery } from '~/api/batches';
import { Form, FormActions } from '~/forms/Form';
import { FieldError } from '~/forms/FormField';
import { SwitchField } from '~/forms/RadioField';
import { SelectField } from '~/forms/SelectField';
import { says } from '~/forms/schemas';
import { PasswordField, TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';
import { formatCalendar, formatList, formatMoment } from '~/lib/format';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { joined, optionsOf, texts } from '~/lib/texts';
import { CheckLine } from '~/ui/CheckLine';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { Notice } from '~/ui/Notice';
import { Nothing, QueryPanel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type CreateSourceRequest, doorsApi, type ImportSource } from '../doors';

const KINDS = texts({ https: msg`A web address (https)`, sftp: msg`A folder (SFTP)` });
const MODES = texts({ create: msg`Add new people`, upsert: msg`Add new people, update the others`, sync: msg`Whole list: deactivate the missing` });
const OUTCOMES = texts({
  checking: msg`The file is being checked`,
  started: msg`Import started`,
  waits: msg`The import waits for you`,
  unchanged: msg`Same file as before, nothing to import`,
  no_file: msg`No file`,
  grows: msg`File not finished yet`,
  unreachable: msg`Not received`,
  refused: msg`Login refused`,
  host_key: msg`Key of the server not confirmed`,
  unreadable: msg`File cannot be read`,
  paused: msg`Paused`,
});
const WORKS: readonly string[] = ['checking', 'started', 'unchanged'] satisfies ImportSource['outcome'][];
const WEEK = [1, 2, 3, 4, 5, 6, 7];
// A Monday was the first of January 2024.
const nameOf = (day: number) => formatCalendar('weekday', new Date(2024, 0, day));

const needed = z.string().check(z.trim(), z.minLength(1, says(msg`Please fill in all required fields`)));
const sourceSchema = z.object({
  ...{ kind: z.enum(['https', 'sftp']), address: needed, username: z.string(), header: z.string(), secret: z.string(), folder: z.string(), pattern: needed },
  ...{ at: needed, days: z.array(z.number()).check(z.minLength(1, says(msg`Choose at least one day of the week`))), mode: z.enum(['create', 'upsert', 'sync']) },
  ...{ batchId: z.string(), workLocation: z.string(), profile: z.string(), invites: z.string(), enabled: z.string() },
});
type SourceValues = z.infer<typeof sourceSchema>;

const onOff = (isOn: boolean) => (isOn ? 'yes' : 'no');

function valuesOf(source: ImportSource | null): SourceValues {
  const { address = '', username = '', header = '', folder = '', pattern = '*', at = '02:00', days = WEEK, scope, invites = false, enabled = true } = source ?? {};
  const chosen = { batchId: scope?.batchId ?? '', workLocation: scope?.workLocation ?? '', profile: scope?.profile ?? '' };
  return { kind: source?.kind ?? 'sftp', address, username, header, secret: '', folder, pattern, at: at.slice(0, 5), days, mode: source?.mode ?? 'upsert', ...chosen, invites: onOff(invites), enabled: onOff(enabled) };
}

function requestOf({ batchId, workLocation, profile, secret, invites, enabled, ...values }: SourceValues): CreateSourceRequest {
  const where = values.kind === 'sftp' ? { header: '' } : { folder: '', pattern: '*' };
  const scope = values.mode === 'sync' ? { batchId: batchId || null, workLocation: workLocation || null, profile: isProfile(profile) ? profile : null } : {};
  return { ...values, ...where, scope, secret: secret || null, invites: invites === 'yes', enabled: enabled === 'yes' };
}

function DaysField({ control }: { readonly control: Control<SourceValues> }) {
  const { field, fieldState } = useController({ control, name: 'days' });
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="p">
        {t`On these days`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
        {WEEK.map((day) => (
          <CheckLine key={day} label={nameOf(day)} checked={field.value.includes(day)} onCheck={(isOn) => field.onChange(WEEK.filter((each) => (each === day ? isOn : field.value.includes(each))))} />
        ))}
      </Box>
      <FieldError id={`${id}-error`}>{fieldState.error?.message}</FieldError>
    </Box>
  );
}

function ScopeFields({ control }: { readonly control: Control<SourceValues> }) {
  const { data } = useGetBatchesQuery({ pageSize: 1000 });
  return (
    <>
      <Note>{t`The file is the whole list of the people who meet all that you choose here. Up to the share that your company allows, people who are missing in it are deactivated by themselves; beyond it the import waits for you.`}</Note>
      <SelectField control={control} name="batchId" label={t`Batch`} placeholder={t`Any`} options={(data?.data ?? []).map(({ id, name }) => [id, name])} />
      <TextField control={control} name="workLocation" label={t`Work location`} autoComplete="off" />
      <SelectField control={control} name="profile" label={t`Profile`} placeholder={t`Any`} options={optionsOf(PROFILE_LABELS)} />
    </>
  );
}

interface SourceFormProps {
  /** Null for a new one. */
  readonly edited: ImportSource | null;
  readonly onDone: () => void;
}

function SourceForm({ edited, onDone }: SourceFormProps) {
  const form = useZodForm<SourceValues>(sourceSchema, valuesOf(edited));
  const { control } = form;
  const [kind, mode] = useWatch({ control, name: ['kind', 'mode'] });
  const failure = t`The source could not be saved.`;
  const saved = () => t`The source is saved. Test it now.`;
  const create = useSubmit(form, doorsApi.useCreateSourceMutation(), failure, saved);
  const change = useSubmit(form, doorsApi.useChangeSourceMutation(), failure, saved);
  const save = async (values: SourceValues) => {
    const request = requestOf(values);
    const data = await (edited === null ? create.send({ createSourceRequest: request }) : change.send({ sourceId: edited.id, changeSourceRequest: { ...request, version: edited.version } }));
    if (data !== undefined) onDone();
  };
  const isSftp = kind === 'sftp';
  return (
    <Form form={form} label={edited === null ? t`New source` : t`Recurring source`} onSubmit={save} padded>
      <SelectField control={control} name="kind" label={t`Where the file is`} options={optionsOf(KINDS)} />
      <TextField control={control} name="address" label={isSftp ? t`Server` : t`Address`} autoComplete="off" type={isSftp ? 'text' : 'url'} hint={isSftp ? t`Its host, such as sftp.example.org or sftp.example.org:2222.` : t`It begins with https:// and answers with the file.`} />
      <TextField control={control} name="username" label={t`User name`} autoComplete="off" hint={isSftp ? undefined : t`Empty where the server asks for a token.`} />
      <PasswordField control={control} name="secret" label={isSftp ? t`Password or private key` : t`Password or token`} autoComplete="off" hint={edited?.hasSecret === true ? t`Leave empty to keep the present one. Another server needs it again.` : t`Stored encrypted, and never shown again.`} />
      {isSftp ? (
        <>
          <TextField control={control} name="folder" label={t`Folder`} autoComplete="off" hint={t`Empty for the one where the login leads.`} />
          <TextField control={control} name="pattern" label={t`Name of the file`} autoComplete="off" hint={t`* stands for any letters, as in people-*.csv. The newest of these files is read.`} />
        </>
      ) : (
        <TextField control={control} name="header" label={t`Header of the token`} autoComplete="off" hint={t`Such as X-Api-Key; a bearer token if left empty.`} />
      )}
      <TextField control={control} name="at" type="time" label={t`Time`} hint={t`By your company’s clock.`} />
      <DaysField control={control} />
      <SelectField control={control} name="mode" label={t`What the file does`} options={optionsOf(MODES)} />
      {mode === 'sync' && <ScopeFields control={control} />}
      <SwitchField control={control} name="invites" label={t`Invite new people at once`} hint={t`When off, the results of each import offer it.`} on="yes" off="no" />
      <SwitchField control={control} name="enabled" label={t`In use`} hint={t`The file is imported with your rights. You are told when it needs you.`} on="yes" off="no" />
      <FormActions busy={create.busy || change.busy} mayCancel onCancel={onDone} />
    </Form>
  );
}

function LastRun({ source: { outcome, note, lastRunAt, importId } }: { readonly source: ImportSource }) {
  if (outcome === null || lastRunAt === null) return <Caption>{t`Not read yet.`}</Caption>;
  const text = (
    <>
      {joined(' · ', [OUTCOMES[outcome], formatMoment(lastRunAt)])}
      {importId !== null && (
        <>
          {' · '}
          <TextLink to={`/dashboard/users/imports/${importId}`}>{t`See the import`}</TextLink>
        </>
      )}
    </>
  );
  if (WORKS.includes(outcome)) return <Caption>{text}</Caption>;
  return (
    <Notice severity={outcome === 'waits' ? 'info' : 'warning'}>
      {text}
      {note !== null && <Box sx={{ mt: 0.5 }}>{translated(note)}</Box>}
    </Notice>
  );
}

function SourceLine({ source, onEdit }: { readonly source: ImportSource; readonly onEdit: () => void }) {
  const { id: sourceId, kind, address, username, folder, pattern, at, days, mode, enabled, ownerName, fingerprint } = source;
  const testing = doorsApi.useTestSourceMutation();
  const test = useAct(testing, t`The source could not be tested.`);
  const found = testing[1].data;
  const confirm = useAct(doorsApi.useConfirmSourceHostKeyMutation(), t`The key could not be confirmed.`, t`The key is confirmed.`);
  const read = useAct(doorsApi.useReadSourceNowMutation(), t`The source could not be read.`, t`The file is read within a minute.`);
  const remove = useAct(doorsApi.useDeleteSourceMutation(), t`The source could not be deleted.`, t`The source is deleted.`);
  const when = days.length === WEEK.length ? t`every day` : formatList(days.map(nameOf));
  const hostKey = found?.hostKey ?? null;
  return (
    <Box component="section" aria-label={address} sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1" component="h3">
          {kind === 'sftp' ? joined('/', [`${username}@${address}`, folder !== '' && folder, pattern]) : address}
        </Typography>
        <Note>{joined(' · ', [enabled ? t`At ${{ time: at.slice(0, 5) }}, ${when}` : t`Not in use`, MODES[mode], ownerName !== null && t`With the rights of ${ownerName}`])}</Note>
        {fingerprint !== null && <Caption>{t`Key of the server: ${fingerprint}`}</Caption>}
      </Box>
      <LastRun source={source} />
      {found !== undefined && (
        <Notice severity={found.note === null ? 'success' : 'warning'} role="status" sx={{ overflowWrap: 'anywhere' }}>
          {found.note === null ? t`It works: ${{ file: found.file ?? '' }} would be read.` : translated(found.note)}
          {hostKey !== null && (
            <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1, mt: 1 }}>
              <code>{found.fingerprint}</code>
              <Button size="small" variant="outlined" color="inherit" disabled={confirm.busy} onClick={() => void confirm.act({ sourceId, hostKeyRequest: { hostKey } }).then(() => testing[1].reset())}>
                {t`This is our server`}
              </Button>
            </Box>
          )}
        </Notice>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ProgressButton variant="outlined" busy={test.busy} busyLabel={t`Testing…`} onClick={() => void test.act({ sourceId })}>
          {t`Test now`}
        </ProgressButton>
        {enabled && (
          <Button disabled={read.busy} onClick={() => void read.act({ sourceId })}>
            {t`Read now`}
          </Button>
        )}
        <Button onClick={onEdit}>{t`Edit`}</Button>
        <ConfirmButton label={t`Delete`} button={{ variant: 'text', size: 'medium', color: 'error' }} title={t`Delete ${address}?`} destructive busy={remove.busy} onConfirm={() => remove.act({ sourceId })}>
          {t`It is not read any more. What was imported stays.`}
        </ConfirmButton>
      </Box>
    </Box>
  );
}

const NEW = 'new';

export function Sources() {
  const answer = doorsApi.useListSourcesQuery();
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  const add = (
    <Button variant="outlined" size="small" disabled={answer.data === undefined || edited === NEW} onClick={() => setEdited(NEW)}>
      {t`Add source`}
    </Button>
  );
  return (
    <QueryPanel title={t`Recurring source`} aside={add} answer={answer} failure={t`The sources could not be loaded.`} lines={2} loading={t`Loading the sources`}>
      {({ sources }) => (
        <>
          <Nothing>{t`A file on one of your servers, such as payroll’s list, is read each day and imported. What needs you waits in the list of imports.`}</Nothing>
          {edited === NEW && <SourceForm edited={null} onDone={close} />}
          {sources.map((source) => (edited === source.id ? <SourceForm key={source.id} edited={source} onDone={close} /> : <SourceLine key={source.id} source={source} onEdit={() => setEdited(source.id)} />))}
        </>
      )}
    </QueryPanel>
  );
}
