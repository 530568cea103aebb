import { msg, t } from '@lingui/core/macro';
import { Box, Button, Divider } from '@mui/material';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { Form, FormActions } from '~/forms/Form';
import { SwitchField } from '~/forms/RadioField';
import { SelectField } from '~/forms/SelectField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { useSubmit, useZodForm } from '~/forms/useZodForm';
import { base64Of } from '~/lib/base64';
import { formatRegion, timeZones } from '~/lib/format';
import { INDUSTRIES, isIndustry } from '~/lib/industries';
import { LANGUAGES } from '~/lib/language';
import { ImageField } from '~/ui/ImageField';
import { Notice } from '~/ui/Notice';
import { Fact, padding } from '~/ui/Panel';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type CompanyRecord, settingsApi } from '../api';

const MOST_DAYS = 365;
const MOST_MONTHS = 120;

/** A scheme pays by what a person attends early on. */
const PRESET = { attendanceThreshold: '70', attendanceDays: '20' } as const;

const companySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, says(msg`Please enter the name of the company`))),
  industry: z.string(),
  website: z.string().check(z.trim()),
  region: z.string(),
  timeZone: z.string(),
  language: z.string(),
  defaultWorkLocation: z.string().check(z.trim()),
  foundByName: z.enum(['yes', 'no']),
  trainersMoveStages: z.enum(['yes', 'no']),
  mailStageChanges: z.enum(['yes', 'no']),
  attendanceThreshold: z.string().check(z.trim(), z.regex(/^(?:[1-9]\d?|100)$/u, says(msg`Enter a whole number from 1 to 100`))),
  attendanceDays: z.string().check(z.trim(), z.refine((typed) => typed === '' || (/^[1-9]\d{0,2}$/u.test(typed) && Number(typed) <= MOST_DAYS), says(msg`Enter a whole number from 1 to ${MOST_DAYS}, or leave it empty`))),
  attendanceKeptMonths: z.string().check(z.trim(), z.refine((typed) => /^[1-9]\d{0,2}$/u.test(typed) && Number(typed) <= MOST_MONTHS, says(msg`Enter a whole number from 1 to ${MOST_MONTHS}`))),
  interviewsKeptMonths: z.string().check(z.trim(), z.refine((typed) => /^[1-9]\d{0,2}$/u.test(typed) && Number(typed) <= MOST_MONTHS, says(msg`Enter a whole number from 1 to ${MOST_MONTHS}`))),
});

type CompanyValues = z.infer<typeof companySchema>;

const valuesOf = ({ name, industry, website, region, timeZone, language, defaultWorkLocation, foundByName, attendanceThreshold, attendanceDays, attendanceKeptMonths, interviewsKeptMonths, trainersMoveStages, mailStageChanges }: CompanyRecord): CompanyValues => ({
  name,
  industry,
  website: website ?? '',
  region,
  timeZone,
  language,
  defaultWorkLocation: defaultWorkLocation ?? '',
  foundByName: foundByName ? 'yes' : 'no',
  trainersMoveStages: trainersMoveStages ? 'yes' : 'no',
  mailStageChanges: mailStageChanges ? 'yes' : 'no',
  attendanceThreshold: String(attendanceThreshold),
  attendanceDays: attendanceDays === null ? '' : String(attendanceDays),
  attendanceKeptMonths: String(attendanceKeptMonths),
  interviewsKeptMonths: String(interviewsKeptMonths),
});

const SWITCHES: ReadonlySet<string> = new Set(['foundByName', 'trainersMoveStages', 'mailStageChanges']);

/** A changed value as the server takes it. */
const sentOf = (name: string, value: string) => {
  if (SWITCHES.has(name)) return value === 'yes';
  return name.startsWith('attendance') && value !== '' ? Number(value) : value;
};

const MOST_BYTES = 100 * 1024;
const TOO_LARGE = msg`The image has more than 100 KB: make it smaller`;

function Logo({ company }: { readonly company: CompanyRecord }) {
  const { act: send, busy } = useAct(settingsApi.useChangeCompanyLogoMutation(), t`The logo could not be saved.`, () => t`The logo is saved.`);
  const remove = useAct(settingsApi.useRemoveCompanyLogoMutation(), t`The logo could not be removed.`, () => t`The logo is removed.`);
  const toasts = useToasts();
  const { logo, showsLogo, name } = company;

  const choose = async (file: File) => {
    if (file.size > MOST_BYTES) toasts.error(t(TOO_LARGE));
    else await send({ logoRequest: { content: await base64Of(file) } });
  };

  return (
    <ImageField
      label={t`Logo`}
      note={t`PNG, JPEG or WebP, at most 100 KB. Mails and the invitation page show it.`}
      image={logo !== null && <Box component="img" src={logo} alt={t`Logo of ${name}`} sx={{ height: 40, maxWidth: 220, objectFit: 'contain' }} />}
      chooseLabel={logo === null ? t`Choose a logo` : t`Change the logo`}
      busy={busy}
      onChoose={choose}
      removal={logo !== null && { title: t`Remove the logo?`, children: t`Mails that were sent no longer show it.`, busy: remove.busy, onConfirm: () => remove.act() }}
    >
      {logo !== null && !showsLogo && (
        <Notice>{t`Mails show it once the operator of this site has verified your company under its present name.`}</Notice>
      )}
    </ImageField>
  );
}

interface SavedActionsProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly busy: boolean;
  readonly saved: Values;
}

/** The buttons of a form that stays on the page: what was typed is saved, or becomes again what is saved. */
export function SavedActions<Values extends FieldValues>({ form, busy, saved }: SavedActionsProps<Values>) {
  return <FormActions busy={busy} cancelLabel={t`Discard changes`} mayCancel={!busy && form.formState.isDirty} onCancel={() => form.reset(saved)} />;
}

const twoColumns = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5, alignItems: 'start' } as const;

export function CompanyForm({ company }: { readonly company: CompanyRecord }) {
  const form = useZodForm<CompanyValues>(companySchema, valuesOf(company));
  const { send, busy } = useSubmit(form, settingsApi.useChangeCompanySettingsMutation(), t`The company could not be saved.`, () => t`The company is saved.`);
  const { control } = form;

  const save = async (values: CompanyValues) => {
    const before = valuesOf(company);
    const changed = Object.entries(values).filter(([name, value]) => value !== before[name as keyof CompanyValues]);
    const data = await send({ companySettingsRequest: Object.fromEntries(changed.map(([name, value]) => [name, sentOf(name, value)])) });
    if (data !== undefined) form.reset(valuesOf(data));
  };
  const preset = () => {
    for (const name of ['attendanceThreshold', 'attendanceDays'] as const) form.setValue(name, PRESET[name], { shouldDirty: true, shouldValidate: true });
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
        <Box sx={twoColumns}>
          <SelectField control={control} name="industry" label={t`Industry`} options={Object.entries(INDUSTRIES)} />
          <TextField control={control} name="website" label={t`Website (optional)`} inputMode="url" autoComplete="url" hint={t`Such as https://example.com`} />
          <SelectField
            control={control}
            name="region"
            label={t`Country`}
            hint={t`Dates and numbers are written as there.`}
            options={company.regions.map((value) => [value, formatRegion(value)] as const).sort(([, one], [, other]) => one.localeCompare(other))}
          />
          <SelectField
            control={control}
            name="timeZone"
            label={t`Time zone`}
            hint={t`Times are shown in it, and days begin by it.`}
            options={timeZones(company.timeZone)}
          />
          <SelectField
            control={control}
            name="language"
            label={t`Language of invitations`}
            hint={t`Mails to people who have not chosen a language are in it.`}
            options={Object.entries(LANGUAGES)}
          />
          <TextField
            control={control}
            name="defaultWorkLocation"
            label={t`Default work location (optional)`}
            hint={t`The form of a new person begins with it.`}
          />
        </Box>
        <SwitchField
          control={control}
          name="foundByName"
          label={t`Learners find this institute by name`}
          hint={
            company.showsLogo
              ? t`Anyone who types three letters of its name on the start page or at sign-up is shown its page for applicants.`
              : t`Anyone who types three letters of its name is shown its page for applicants, once the operator of this site has verified your company under its present name.`
          }
          on="yes"
          off="no"
        />
        <Box role="group" aria-label={t`Attendance`} sx={{ ...twoColumns, rowGap: 1 }}>
          <TextField
            control={control}
            name="attendanceThreshold"
            label={t`Attendance people need (%)`}
            inputMode="numeric"
            hint={t`Of the sessions of their batch. Who is below it is at risk.`}
          />
          <TextField
            control={control}
            name="attendanceDays"
            label={t`Within the first days of a batch (optional)`}
            inputMode="numeric"
            hint={t`How many days count, from the first day of the batch. Empty: all of it.`}
          />
          <Button variant="outlined" size="small" onClick={preset} sx={{ justifySelf: 'start' }}>
            {t`70 % within 20 days`}
          </Button>
          <TextField
            control={control}
            name="attendanceKeptMonths"
            label={t`Keep notes and changes of attendance (months)`}
            inputMode="numeric"
            hint={t`Older ones are deleted. Marks and percentages stay.`}
          />
          <TextField
            control={control}
            name="interviewsKeptMonths"
            label={t`Keep notes and changes of interviews (months)`}
            inputMode="numeric"
            hint={t`Older ones are deleted. Marks and verdicts stay.`}
          />
        </Box>
        <SwitchField
          control={control}
          name="trainersMoveStages"
          label={t`Trainers move people of their batches`}
          hint={t`Between stages that are open. They neither accept people nor end their way.`}
          on="yes"
          off="no"
        />
        <SwitchField
          control={control}
          name="mailStageChanges"
          label={t`People get a mail when their stage has another public name`}
          hint={t`Not when more than 500 people are moved at once: write an announcement to so many.`}
          on="yes"
          off="no"
        />
        <SavedActions form={form} busy={busy} saved={valuesOf(company)} />
      </Form>
      <Divider />
      <Logo company={company} />
    </>
  );
}

/** For those who may not change it. */
export function CompanyFacts({ company }: { readonly company: CompanyRecord }) {
  const { name, industry, website, region, timeZone, language, defaultWorkLocation, logo, attendanceThreshold, attendanceDays } = company;
  return (
    <Box sx={padding}>
      {logo !== null && <Box component="img" src={logo} alt={t`Logo of ${name}`} sx={{ display: 'block', height: 40, maxWidth: 220, objectFit: 'contain', mb: 2 }} />}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3, m: 0 }}>
        <Fact term={t`Name`}>{name}</Fact>
        <Fact term={t`Industry`}>{isIndustry(industry) ? INDUSTRIES[industry] : industry}</Fact>
        <Fact term={t`Website`}>{website ?? '—'}</Fact>
        <Fact term={t`Country`}>{formatRegion(region)}</Fact>
        <Fact term={t`Time zone`}>{timeZone.replaceAll('_', ' ').replaceAll('/', ' / ')}</Fact>
        <Fact term={t`Language of invitations`}>{LANGUAGES[language]}</Fact>
        <Fact term={t`Default work location`}>{defaultWorkLocation ?? '—'}</Fact>
        <Fact term={t`Attendance people need`}>{attendanceDays === null ? `${attendanceThreshold} %` : t`${attendanceThreshold} % within ${attendanceDays} days`}</Fact>
      </Box>
      <Note sx={{ mt: 2 }}>{t`A Super Admin of your company can change this.`}</Note>
    </Box>
  );
}

const peopleSchema = z.object({
  invitationReminder: z.enum(['yes', 'no']),
  syncThreshold: z.string().check(z.trim(), z.regex(/^(?:\d|[1-9]\d|100)$/u, says(msg`Enter a whole number from 0 to 100`))),
});

type PeopleValues = z.infer<typeof peopleSchema>;

const peopleValuesOf = ({ invitationReminder, syncThreshold }: CompanyRecord): PeopleValues => ({
  invitationReminder: invitationReminder ? 'yes' : 'no',
  syncThreshold: String(syncThreshold),
});

/** How the company invites people, and when an import of a whole list asks before it deactivates those who are missing. */
export function PeopleForm({ settings }: { readonly settings: CompanyRecord }) {
  const form = useZodForm<PeopleValues>(peopleSchema, peopleValuesOf(settings));
  const { send, busy } = useSubmit(form, settingsApi.useChangeCompanySettingsMutation(), t`The settings could not be saved.`, () => t`The settings are saved.`);
  const { control } = form;

  const save = async ({ invitationReminder, syncThreshold }: PeopleValues) => {
    const data = await send({ companySettingsRequest: { invitationReminder: invitationReminder === 'yes', syncThreshold: Number(syncThreshold) } });
    if (data !== undefined) form.reset(peopleValuesOf(data));
  };

  return (
    <Form form={form} label={t`Invitations and imports`} onSubmit={save} padded>
      <SwitchField control={control} name="invitationReminder" label={t`Remind invited people`} hint={t`Those who have not logged in get one more email.`} on="yes" off="no" />
      <TextField
        control={control}
        name="syncThreshold"
        label={t`Missing people that an import may deactivate (%)`}
        inputMode="numeric"
        hint={t`Of the people in a batch, work location or profile whose whole list is imported. Where more are missing, their number has to be typed first.`}
      />
      <SavedActions form={form} busy={busy} saved={peopleValuesOf(settings)} />
    </Form>
  );
}
