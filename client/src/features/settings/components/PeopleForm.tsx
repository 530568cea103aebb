import { msg, t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { CompanyRecord } from '~/api/generated/serverApi';
import { Form, FormActions } from '~/forms/Form';
import { SwitchField } from '~/forms/RadioField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { useToasts } from '~/ui/toasts/slice';

import { settingsApi } from '../api';

const peopleSchema = z.object({
  invitationReminder: z.enum(['yes', 'no']),
  syncThreshold: z.string().check(z.trim(), z.regex(/^(?:\d|[1-9]\d|100)$/u, says(msg`Enter a whole number from 0 to 100`))),
});

type PeopleValues = z.infer<typeof peopleSchema>;

const valuesOf = ({ invitationReminder, syncThreshold }: CompanyRecord): PeopleValues => ({
  invitationReminder: invitationReminder ? 'yes' : 'no',
  syncThreshold: String(syncThreshold),
});

/** How the company invites people, and when an import of a whole list asks before it deactivates those who are missing. */
export function PeopleForm({ settings }: { readonly settings: CompanyRecord }) {
  const form = useZodForm<PeopleValues>(peopleSchema, valuesOf(settings));
  const [change, { isLoading }] = settingsApi.useChangeCompanySettingsMutation();
  const toasts = useToasts();
  const { control } = form;

  const save = async ({ invitationReminder, syncThreshold }: PeopleValues) => {
    const { data, error } = await change({ companySettingsRequest: { invitationReminder: invitationReminder === 'yes', syncThreshold: Number(syncThreshold) } });
    if (data === undefined) {
      showFailure(form, error, t`The settings could not be saved.`);
      return;
    }
    form.reset(valuesOf(data));
    toasts.success(t`The settings are saved.`);
  };

  return (
    <Form form={form} label={t`Invitations and imports`} onSubmit={save} padded>
      <SwitchField control={control} name="invitationReminder" label={t`Remind invited people`} hint={t`Those who have not logged in get one more email.`} on="yes" off="no" />
      <TextField
        control={control}
        name="syncThreshold"
        label={t`Missing people that an import may deactivate (%)`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Of the people in a batch, work location or profile whose whole list is imported. Where more are missing, their number has to be typed first.`}
      />
      <FormActions
        busy={isLoading}
        cancelLabel={t`Discard changes`}
        mayCancel={!isLoading && form.formState.isDirty}
        onCancel={() => form.reset(valuesOf(settings))}
      />
    </Form>
  );
}
