import { Box, Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { useExportDataMutation } from '~/api/personalData';
import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { sayActivity } from '~/lib/activity';
import { changesOf } from '~/lib/changes';
import { formatMoment } from '~/lib/format';
import { AUDITORS, isProfile } from '~/lib/profiles';
import { ChangeList } from '~/ui/ChangeList';
import { ProgressButton } from '~/ui/ProgressButton';
import { Panel } from '~/ui/Panel';
import { useToasts } from '~/ui/toasts/slice';

import { type Invitation, useReadPersonActivityQuery, useReadPersonFactorsQuery, useResetPersonFactorsMutation, type UserRecord } from '../api';
import { inviteLabel, isInvitable } from '../format';
import { InvitationState } from '../list/UserName';
import { RemoveFactorsDialog, useUserActs } from '../row/UserDialogs';
import type { Rights } from '../useRights';
import { EraseDialog } from './EraseDialog';
import { PersonMessages } from './PersonMessages';
import { Entries, Entry, Nothing, padding, PersonPart } from './PersonPart';
import { PersonSessions } from './PersonSessions';
import { useFollowedPerson, usePersonInAddress } from './usePersonInAddress';

const inBatch = (id: string) => `/dashboard/users?${new URLSearchParams({ tab: 'manage', batch: id }).toString()}`;

/** The batches of a person, each a link to its people. */
export function PersonBatches({ batches }: Pick<UserRecord, 'batches'>) {
  return (
    <Panel title="Batches">
      {batches.length === 0 ? (
        <Nothing>In no batch. Select people in Manage Users to put them into one.</Nothing>
      ) : (
        <Box component="ul" aria-label="Batches" sx={{ ...padding, m: 0, display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none' }}>
          {batches.map(({ id, name }) => (
            <li key={id}>
              <Chip clickable component={Link} to={inBatch(id)} label={name} variant="outlined" sx={{ maxWidth: '100%' }} />
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
}

const allOf = (userId: string) => `/dashboard/users/audit?${new URLSearchParams({ subject: userId }).toString()}`;

/** The newest entries of the audit trail about a person. */
export function PersonActivity({ user }: { readonly user: UserRecord }) {
  const { id: userId, fullName } = user;
  const answer = useReadPersonActivityQuery({ userId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useFollowedPerson(userId, answer.refetch);
  return (
    <PersonPart
      title="Activity"
      answer={answer}
      failure="The activity could not be loaded."
      lines={4}
      aside={
        (answer.data?.total ?? 0) > 0 && (
          <Button component={Link} to={allOf(userId)} variant="text" size="small" sx={{ mr: -1 }}>
            All activity
          </Button>
        )
      }
    >
      {({ data }) => (
        <>
          {data.length === 0 && <Nothing>Nothing has been recorded yet.</Nothing>}
          <Entries label="Activity">
            {data.map((entry) => (
              <Entry key={entry.id}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {sayActivity({ ...entry, subjectLabel: fullName })}
                </Typography>
                <ChangeList changes={changesOf(entry)} />
                <Typography variant="caption" component="time" dateTime={entry.createdAt} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {formatMoment(entry.createdAt)}
                </Typography>
              </Entry>
            ))}
          </Entries>
        </>
      )}
    </PersonPart>
  );
}

const SENTENCES: Readonly<Record<Exclude<Invitation, 'none'>, string>> = {
  queued: 'The mail with the temporary password is on its way.',
  sent: 'The mail with the temporary password was sent; there was no login with it yet.',
  lapsed: 'The temporary password works no longer. A new invitation has a new one.',
  failed: 'The mail could not be delivered. Check the email, then invite again.',
  accepted: 'The account is in use.',
};

/** What the state means for this person. */
function sentenceOf({ invitation, isActive, lastSignInAt }: UserRecord): string {
  if (invitation !== 'none') return SENTENCES[invitation];
  if (lastSignInAt !== null) return SENTENCES.accepted;
  return isActive ? '' : 'An inactive account is not invited.';
}

interface PersonInvitationProps {
  readonly user: UserRecord;
  readonly mayInvite: boolean;
}

/** The state of a person's invitation in words. */
export function PersonInvitation({ user, mayInvite }: PersonInvitationProps) {
  const { inviting, invite } = useUserActs();
  return (
    <Panel
      title="Invitation"
      aside={
        mayInvite &&
        isInvitable(user) && (
          <ProgressButton variant="outlined" size="small" busy={inviting} onClick={() => void invite(user)}>
            {inviteLabel(user)}
          </ProgressButton>
        )
      }
    >
      <Typography variant="body2" role="status" sx={padding}>
        <strong>
          <InvitationState invitation={user.invitation} />
        </strong>
        .{' '}
        {sentenceOf(user)}
      </Typography>
    </Panel>
  );
}

const LIST = '/dashboard/users?tab=manage';

/** A copy of all that is stored about a person, and its erasure, for those who may delete them. */
export function PersonData({ user }: { readonly user: UserRecord }) {
  const userId = user.id;
  const { openId, close } = usePersonInAddress();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [exportData, { isLoading, originalArgs }] = useExportDataMutation();
  const toasts = useToasts();
  const save = async (format: 'html' | 'json') => {
    const { error } = await exportData({ userId, format });
    if (error !== undefined) toasts.error(messageOf(error, 'The data could not be exported.'));
  };
  const leave = () => {
    if (openId === null) void navigate(LIST, { replace: true });
    else close();
  };
  const isSaving = (format: 'html' | 'json') => isLoading && originalArgs?.format === format;
  return (
    <Panel
      title="Personal data"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ProgressButton variant="outlined" size="small" busy={isSaving('html')} busyLabel="Exporting…" onClick={() => void save('html')}>
            Export data
          </ProgressButton>
          <ProgressButton variant="text" size="small" busy={isSaving('json')} busyLabel="Exporting…" onClick={() => void save('json')}>
            Export as JSON
          </ProgressButton>
        </Box>
      }
    >
      <Nothing>All that is stored about this person, as a page to read and print, or as JSON for programs. Exporting it is recorded.</Nothing>
      <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="body2" sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
          Deletes the account and the copies of its data that deleting keeps.
        </Typography>
        <Button size="small" variant="outlined" color="error" onClick={() => setAsking(true)}>
          Erase personal data
        </Button>
      </Box>
      <EraseDialog user={user} open={asking} onClose={() => setAsking(false)} onErased={leave} />
    </Panel>
  );
}

const KINDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

/** The ways in which a person confirms a login, and their removal for a person who has lost them. */
export function PersonFactors({ user }: { readonly user: UserRecord }) {
  const answer = useReadPersonFactorsQuery({ userId: user.id }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const [reset, { isLoading }] = useResetPersonFactorsMutation();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  useFollowedPerson(user.id, answer.refetch);
  const remove = async () => {
    const { error } = await reset({ userId: user.id });
    if (error === undefined) toasts.success(`The second factors of ${user.fullName} were removed`);
    else toasts.error(messageOf(error, 'The second factors could not be removed'));
    setAsking(false);
  };
  return (
    <PersonPart
      title="Second factors"
      answer={answer}
      failure="The second factors could not be loaded."
      lines={1}
      aside={
        (answer.data?.factors.length ?? 0) > 0 && (
          <Button variant="outlined" size="small" onClick={() => setAsking(true)}>
            Remove all
          </Button>
        )
      }
    >
      {({ factors }) => (
        <>
          {factors.length === 0 && <Nothing>Logs in without a second factor.</Nothing>}
          <Entries label="Second factors">
            {factors.map(({ kind, createdAt, lastUsedAt, blocked }) => (
              <Entry key={`${kind} ${createdAt}`}>
                <Typography variant="body2" sx={{ fontWeight: 500 }}>
                  {KINDS[kind]}
                  {blocked && ' (blocked)'}
                </Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  Added {formatMoment(createdAt)} · {lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`}
                </Typography>
              </Entry>
            ))}
          </Entries>
          <RemoveFactorsDialog
            user={user}
            open={asking}
            busy={isLoading}
            onConfirm={() => void remove()}
            onClose={() => setAsking(false)}
            onClosed={() => undefined}
          />
        </>
      )}
    </PersonPart>
  );
}

interface PersonPartsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
}

/** What is known of a person beside the fields; each part loads by itself, and is shown where the server would answer. */
export function PersonParts({ user, rights }: PersonPartsProps) {
  const profile = useClaims()?.profile;
  const mayEdit = rights.mayEdit(user);
  const mayRead = mayEdit || rights.isSelf(user);
  return (
    <>
      <PersonInvitation user={user} mayInvite={mayEdit} />
      <PersonBatches batches={user.batches} />
      {mayRead && <PersonSessions user={user} mayEnd={mayEdit} />}
      {mayEdit && !rights.isSelf(user) && <PersonFactors user={user} />}
      {mayRead && <PersonMessages userId={user.id} />}
      {isProfile(profile) && AUDITORS.includes(profile) && <PersonActivity user={user} />}
      {rights.mayDelete(user) && <PersonData user={user} />}
    </>
  );
}
