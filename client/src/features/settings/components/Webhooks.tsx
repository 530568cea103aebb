import { msg, t } from '@lingui/core/macro';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import * as z from 'zod/mini';

import { Form, FormActions } from '~/forms/Form';
import { FieldError } from '~/forms/FormField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';
import { formatMoment } from '~/lib/format';
import { texts } from '~/lib/texts';
import { CheckLine } from '~/ui/CheckLine';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { Notice } from '~/ui/Notice';
import { Nothing, QueryPanel } from '~/ui/Panel';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { doorsApi, type Webhook, type WebhookDelivery, type WebhookWithSecret } from '../doors';
import { SecretDialog } from './SecretDialog';

const EVENTS = texts({
  'person.created': msg`A person was added`,
  'person.changed': msg`A person was changed`,
  'person.deleted': msg`A person was deleted`,
  'import.completed': msg`An import has ended`,
  'invitation.created': msg`A person was invited`,
  'invitation.accepted': msg`An invitation was accepted`,
  'stage.changed': msg`A person came to another stage`,
  'attendance.taken': msg`Attendance was taken`,
  'offer.changed': msg`An offer was made, changed or answered`,
});
type WebhookEvent = keyof typeof EVENTS;
const ALL = Object.keys(EVENTS) as WebhookEvent[];

const STATES = texts({ queued: msg`Waits`, delivered: msg`Taken`, failed: msg`Given up` });

const webhookSchema = z.object({
  url: z.string().check(z.trim(), z.minLength(1, says(msg`Please fill in all required fields`))),
  events: z.array(z.string()).check(z.minLength(1, says(msg`Choose what is told`))),
});
type WebhookValues = z.infer<typeof webhookSchema>;

function EventsField({ control }: { readonly control: Control<WebhookValues> }) {
  const { field, fieldState } = useController({ control, name: 'events' });
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid' }}>
      <Typography id={id} variant="subtitle2" component="p">
        {t`What is told`}
      </Typography>
      {ALL.map((event) => (
        <CheckLine key={event} label={EVENTS[event]} checked={field.value.includes(event)} onCheck={(isOn) => field.onChange(ALL.filter((each) => (each === event ? isOn : field.value.includes(each))))} />
      ))}
      <FieldError id={`${id}-error`}>{fieldState.error?.message}</FieldError>
    </Box>
  );
}

interface WebhookFormProps {
  /** Null for a new one. */
  readonly edited: Webhook | null;
  readonly onDone: (made?: WebhookWithSecret) => void;
}

function WebhookForm({ edited, onDone }: WebhookFormProps) {
  const form = useZodForm<WebhookValues>(webhookSchema, { url: edited?.url ?? '', events: edited?.events ?? ALL });
  const failure = t`The webhook could not be saved.`;
  const create = useSubmit(form, doorsApi.useCreateWebhookMutation(), failure, () => t`The webhook is saved.`);
  const change = useSubmit(form, doorsApi.useChangeWebhookMutation(), failure, () => t`The webhook is saved.`);
  const save = async ({ url, events }: WebhookValues) => {
    const request = { url, events: ALL.filter((event) => events.includes(event)) };
    if (edited === null) {
      const data = await create.send({ createWebhookRequest: request });
      if (data !== undefined) onDone(data);
    } else if ((await change.send({ webhookId: edited.id, changeWebhookRequest: { ...request, version: edited.version } })) !== undefined) onDone();
  };
  return (
    <Form form={form} label={edited === null ? t`New webhook` : t`Webhook`} onSubmit={save} padded>
      <TextField control={form.control} name="url" label={t`Address`} type="url" autoComplete="off" hint={t`It begins with https:// and is called with ids and the names of what has changed, never with data of a person.`} />
      <EventsField control={form.control} />
      <FormActions busy={create.busy || change.busy} mayCancel onCancel={() => onDone()} />
    </Form>
  );
}

function Delivery({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDelivery }) {
  const replay = useAct(doorsApi.useReplayWebhookDeliveryMutation(), t`It could not be sent again.`, t`It is sent again.`);
  const { id, event, state, error, attempts, createdAt } = delivery;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {event} · {STATES[state]}
        </Typography>
        <Caption>{[formatMoment(createdAt), t`Tries: ${attempts}`, error].filter(Boolean).join(' · ')}</Caption>
      </Box>
      {state !== 'queued' && (
        <Button size="small" variant="outlined" disabled={replay.busy} onClick={() => void replay.act({ webhookId, deliveryId: id })}>
          {t`Send again`}
        </Button>
      )}
    </Box>
  );
}

function DeliveriesDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const answer = doorsApi.useListWebhookDeliveriesQuery({ webhookId: webhook.id, pageSize: 50 }, { refetchOnMountOrArgChange: true });
  const id = useId();
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t`Deliveries`}</DialogTitle>
      <DialogContent>
        <Caption sx={{ overflowWrap: 'anywhere' }}>{webhook.url}</Caption>
        <QueryPanel title={t`The last 50`} answer={answer} failure={t`The deliveries could not be loaded.`} lines={4} loading={t`Loading the deliveries`}>
          {({ data }) =>
            data.length === 0 ? (
              <Nothing>{t`Nothing was told yet.`}</Nothing>
            ) : (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 2, py: 0 }}>
                {data.map((delivery) => (
                  <Delivery key={delivery.id} webhookId={webhook.id} delivery={delivery} />
                ))}
              </Box>
            )
          }
        </QueryPanel>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface WebhookLineProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
  readonly onSecret: (made: WebhookWithSecret) => void;
}

function WebhookLine({ webhook, onEdit, onSecret }: WebhookLineProps) {
  const { id: webhookId, url, events, version, stoppedAt, stoppedWhy, formerUntil, waiting } = webhook;
  const [isOpen, setIsOpen] = useState(false);
  const start = useAct(doorsApi.useChangeWebhookMutation(), t`The webhook could not be started.`, t`The webhook goes on.`);
  const rotate = useAct(doorsApi.useRotateWebhookSecretMutation(), t`The webhook could not get a new secret.`);
  const remove = useAct(doorsApi.useDeleteWebhookMutation(), t`The webhook could not be deleted.`, t`The webhook is deleted.`);
  return (
    <Box component="section" aria-label={url} sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1" component="h3">
          {url}
        </Typography>
        <Note>{events.map((event) => EVENTS[event as WebhookEvent]).join(' · ')}</Note>
        {waiting > 0 && <Caption>{t`Deliveries that wait: ${waiting}`}</Caption>}
        {formerUntil !== null && <Caption>{t`The former secret signs too until ${{ when: formatMoment(formerUntil) }}.`}</Caption>}
      </Box>
      {stoppedAt !== null && (
        <Notice severity="warning">
          {t`Stopped on ${{ when: formatMoment(stoppedAt) }}.`} {stoppedWhy}
          <Box sx={{ mt: 1 }}>
            <Button size="small" variant="outlined" color="inherit" disabled={start.busy} onClick={() => void start.act({ webhookId, changeWebhookRequest: { url, events, version, starts: true } })}>
              {t`Start it again`}
            </Button>
          </Box>
        </Notice>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" onClick={() => setIsOpen(true)}>{t`Deliveries`}</Button>
        <Button onClick={onEdit}>{t`Edit`}</Button>
        <ConfirmButton label={t`New secret`} button={{ variant: 'text', size: 'medium' }} title={t`A new secret for ${url}?`} busy={rotate.busy} onConfirm={async () => {
          const made = await rotate.act({ webhookId });
          if (made !== undefined) onSecret(made);
        }}>
          {t`The present secret signs for 24 hours more, so that you can replace it.`}
        </ConfirmButton>
        <ConfirmButton label={t`Delete`} button={{ variant: 'text', size: 'medium', color: 'error' }} title={t`Delete ${url}?`} destructive busy={remove.busy} onConfirm={() => remove.act({ webhookId })}>
          {t`It is told nothing more, and what waits is dropped.`}
        </ConfirmButton>
      </Box>
      {isOpen && <DeliveriesDialog webhook={webhook} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

const NEW = 'new';

export function Webhooks() {
  const answer = doorsApi.useListWebhooksQuery();
  const [edited, setEdited] = useState<string | null>(null);
  const [secret, setSecret] = useState<WebhookWithSecret | null>(null);
  const done = (made?: WebhookWithSecret) => {
    setEdited(null);
    setSecret(made ?? null);
  };
  const add = (
    <Button variant="outlined" size="small" disabled={answer.data === undefined || edited === NEW} onClick={() => setEdited(NEW)}>
      {t`Add webhook`}
    </Button>
  );
  return (
    <>
      <QueryPanel title={t`Webhooks`} aside={add} answer={answer} failure={t`The webhooks could not be loaded.`} lines={2} loading={t`Loading the webhooks`}>
        {({ webhooks }) => (
          <>
            <Nothing>{t`A webhook tells another server of your company what has happened here, within seconds.`}</Nothing>
            {edited === NEW && <WebhookForm edited={null} onDone={done} />}
            {webhooks.map((webhook) =>
              edited === webhook.id ? <WebhookForm key={webhook.id} edited={webhook} onDone={done} /> : <WebhookLine key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook.id)} onSecret={setSecret} />,
            )}
          </>
        )}
      </QueryPanel>
      {secret !== null && <SecretDialog name={secret.url} secret={secret.secret} advice={t`Put it into your server now: it is not shown again. Your server verifies by it that a call comes from here.`} onClose={() => setSecret(null)} />}
    </>
  );
}
