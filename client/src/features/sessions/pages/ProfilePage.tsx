import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Avatar, Box, Button, Chip, Divider } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';

import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { askProof } from '~/api/proof';
import { selectLacksFactor, useClaims } from '~/api/session/slice';
import { Form, FormActions } from '~/forms/Form';
import { OwnFormFields } from '~/forms/OwnFields';
import { fullName, newPassword, phone, required, typedTwice } from '~/forms/schemas';
import { SharedPhone } from '~/forms/SharedPhone';
import { StrengthMeter } from '~/forms/StrengthMeter';
import { PasswordField, TextField } from '~/forms/TextField';
import { readDraft, useDraft } from '~/forms/useDraft';
import { emptyValues, useSubmit, useZodForm } from '~/forms/useZodForm';
import { normalizePhone } from '~/lib/contacts';
import { formatMoment } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { changedOwn, showValue } from '~/lib/ownFields';
import { NEWER } from '~/lib/texts';
import { labelOf } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { type ColorChoice, useColorMode } from '~/theme/colorMode';
import { radius } from '~/theme/tokens';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ExportButtons } from '~/ui/ExportButtons';
import { DeviceIcon, LockIcon, MoonIcon, PhoneIcon, SunIcon } from '~/ui/icons';
import { LanguageSelect } from '~/ui/LanguageSelect';
import { Notice } from '~/ui/Notice';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Entries, Fact, Nothing, Panel, QueryPanel, What } from '~/ui/Panel';
import { Phone } from '~/ui/Phone';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { type SessionItem, sessionsApi } from '../api';
import { OwnEmail } from '../components/OwnEmail';
import { OwnPhoto } from '../components/OwnPhoto';
import { SignInSecurity } from '../components/SignInSecurity';

const messageOf = ({ message }: { readonly message: string }) => translated(message);

const HANDHELD = /iPhone|iPad|Android/u;

function Device({ session, onRevoke }: { readonly session: SessionItem; readonly onRevoke: () => void }) {
  const { address, firstSeenAt, lastSeenAt, current } = session;
  const device = translated(session.device);
  const Icon = HANDHELD.test(device) ? PhoneIcon : DeviceIcon;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1.5, sm: 2 } }}>
      <Avatar aria-hidden variant="rounded" sx={{ width: 40, height: 40, borderRadius: radius.menu, ...(!current && { bgcolor: 'surface.sunken', color: 'text.secondary' }) }}>
        <Icon fontSize="small" />
      </Avatar>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <What>{device}</What>
          {current && <Chip size="small" color="primary" variant="outlined" label={t`This device`} />}
        </Box>
        <Caption component="p" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
          {address ?? t`Unknown address`} · {current ? t`active now` : t`last seen ${{ when: formatMoment(lastSeenAt) }}`}
        </Caption>
        <Caption component="p">{t`Logged in ${{ when: formatMoment(firstSeenAt) }}`}</Caption>
      </Box>
      {!current && (
        <Button variant="outlined" size="small" aria-label={t`Log out ${device}, last seen ${{ when: formatMoment(lastSeenAt) }}`} onClick={onRevoke}>
          {t`Log out`}
        </Button>
      )}
    </Box>
  );
}

interface Revocation {
  readonly sessions: readonly SessionItem[];
  /** All but this device, rather than one of them. */
  readonly isOfAll: boolean;
}

/** Asks before one device, or all others, are logged out. */
function RevokeDialog({ question: { asked, asking, close }, onClosed }: { readonly question: ReturnType<typeof useAsked<Revocation>>; readonly onClosed: () => void }) {
  const one = useAct(sessionsApi.useEndOneMutation(), t`The device could not be logged out.`, messageOf);
  const all = useAct(sessionsApi.useEndOthersMutation(), t`The devices could not be logged out.`, messageOf);
  const [first] = asked?.sessions ?? [];
  if (asked === null || first === undefined) return null;
  const { sessions, isOfAll } = asked;
  const { id, address, lastSeenAt } = first;
  const device = translated(first.device);
  const names = sessions.map((session) => translated(session.device)).join(', ');
  const where = address ?? t`unknown address`;
  const when = formatMoment(lastSeenAt);
  return (
    <ConfirmDialog
      open={asking}
      title={isOfAll ? t`Log out all other devices?` : t`Log out ${device}?`}
      confirmLabel={isOfAll ? t`Log Out All` : t`Log Out`}
      destructive
      busy={one.busy || all.busy}
      onConfirm={() => void (isOfAll ? all.act() : one.act({ sessionId: id })).then(close)}
      onClose={close}
      onClosed={onClosed}
    >
      {isOfAll ? (
        <Trans>
          <strong>{names}</strong>: <Plural value={sessions.length} one="it is logged out at once." other="they are logged out at once." /> This device stays logged in.
        </Trans>
      ) : (
        <Trans>
          <strong>{names}</strong> ({where}, last seen {when}) is logged out at once. To use it again, log in there.
        </Trans>
      )}
    </ConfirmDialog>
  );
}

function Devices() {
  const answer = sessionsApi.useReadSessionsQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  // A question stays while its device may leave the list.
  const question = useAsked<Revocation>();
  const sessions = answer.data?.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  const list = useRef<HTMLUListElement>(null);
  const answered = useRef(false);

  // The button that asked is gone with its device, before or after the answer: the focus moves to the list.
  const keepFocus = () => {
    if (answered.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  };
  useEffect(keepFocus, [others.length]);
  const onClosed = () => {
    answered.current = true;
    keepFocus();
  };

  return (
    <>
      <QueryPanel
        title={t`Devices`}
        answer={answer}
        failure={t`Your devices could not be loaded.`}
        lines={4}
        aside={
          others.length > 0 && (
            <Button size="small" onClick={() => question.ask({ sessions: others, isOfAll: true })}>
              {t`Log out all others`}
            </Button>
          )
        }
      >
        {() => (
          <>
            <Entries ref={list} label={t`Devices`}>
              {[...sessions.filter(({ current }) => current), ...others].map((session) => (
                <Device key={session.id} session={session} onRevoke={() => question.ask({ sessions: [session], isOfAll: false })} />
              ))}
            </Entries>
            {others.length === 0 && <Nothing>{t`No other devices are logged in.`}</Nothing>}
          </>
        )}
      </QueryPanel>
      <RevokeDialog question={question} onClosed={onClosed} />
    </>
  );
}

const detailsSchema = z.object({ fullName, phone });

type DetailsValues = z.infer<typeof detailsSchema>;

/** The company's own fields of which people see their own values. */
function useOwnDetails() {
  return useListFieldsQuery({}).data?.fields.filter(({ archivedAt, ownView }) => archivedAt === null && ownView) ?? [];
}

const DETAILS_DRAFT = 'details';

function DetailsForm({ userId, profile, onDone }: { readonly userId: string; readonly profile: OwnProfile; readonly onDone: () => void }) {
  const edited = useOwnDetails().filter(({ ownEdit }) => ownEdit);
  const form = useZodForm<DetailsValues>(detailsSchema, { fullName: profile.fullName, phone: profile.phone });
  const dropDraft = useDraft({ form, name: DETAILS_DRAFT, userId });
  const { send, busy } = useSubmit(form, sessionsApi.useEditOwnProfileMutation(), t`Your details could not be saved.`, () => t`Your details have been saved`);

  const leave = () => {
    dropDraft();
    onDone();
  };

  const save = async (values: DetailsValues) => {
    const normalized = normalizePhone(values.phone);
    // The rules of the form know the other fields alone.
    const own = changedOwn(edited, profile.fields, form.getValues());
    const changes = {
      ...(values.fullName !== profile.fullName && { fullName: values.fullName }),
      ...(normalized !== profile.phone && { phone: normalized }),
      ...(Object.keys(own).length > 0 && { fields: own }),
    };
    if (Object.keys(changes).length === 0 || (await send({ editProfileRequest: changes })) !== undefined) leave();
  };

  const typed = useWatch({ control: form.control, name: 'phone' });
  return (
    <Form form={form} label={t`Edit your details`} onSubmit={save} padded>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5 }}>
        <TextField control={form.control} name="fullName" label={t`Full name`} autoComplete="name" enterKeyHint="next" initialFocus />
        <TextField
          control={form.control}
          name="phone"
          label={t`Phone`}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="done"
          tidy={normalizePhone}
          hint={
            <>
              {t`Codes are not sent to a number that you enter here.`}
              <SharedPhone typed={typed} before={profile.phone} />
            </>
          }
        />
        <OwnFormFields control={form.control} fields={edited} profile={profile.profile} values={profile.fields} />
      </Box>
      <FormActions busy={busy} onCancel={leave} />
    </Form>
  );
}

function Facts({ profile }: { readonly profile: OwnProfile }) {
  const details = useOwnDetails();
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3, m: 0, p: { xs: 2, sm: 2.5 } }}>
      <Fact term={t`Full name`}>{profile.fullName}</Fact>
      {profile.signInName !== profile.email && <Fact term={t`You log in with`}>{profile.signInName}</Fact>}
      <Fact term={t`Phone`}><Phone>{profile.phone}</Phone></Fact>
      <Fact term={t`Company`}>{profile.companyName}</Fact>
      <Fact term={t`Profile`}>{profile.profile === null ? t`Applicant` : labelOf('profile', profile.profile)}</Fact>
      <Fact term={t`Role`}>{labelOf('role', profile.role)}</Fact>
      {/* What is empty says something to those alone who can fill it in. */}
      {details.map((field) => ({ field, shown: showValue(field, profile.fields[field.key]) })).filter(({ field, shown }) => field.ownEdit || shown !== '').map(({ field, shown }) => (
        <Fact key={field.key} term={field.label} isProse={field.kind === 'long'}>
          {shown || '—'}
        </Fact>
      ))}
    </Box>
  );
}

function OwnDetails() {
  const answer = useGetOwnProfileQuery();
  const userId = useClaims()?.userId ?? '';
  const [search] = useSearchParams();
  // Who is asked for details comes to their fields. What was typed before a reload is typed on.
  const [editing, setEditing] = useState(() => search.has('edit') || readDraft(DETAILS_DRAFT, userId) !== null);
  const button = useFocusOnChange<HTMLButtonElement>(String(editing));
  return (
    <QueryPanel
      title={t`Your details`}
      answer={answer}
      failure={t`Failed to load user data`}
      lines={6}
      aside={
        answer.data !== undefined &&
        !editing && (
          <Button ref={button} size="small" sx={{ mr: -1 }} aria-label={t`Edit your details`} onClick={() => setEditing(true)}>
            {t`Edit`}
          </Button>
        )
      }
    >
      {(profile) => (
        <>
          <OwnPhoto profile={profile} />
          <Divider />
          {editing ? <DetailsForm userId={userId} profile={profile} onDone={() => setEditing(false)} /> : <Facts profile={profile} />}
          <OwnEmail present={profile.email} />
        </>
      )}
    </QueryPanel>
  );
}

function OwnData() {
  return (
    <Panel title={t`Your data`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, p: { xs: 2, sm: 2.5 } }}>
        <Note sx={{ flex: '1 1 240px', textWrap: 'pretty' }}>
          {t`All that is stored about you, as a page to read and print: your account, batches, devices, messages, the trail of what was changed, and rows of imports. The JSON file has the same for programs.`}
        </Note>
        <ExportButtons userId={null} failure={t`Your data could not be exported.`} />
      </Box>
    </Panel>
  );
}

const KINDS = orNewer({ totp: msg`an authenticator app`, passkey: msg`a passkey` }, NEWER);

/** Above the second factors of a user whose company demands one that the session has not proved. */
function DemandedFactor() {
  const { data: own } = sessionsApi.useShowFactorsQuery();
  const landing = useClaims()?.redirectTo ?? '/dashboard';
  // One that the company asks for.
  const proves = own?.factors.some(({ kind, blocked }) => own.required.includes(kind) && !blocked) === true;
  const [one, another] = own?.required ?? [];
  const kind = one === undefined ? t`one` : another === undefined ? t(KINDS[one]) : t`an authenticator app or a passkey`;

  const confirm = async () => {
    const methods = own === undefined ? [] : [...own.factors.map(({ kind }) => kind), ...(own.recoveryCodesLeft > 0 ? ['recovery'] : [])];
    // The page is loaded anew: everything that was refused is asked for again.
    if (await askProof(methods)) window.location.assign(landing);
  };

  return (
    <Notice severity="warning" role="alert" icon={<LockIcon fontSize="small" />}>
      {t`Your company asks you for a second step.`} {proves ? t`Confirm with the one that you have.` : t`Add ${kind} below, and you can continue.`}
      <Box sx={{ mt: 1, ml: -1.5 }}>
        {proves ? (
          <Button color="inherit" onClick={() => void confirm()}>
            {t`Confirm it is you`}
          </Button>
        ) : (
          <Button color="inherit" href={landing}>
            {t`Continue`}
          </Button>
        )}
      </Box>
    </Notice>
  );
}

const CHOICES: readonly { readonly choice: ColorChoice; readonly label: MessageDescriptor; readonly icon: ReactNode }[] = [
  { choice: 'light', label: msg`Light`, icon: <SunIcon fontSize="small" /> },
  { choice: 'dark', label: msg`Dark`, icon: <MoonIcon fontSize="small" /> },
  { choice: 'system', label: msg`System`, icon: <DeviceIcon fontSize="small" /> },
];

const card = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 44,
  px: 2,
  border: 1,
  borderColor: 'surface.controlLine',
  borderRadius: radius.control,
  color: 'text.secondary',
  typography: 'subtitle2',
  cursor: 'pointer',
  transition: 'border-color 120ms, background-color 120ms, color 120ms',
  '&:hover': { color: 'text.primary' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'soft.accent', color: 'primary.main' },
  '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

function OwnLanguage() {
  const { act } = useAct(sessionsApi.useEditOwnProfileMutation(), t`Your language could not be saved.`);
  return (
    <Panel title={t`Language`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, p: { xs: 2, sm: 2.5 } }}>
        <Note sx={{ flex: '1 1 240px' }}>{t`Pages are shown in it on all of your devices, and messages to you are written in it.`}</Note>
        <LanguageSelect onChoose={(language) => act({ editProfileRequest: { language } })} />
      </Box>
    </Panel>
  );
}

function Appearance() {
  const { choice: chosen, choose } = useColorMode();
  return (
    <Panel title={t`Theme`}>
      <Box
        role="radiogroup"
        aria-label={t`Theme`}
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5, p: { xs: 2, sm: 2.5 } }}
      >
        {CHOICES.map(({ choice, label, icon }) => (
          <Box key={choice} component="label" sx={card}>
            <input type="radio" name="theme" className="visually-hidden" checked={choice === chosen} onChange={() => choose(choice)} />
            {icon}
            {t(label)}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

const passwordSchema = z.object({ currentPassword: required, newPassword, confirmPassword: required }).check(typedTwice);

const firstPasswordSchema = z.object({ currentPassword: z.string(), newPassword, confirmPassword: required }).check(typedTwice);

type PasswordValues = z.infer<typeof passwordSchema>;

const EMPTY = emptyValues(passwordSchema);

function ChangePassword() {
  const { data: security } = sessionsApi.useShowFactorsQuery();
  // Until it is known, as for most accounts.
  const hasPassword = security?.hasPassword ?? true;
  return <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} />;
}

function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const form = useZodForm<PasswordValues>(hasPassword ? passwordSchema : firstPasswordSchema, EMPTY);
  const { send, busy } = useSubmit(form, sessionsApi.useChangeOwnPasswordMutation(), t`Your password could not be changed.`, messageOf);
  const claims = useClaims();
  const { control } = form;
  const typed = useWatch({ control, name: 'newPassword' });

  const save = async (values: PasswordValues) => {
    if ((await send({ changePasswordRequest: values })) !== undefined) form.reset(EMPTY);
  };

  return (
    <Panel title={t`Password`}>
      <Form form={form} label={t`Change password`} onSubmit={save} padded>
        {!hasPassword && (
          <Note>{t`You have no password and do not need one. If you choose one, it works beside what you log in with now.`}</Note>
        )}
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${hasPassword ? '3' : '2'}, minmax(0, 1fr))` }, gap: 2.5, alignItems: 'start' }}>
          {hasPassword && (
            <PasswordField control={control} name="currentPassword" label={t`Current password`} autoComplete="current-password" enterKeyHint="next" />
          )}
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <PasswordField control={control} name="newPassword" label={t`New password`} autoComplete="new-password" enterKeyHint="next" />
            <StrengthMeter password={typed} person={claims === null ? {} : { ...claims, email: claims.email ?? '' }} fieldError={form.formState.errors.newPassword?.message} />
          </Box>
          <PasswordField control={control} name="confirmPassword" label={t`Confirm password`} autoComplete="new-password" enterKeyHint="done" />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          <Caption>{t`All other devices are logged out. You will get a confirmation email.`}</Caption>
          <ProgressButton type="submit" busy={busy} busyLabel={t`Saving…`} sx={{ ml: 'auto' }}>
            {hasPassword ? t`Change password` : t`Choose password`}
          </ProgressButton>
        </Box>
      </Form>
    </Panel>
  );
}

/** Before anything else of a user whose company demands a second factor: the rest is refused until then. */
function SetUpFirst() {
  return (
    <PageShell>
      <PageHeader title={t`Protect your account`} subtitle={t`One step before you continue.`} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <DemandedFactor />
        <SignInSecurity />
      </Box>
    </PageShell>
  );
}

export function ProfilePage() {
  const lacksFactor = useSelector(selectLacksFactor);
  if (lacksFactor) return <SetUpFirst />;
  return (
    <PageShell>
      <PageHeader title={t`Profile`} subtitle={t`Your details, your password and the devices on which you are logged in.`} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <OwnDetails />
        <ChangePassword />
        <SignInSecurity />
        <Devices />
        <OwnData />
        <OwnLanguage />
        <Appearance />
      </Box>
    </PageShell>
  );
}
