import { msg, t } from '@lingui/core/macro';
import { Alert, Box, Divider, Typography } from '@mui/material';
import { type ChangeEvent, useRef } from 'react';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { Form, FormActions } from '~/forms/Form';
import { SelectField } from '~/forms/SelectField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { formatRegion, timeZones } from '~/lib/format';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { Fact, padding } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type CompanyRecord, settingsApi } from '../api';

const companySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, says(msg`Please enter the name of the company`))),
  region: z.string(),
  timeZone: z.string(),
  defaultWorkLocation: z.string().check(z.trim()),
});

type CompanyValues = z.infer<typeof companySchema>;

const valuesOf = ({ name, region, timeZone, defaultWorkLocation }: CompanyRecord): CompanyValues => ({
  name,
  region,
  timeZone,
  defaultWorkLocation: defaultWorkLocation ?? '',
});

const MOST_BYTES = 100 * 1024;
const TOO_LARGE = msg`The image has more than 100 KB: make it smaller`;

/** The content of a file in base64. */
async function encoded(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function Logo({ company }: { readonly company: CompanyRecord }) {
  const input = useRef<HTMLInputElement | null>(null);
  const [send, { isLoading }] = settingsApi.useChangeCompanyLogoMutation();
  const remove = useAct(settingsApi.useRemoveCompanyLogoMutation(), t`The logo could not be removed.`, () => t`The logo is removed.`);
  const toasts = useToasts();
  const { logo, showsLogo, name } = company;

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file === undefined) return;
    if (file.size > MOST_BYTES) {
      toasts.error(t(TOO_LARGE));
      return;
    }
    const { error } = await send({ logoRequest: { content: await encoded(file) } });
    if (error === undefined) toasts.success(t`The logo is saved.`);
    else toasts.error(messageOf(error, t`The logo could not be saved.`));
  };

  return (
    <Box component="section" aria-label={t`Logo`} sx={{ ...padding, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {logo !== null && <Box component="img" src={logo} alt={t`Logo of ${name}`} sx={{ height: 40, maxWidth: 220, objectFit: 'contain' }} />}
        <Box sx={{ flex: '1 1 240px' }}>
          <Typography variant="subtitle2" component="h3">
            {t`Logo`}
          </Typography>
          <Note>{t`PNG, JPEG or WebP, at most 100 KB. Mails and the invitation page show it.`}</Note>
        </Box>
        <input ref={input} type="file" accept="image/png,image/jpeg,image/webp" hidden aria-label={t`Logo`} onChange={(event) => void choose(event)} />
        <ProgressButton variant="outlined" busy={isLoading} busyLabel={t`Saving…`} onClick={() => input.current?.click()}>
          {logo === null ? t`Choose a logo` : t`Change the logo`}
        </ProgressButton>
        {logo !== null && (
          <ConfirmButton
            label={t`Remove`}
            button={{ variant: 'text', size: 'medium', color: 'error' }}
            title={t`Remove the logo?`}
            destructive
            busy={remove.busy}
            onConfirm={() => remove.act()}
          >
            {t`Mails that were sent no longer show it.`}
          </ConfirmButton>
        )}
      </Box>
      {logo !== null && !showsLogo && (
        <Alert severity="info" role="note">
          {t`Mails show it once the operator of this site has verified your company under its present name.`}
        </Alert>
      )}
    </Box>
  );
}

export function CompanyForm({ company }: { readonly company: CompanyRecord }) {
  const form = useZodForm<CompanyValues>(companySchema, valuesOf(company));
  const [change, { isLoading }] = settingsApi.useChangeCompanySettingsMutation();
  const toasts = useToasts();
  const { control } = form;
  const { isDirty } = form.formState;

  const save = async (values: CompanyValues) => {
    const before = valuesOf(company);
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof CompanyValues]));
    const { data, error } = await change({ companySettingsRequest: changed });
    if (data !== undefined) {
      form.reset(valuesOf(data));
      toasts.success(t`The company is saved.`);
    } else {
      showFailure(form, error, t`The company could not be saved.`);
    }
  };

  return (
    <>
      <Form form={form} label={t`Company`} onSubmit={save} padded>
        <TextField
          control={control}
          name="name"
          label={t`Name`}
          autoComplete="organization"
          hint={company.showsLogo ? t`Shown to invited people and applicants. A new name has to be verified by the operator of this site again.` : t`Shown to invited people and applicants.`}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5, alignItems: 'start' }}>
          <SelectField
            control={control}
            name="region"
            label={t`Country`}
            hint={t`Dates and numbers are written as there.`}
            options={company.regions.map((value) => ({ value, label: formatRegion(value) })).sort((one, other) => one.label.localeCompare(other.label))}
          />
          <SelectField
            control={control}
            name="timeZone"
            label={t`Time zone`}
            hint={t`Times are shown in it, and days begin by it.`}
            options={timeZones(company.timeZone).map(([value, label]) => ({ value, label }))}
          />
        </Box>
        <TextField
          control={control}
          name="defaultWorkLocation"
          label={t`Default work location (optional)`}
          autoComplete="off"
          hint={t`The form of a new person begins with it.`}
        />
        <FormActions busy={isLoading} cancelLabel={t`Discard changes`} mayCancel={!isLoading && isDirty} onCancel={() => form.reset(valuesOf(company))} />
      </Form>
      <Divider />
      <Logo company={company} />
    </>
  );
}

/** For those who may not change it. */
export function CompanyFacts({ company }: { readonly company: CompanyRecord }) {
  const { name, region, timeZone, defaultWorkLocation, logo } = company;
  return (
    <Box sx={padding}>
      {logo !== null && <Box component="img" src={logo} alt={t`Logo of ${name}`} sx={{ display: 'block', height: 40, maxWidth: 220, objectFit: 'contain', mb: 2 }} />}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3, m: 0 }}>
        <Fact term={t`Name`}>{name}</Fact>
        <Fact term={t`Country`}>{formatRegion(region)}</Fact>
        <Fact term={t`Time zone`}>{timeZone.replaceAll('_', ' ').replaceAll('/', ' / ')}</Fact>
        <Fact term={t`Default work location`}>{defaultWorkLocation ?? '—'}</Fact>
      </Box>
      <Note sx={{ mt: 2 }}>{t`A Super Admin of your company can change this.`}</Note>
    </Box>
  );
}
