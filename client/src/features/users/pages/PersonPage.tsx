import { Alert, Box, Button, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';

import { useGetOwnProfileQuery } from '~/api/profile';
import { Form, FormError } from '~/forms/Form';
import { SwitchField } from '~/forms/RadioField';
import { ChangeList } from '~/ui/ChangeList';
import { ProgressButton } from '~/ui/ProgressButton';
import { CheckCircleIcon, InfoIcon, WarningIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Fact, QueryPanel } from '~/ui/Panel';

import type { UserRecord } from '../api';
import { FormSection, PersonalFields, PositionSection } from '../create/PersonalFields';
import { profileOf, roleOf } from '../format';
import { PendingEmail, PersonFacts } from '../person/PersonPanel';
import { PersonParts } from '../person/PersonParts';
import { type Clash, labelOfField, wordsOf } from '../person/personValues';
import { clashId, type PersonEdit, useEditPerson } from '../person/useEditPerson';
import { usePerson } from '../person/usePersonInAddress';
import { useRights } from '../useRights';

const WAITS = 'The new address counts once it is confirmed.';
const AT_ONCE = 'Never logged in: a new address counts at once and gets a new invitation.';

/** All fields of a person, as in the form of a new one. */
function EditPersonForm({ user }: { readonly user: UserRecord }) {
  const edit = useEditPerson(user);
  const { form, announced } = edit;
  return (
    <Form form={form} label={`Edit ${user.fullName}`} showsError={false} onSubmit={edit.save} gap={2}>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {announced !== null && (
          <Alert
            severity="info"
            role="presentation"
            icon={<InfoIcon fontSize="small" />}
            action={
              <Button color="inherit" size="small" onClick={edit.takeOver}>
                Show the change
              </Button>
            }
          >
            {announced} What you have typed stays.
          </Alert>
        )}
      </Box>
      <PersonalFields form={form} emailHint={user.lastSignInAt === null ? AT_ONCE : WAITS} savedPhone={user.phone} />
      <PendingEmail user={user} mayCancel />
      <PositionSection form={form} />
      <FormSection title="Account Settings">
        <SwitchField
          control={form.control}
          name="access"
          on="active"
          off="inactive"
          label="Active account"
          hint="Off: logged out everywhere, and no login until you activate it."
        />
      </FormSection>
      <ConflictNote edit={edit} />
      <SavedNote edit={edit} waits={user.pendingEmail !== null} />
      <FormError message={edit.failure} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="outlined" onClick={edit.undo}>
          Undo Changes
        </Button>
        <ProgressButton type="submit" busy={edit.saving} busyLabel="Saving...">
          Save Changes
        </ProgressButton>
      </Box>
    </Form>
  );
}

/** What a save has changed. Rendered empty first, so that it is announced. */
function SavedNote({ edit: { saved }, waits }: { readonly edit: PersonEdit; readonly waits: boolean }) {
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {saved !== null && (
        <Alert severity="success" role="presentation" icon={<CheckCircleIcon fontSize="small" />}>
          {saved.length > 0 ? 'Saved:' : waits ? 'Saved. The new email waits to be confirmed.' : 'Nothing to save: nothing has changed.'}
          <ChangeList changes={saved} />
        </Alert>
      )}
    </Box>
  );
}

/** One field that two have changed: what each wants, and the choice. */
function ClashField({ clash, edit }: { readonly clash: Clash; readonly edit: PersonEdit }) {
  const { name, mine, theirs } = clash;
  const label = labelOfField(name);
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
    <Box role="group" aria-label={`${label}: yours or theirs`} sx={{ display: 'grid', gap: 1, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle2" component="p">
        {label}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 1, m: 0 }}>
        <Fact term="Yours">{wordsOf(name, mine)}</Fact>
        <Fact term="Theirs">{wordsOf(name, theirs)}</Fact>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choice('mine', 'Keep mine')}
        {choice('theirs', 'Take theirs')}
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
        <Alert severity="warning" role="presentation" icon={<WarningIcon fontSize="small" />} sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <Box>
              {met.sentence} Nothing of yours is saved yet.
              {met.clashes.length > 0 && ' Choose for each field that both have changed, then save.'}
            </Box>
            {met.taken.length > 0 && (
              <Box>
                <Typography variant="caption" component="p">
                  Taken over, as you have not changed it:
                </Typography>
                <ChangeList changes={met.taken} />
              </Box>
            )}
            {met.clashes.map((clash) => (
              <ClashField key={clash.name} clash={clash} edit={edit} />
            ))}
          </Box>
        </Alert>
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

/** One person: all fields, corrected where the matrix allows it, and what is known beside them. */
export function PersonPage() {
  const { userId = '' } = useParams();
  const answer = usePerson(userId);
  // What may be edited is known with one's own profile.
  const { isLoading } = useGetOwnProfileQuery();
  const rights = useRights();
  const { data: user } = answer;
  const ready = isLoading ? undefined : user;
  const mayEdit = ready !== undefined && rights.mayEdit(ready);
  return (
    <PageShell>
      <BackLink to="/dashboard/users?tab=manage">Manage Users</BackLink>
      <PageHeader
        title={user?.fullName ?? 'Person'}
        subtitle={user === undefined ? '' : `${roleOf(user)} · ${profileOf(user)}${user.isActive ? '' : ' · Inactive'}`}
        {...(ready !== undefined &&
          rights.isSelf(ready) && {
            actions: (
              <Button component={Link} to="/dashboard/profile" variant="outlined">
                Your details
              </Button>
            ),
          })}
      />
      <Box sx={columns}>
        <Box sx={column}>
          {mayEdit ? (
            <EditPersonForm key={ready.id} user={ready} />
          ) : (
            <QueryPanel title="Details" answer={{ ...answer, data: ready }} failure="This person could not be loaded." lines={8}>
              {(loaded) => <PersonFacts user={loaded} />}
            </QueryPanel>
          )}
          {ready !== undefined && !mayEdit && <PendingEmail user={ready} mayCancel={false} />}
        </Box>
        <Box sx={column}>{ready !== undefined && <PersonParts user={ready} rights={rights} />}</Box>
      </Box>
    </PageShell>
  );
}
