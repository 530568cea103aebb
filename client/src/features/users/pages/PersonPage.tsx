import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { Link, useParams } from 'react-router';

import { type EditConflict, isProblem, messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { useClaims } from '~/api/session/slice';
import { Form, FormActions, FormError } from '~/forms/Form';
import { type Draft, dropDraft, keepDraft, readDraft } from '~/forms/useDraft';
import { showFieldErrors } from '~/forms/useZodForm';
import { type Change, ChangeList } from '~/ui/ChangeList';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { useOwnFields } from '~/realtime/ownFields';
import { Notice } from '~/ui/Notice';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Fact, QueryPanel } from '~/ui/Panel';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type FieldRecord, type PersonRecord, type UserRecord, usersApi } from '../api';
import { AccessSwitch, createUserSchema, type CreateUserValues, FormSection, MoreDetails, PersonalFields, PositionSection, rulesWith } from '../create/PersonalFields';
import { profileOf, roleOf } from '../format';
import { Application } from '../applicants/DecisionDialog';
import { PendingEmail, PersonFacts } from '../person/PersonPanel';
import { PersonParts, type RenderBulk } from '../person/PersonParts';
import { changedFields, type Clash, describe, type FieldName, labelOfField, merge, requestOf, sayConflict, valuesOf as valuesOfPerson, wordsOf } from '../person/personValues';
import { usePerson } from '../person/usePersonInAddress';
import { UPDATE_FAILED } from '../row/PositionFields';
import { useRights } from '../useRights';

type Own = readonly FieldRecord[];

/**
 * The rules of a new account for what has changed. What an import has left empty or its rules have let through can stay,
 * as the server has it, too.
 */
const judgeChanges = (own: Own): Resolver<CreateUserValues, CreateUserValues, CreateUserValues> => async (values, base, options) => {
  const { errors } = await rulesWith(createUserSchema, own)(values, undefined, options);
  const judged = new Set<string>(changedFields(values, base ?? values));
  if (judged.has('profile')) judged.add('role');
  const left = Object.fromEntries(Object.entries(errors).filter(([name]) => judged.has(name))) as FieldErrors<CreateUserValues>;
  return Object.keys(left).length === 0 ? { values, errors: {} } : { values: {}, errors: left };
};

const nameOf = (id: string) => `person:${id}`;
const WAS = 'was:';

interface Edited {
  readonly id: string;
  readonly own: string;
}

/** Keeps what was typed beside what it replaces, so that a later change of the same field is noticed. */
function keepTyped({ id, own }: Edited, values: CreateUserValues, base: CreateUserValues): void {
  const names = changedFields(values, base);
  const typed = names.flatMap((name) => [[name, values[name] ?? ''], [WAS + name, base[name] ?? '']] as const);
  if (names.length === 0) dropDraft(nameOf(id));
  else keepDraft(nameOf(id), own, Object.fromEntries(typed));
}

function dropTyped({ id }: Edited): void {
  dropDraft(nameOf(id));
}

/** The form's first values: those of the person, with what was typed before a reload; and the fields changed since. */
function withTyped({ id, own }: Edited, theirs: CreateUserValues) {
  const draft: Draft = readDraft(nameOf(id), own) ?? {};
  const names = Object.keys(draft).filter((name): name is FieldName => name in theirs && !name.startsWith(WAS));
  const part = (prefix: string) => Object.fromEntries(names.map((name) => [name, draft[prefix + name]])) as Partial<CreateUserValues>;
  return merge({ mine: { ...theirs, ...part('') }, base: { ...theirs, ...part(WAS) }, theirs });
}

interface Met {
  readonly sentence: string;
  /** Taken over, as nothing else was typed. */
  readonly taken: readonly Change[];
  readonly clashes: readonly Clash[];
}

type Choices = Readonly<Partial<Record<FieldName, 'mine' | 'theirs'>>>;

const meanwhile = (fullName: string) => t`${fullName} was changed meanwhile.`;

const clashId = (name: FieldName) => `clash-${name}`;

/** Edits all fields of a person against the version on screen. Nothing that was typed is lost when others have changed it. */
function useEditPerson(user: UserRecord, own: Own) {
  const valuesOf = (each: UserRecord) => valuesOfPerson(each, own);
  const toasts = useToasts();
  const edited = { id: user.id, own: useClaims()?.userId ?? '' };
  const [edit, { isLoading: saving }] = usersApi.useEditSingleUserMutation();
  const [base, setBase] = useState(user);
  const [start] = useState(() => withTyped(edited, valuesOf(user)));
  const form = useForm<CreateUserValues, CreateUserValues, CreateUserValues>({ resolver: judgeChanges(own), context: valuesOf(base), defaultValues: start.values });
  const [met, setMet] = useState<Met | null>(
    start.clashes.length === 0 ? null : { sentence: meanwhile(user.fullName), taken: [], clashes: start.clashes },
  );
  const [choices, setChoices] = useState<Choices>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState<readonly Change[] | null>(null);

  const changedElsewhere = user.version > base.version ? changedFields(valuesOf(user), valuesOf(base)) : [];
  // Another version of what the form does not show.
  if (user.version > base.version && changedElsewhere.length === 0 && !saving) setBase(user);

  const keep = useEffectEvent((values: CreateUserValues) => keepTyped(edited, values, valuesOf(base)));
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(values),
      }),
    [form],
  );

  const rebase = (now: UserRecord, sentence: string) => {
    const [mine, was, theirs] = [form.getValues(), valuesOf(base), valuesOf(now)];
    const { values, clashes } = merge({ mine, base: was, theirs });
    const typed = new Set<FieldName>(changedFields(mine, was));
    const taken = changedFields(theirs, was).filter((name) => !typed.has(name));
    setBase(now);
    setMet({ sentence, taken: describe(taken, was, theirs, own), clashes });
    setChoices({});
    form.reset(values, { keepErrors: true });
    keepTyped(edited, values, theirs);
  };

  const meet = (conflict: EditConflict) => {
    rebase(conflict.current, sayConflict(conflict, own) ?? meanwhile(conflict.current.fullName));
  };

  const finish = (now: UserRecord, names: readonly FieldName[]) => {
    setSaved(describe(names.filter((name) => name !== 'email' || now.email !== base.email), valuesOf(base), valuesOf(now), own));
    setBase(now);
    setMet(null);
    form.reset(valuesOf(now));
    dropTyped(edited);
    toasts.success(t`User updated successfully`);
  };

  const save = async (values: CreateUserValues) => {
    setFailure(null);
    setSaved(null);
    const open = met?.clashes.find(({ name }) => choices[name] === undefined);
    if (open !== undefined) {
      setFailure(t`Two have changed the same. Please choose for each field: “Keep mine” or “Take theirs”.`);
      document.getElementById(clashId(open.name))?.focus();
      return;
    }
    const names = changedFields(values, valuesOf(base));
    if (names.length === 0) {
      setSaved([]);
      setMet(null);
      return;
    }
    const { data, error } = await edit({ userId: user.id, editUserRequest: { ...requestOf(values, names, base, own), version: base.version } });
    if (data !== undefined) finish(data, names);
    else if (isProblem(error) && error.met !== undefined) meet(error.met);
    else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t(UPDATE_FAILED)));
  };

  return {
    form,
    own,
    saving,
    failure,
    /** What the last save has changed; empty where nothing had to. */
    saved,
    met,
    choices,
    save,
    choose: ({ name, mine, theirs }: Clash, choice: 'mine' | 'theirs') => {
      setChoices({ ...choices, [name]: choice });
      form.setValue(name, choice === 'mine' ? mine : theirs, { shouldDirty: true });
      form.clearErrors(name);
    },
    /** The sentence of a change that is announced and not shown yet. */
    announced: changedElsewhere.length > 0 && !saving ? meanwhile(user.fullName) : null,
    takeOver: () => rebase(user, meanwhile(user.fullName)),
    undo: () => {
      form.reset(valuesOf(base));
      setMet(null);
      setFailure(null);
      dropTyped(edited);
    },
  };
}

type PersonEdit = ReturnType<typeof useEditPerson>;

function EditPersonForm({ user, own }: { readonly user: PersonRecord; readonly own: Own }) {
  const edit = useEditPerson(user, own);
  const { form, announced } = edit;
  const isInvited = user.invitation !== 'none' && user.isActive;
  const unconfirmed = isInvited ? t`Never logged in: a new address counts at once and gets a new invitation.` : t`Never logged in: a new address counts at once.`;
  const emailHint = user.lastSignInAt === null ? unconfirmed : t`The new address counts once it is confirmed.`;
  return (
    <Form form={form} label={t`Edit ${{ fullName: user.fullName }}`} showsError={false} onSubmit={edit.save} gap={2}>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {announced !== null && (
          <Notice
            role="presentation"
            action={
              <Button color="inherit" size="small" onClick={edit.takeOver}>
                {t`Show the change`}
              </Button>
            }
          >
            {announced} {t`What you have typed stays.`}
          </Notice>
        )}
      </Box>
      <PersonalFields form={form} emailHint={emailHint} user={user} />
      <PendingEmail user={user} mayCancel />
      <PositionSection form={form} />
      <MoreDetails form={form} user={user} />
      <FormSection title={t`Account Settings`}>
        <AccessSwitch form={form} hint={t`Off: logged out everywhere, and no login until you activate it.`} />
      </FormSection>
      <ConflictNote edit={edit} />
      <SavedNote edit={edit} waits={user.pendingEmail !== null} />
      <FormError message={edit.failure} />
      <FormActions busy={edit.saving} cancelLabel={t`Undo Changes`} submitLabel={t`Save Changes`} busyLabel={t`Saving...`} mayCancel onCancel={edit.undo} />
    </Form>
  );
}

/** What a save has changed. Rendered empty first, so that it is announced. */
function SavedNote({ edit: { saved }, waits }: { readonly edit: PersonEdit; readonly waits: boolean }) {
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {saved !== null && (
        <Notice severity="success" role="presentation">
          {saved.length > 0 ? t`Saved:` : waits ? t`Saved. The new email waits to be confirmed.` : t`Nothing to save: nothing has changed.`}
          <ChangeList changes={saved} />
        </Notice>
      )}
    </Box>
  );
}

function ClashField({ clash, edit }: { readonly clash: Clash; readonly edit: PersonEdit }) {
  const { name, mine, theirs } = clash;
  const label = labelOfField(name, edit.own);
  const choice = (which: 'mine' | 'theirs', text: string) => (
    <Button
      {...(which === 'mine' && { id: clashId(name) })}
      size="small"
      color="inherit"
      variant={edit.choices[name] === which ? 'contained' : 'outlined'}
      aria-pressed={edit.choices[name] === which}
      onClick={() => edit.choose(clash, which)}
    >
      {text}
    </Button>
  );
  return (
    <Box role="group" aria-label={t`${label}: yours or theirs`} sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle2" component="p">
        {label}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 1, m: 0 }}>
        <Fact term={t`Yours`}>{wordsOf(name, mine, edit.own)}</Fact>
        <Fact term={t`Theirs`}>{wordsOf(name, theirs, edit.own)}</Fact>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choice('mine', t`Keep mine`)}
        {choice('theirs', t`Take theirs`)}
      </Box>
    </Box>
  );
}

/** Who has changed what when, and the fields to decide on. Rendered empty first, so that it is announced. */
function ConflictNote({ edit }: { readonly edit: PersonEdit }) {
  const { met } = edit;
  return (
    <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
      {met !== null && (
        <Notice severity="warning" role="presentation" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <Box>
              {met.sentence} {t`Nothing of yours is saved yet.`}
              {met.clashes.length > 0 && ` ${t`Choose for each field that both have changed, then save.`}`}
            </Box>
            {met.taken.length > 0 && (
              <Box>
                <Typography variant="caption" component="p">
                  {t`Taken over, as you have not changed it:`}
                </Typography>
                <ChangeList changes={met.taken} />
              </Box>
            )}
            {met.clashes.map((clash) => (
              <ClashField key={clash.name} clash={clash} edit={edit} />
            ))}
          </Box>
        </Notice>
      )}
    </Box>
  );
}

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
  gap: 2,
} as const;
const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 } as const;

function RemovePhoto({ user: { id, fullName } }: { readonly user: PersonRecord }) {
  const { act, busy } = useAct(usersApi.useRemovePersonPhotoMutation(), t`The photo could not be removed.`, () => t`The photo is removed.`);
  return (
    <ConfirmButton label={t`Remove photo`} title={t`Remove the photo of ${fullName}?`} confirmLabel={t`Remove`} destructive busy={busy} onConfirm={() => act({ userId: id })}>
      {t`${fullName} can choose another one.`}
    </ConfirmButton>
  );
}

export function PersonPage({ renderBulk }: { readonly renderBulk?: RenderBulk }) {
  const { userId = '' } = useParams();
  const answer = usePerson(userId);
  // What may be edited is known with one's own profile.
  const { isLoading } = useGetOwnProfileQuery();
  const { edited, isLoading: isMore } = useOwnFields();
  const rights = useRights();
  const { data: user } = answer;
  const ready = isLoading || isMore ? undefined : user;
  const mayEdit = ready !== undefined && rights.mayEdit(ready);
  return (
    <PageShell>
      <BackLink to="/dashboard/users?tab=manage">{t`Manage Users`}</BackLink>
      <PageHeader
        title={user?.fullName ?? t`Person`}
        subtitle={user === undefined ? '' : [roleOf(user), profileOf(user), ...(user.isActive ? [] : [t`Inactive`])].join(' · ')}
        {...(typeof user?.photoId === 'string' && {
          picture: <PersonAvatar fullName={user.fullName} photoId={user.photoId} userId={user.id} sx={{ width: 64, height: 64 }} />,
          ...(mayEdit && { actions: <RemovePhoto user={user} /> }),
        })}
        {...(ready !== undefined &&
          rights.isSelf(ready) && {
            actions: (
              <Button component={Link} to="/dashboard/profile" variant="outlined">
                {t`Your details`}
              </Button>
            ),
          })}
      />
      <Box sx={columns}>
        <Box sx={column}>
          {ready !== undefined && mayEdit && <Application user={ready} />}
          {mayEdit ? (
            <EditPersonForm key={ready.id} user={ready} own={edited} />
          ) : (
            <QueryPanel title={t`Details`} answer={{ ...answer, data: ready }} failure={t`This person could not be loaded.`} lines={8}>
              {(loaded) => <PersonFacts user={loaded} />}
            </QueryPanel>
          )}
          {ready !== undefined && !mayEdit && <PendingEmail user={ready} mayCancel={false} />}
        </Box>
        <Box sx={column}>{ready !== undefined && <PersonParts user={ready} rights={rights} renderBulk={renderBulk} />}</Box>
      </Box>
    </PageShell>
  );
}
