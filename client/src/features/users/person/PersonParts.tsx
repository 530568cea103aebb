import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Chip, IconButton, Typography } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';

import type { BulkDialogProps } from '~/api/bulk';
import type { MessageKind, MessageRecord, MessageState, Origin, WaitReason } from '~/api/generated/serverApi';
import { useClaims } from '~/api/session/slice';
import { Typed } from '~/forms/TextField';
import { sayActivity } from '~/lib/activity';
import { orNewer } from '~/lib/orNewer';
import { ChangeList, changesOf } from '~/ui/ChangeList';
import { formatMoment } from '~/lib/format';
import { sayLeaving } from '~/lib/batchLinks';
import { translated } from '~/lib/sentences';
import { AUDITORS, isProfile } from '~/lib/profiles';
import { NEWER, texts } from '~/lib/texts';
import { ConfirmButton, ConfirmDialog } from '~/ui/ConfirmDialog';
import { ExportButtons } from '~/ui/ExportButtons';
import { CloseIcon } from '~/ui/icons';
import { PagedPanel } from '~/ui/PagedPanel';
import { Entries, Entry, Line, Nothing, padding, Panel, QueryPanel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { SsoLinks } from '~/ui/SsoLinks';
import { Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { byHandApi, type Invitation, type UserRecord, usersApi } from '../api';
import { inviteLabel, isInvitable } from '../format';
import { InvitationState } from '../list/UserName';
import { EmailOf, questionOf, useUserActs } from '../row/UserDialog';
import type { Rights } from '../useRights';
import { PersonStages } from './PersonStages';
import { FRESH, useFollowed, usePersonInAddress } from './usePersonInAddress';

const folded = (name: string) => name.trim().split(/\s+/u).join(' ').toLowerCase();

interface EraseDialogProps {
  readonly user: UserRecord;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

function EraseDialog({ user, open, onClose, onErased }: EraseDialogProps) {
  const { act, busy } = useAct(usersApi.useEraseSingleUserMutation(), t`The personal data could not be erased.`, ({ message }) => translated(message));
  const { fullName } = user;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const isNamed = folded(typed) === folded(fullName);
  const confirm = async () => {
    setRefused(!isNamed);
    if (isNamed && (await act({ userId: user.id, eraseRequest: { fullName: typed } })) !== undefined) onErased();
  };
  return (
    <ConfirmDialog
      open={open}
      destructive
      busy={busy}
      title={t`Erase personal data?`}
      confirmLabel={t`Erase Personal Data`}
      onConfirm={() => void confirm()}
      onClose={onClose}
      onClosed={() => {
        setTyped('');
        setRefused(false);
      }}
    >
      <Trans>
        The account of <strong>{fullName}</strong> is deleted, and what deleting keeps is removed as well: their rows in imports and in changes of many people, uploaded files with such a row, and, once an operator has run the command for it, their name in the audit trail. This cannot be undone.
      </Trans>
      <EmailOf user={user} />
      <Typed
        label={t`Full name`}
        hint={t`Type ${fullName} to confirm.`}
        error={refused && !isNamed ? t`Type ${fullName} to continue.` : undefined}
        value={typed}
        disabled={busy}
        input={{ spellCheck: false }}
        onType={setTyped}
      />
    </ConfirmDialog>
  );
}

const PAGE_SIZE = 10;

const MESSAGE_KINDS = texts<MessageKind>({
  code: msg`Verification code`,
  invitation: msg`Invitation`,
  password_changed: msg`Notice of a changed password`,
  welcome: msg`Welcome`,
  applications_waiting: msg`Notice of new applications`,
  application_decided: msg`Decision on an application`,
  stage_changed: msg`Notice of a new stage`,
  interview: msg`Invitation to an interview`,
  import_finished: msg`Result of an import`,
  bulk_finished: msg`Result of a change of many people`,
  email_change: msg`Link that confirms a new email`,
  email_change_asked: msg`Link that allows a change of email`,
  email_changed: msg`Notice of a changed email`,
  sso_linked: msg`Notice of single sign-on`,
  sso_unlinked: msg`Notice of removed single sign-on`,
  passkey_copied: msg`Notice of a blocked passkey`,
  factor_added: msg`Notice of a new second factor`,
  factor_removed: msg`Notice of a removed second factor`,
  recovery_code_used: msg`Notice of a used recovery code`,
  recovery_codes_renewed: msg`Notice of new recovery codes`,
  new_device: msg`Notice of a login on a new device`,
  account_secured: msg`Notice of an account that was logged out`,
  announcement: msg`Announcement`,
  offer: msg`Message about an offer`,
  company_invitation: msg`Invitation to register a company`,
  company_deleted_soon: msg`Notice of the company's deletion`,
});

const STATES = orNewer<Readonly<Record<MessageState, readonly [words: MessageDescriptor, colour: string]>>>({
  queued: [msg`Waiting`, 'text.secondary'],
  sent: [msg`Sent`, 'success.main'],
  failed: [msg`Could not be delivered`, 'error.main'],
  expired: [msg`Not sent in time`, 'warning.main'],
}, [NEWER, 'text.secondary']);

function Message({ message: { kind, channel, state, at, reason } }: { readonly message: MessageRecord }) {
  const [words, colour] = STATES[state];
  return (
    <Line what={MESSAGE_KINDS[kind]} reason={reason}>
      {channel === 'SMS' ? t`Text message` : t`Mail`} ·{' '}
      <Box component="span" sx={{ color: colour }}>
        {t(words)}
      </Box>{' '}
      · <time dateTime={at}>{formatMoment(at)}</time>
    </Line>
  );
}

function PersonMessages({ userId }: { readonly userId: string }) {
  const [page, setPage] = useState(1);
  const answer = useFollowed(userId, usersApi.useReadUserMessagesQuery({ userId, page, pageSize: PAGE_SIZE }, FRESH));
  return (
    <PagedPanel title={t`Messages`} answer={answer} failure={t`The messages could not be loaded.`} nothing={t`Nothing was sent yet.`} page={page} pageSize={PAGE_SIZE} onPage={setPage}>
      {(message) => <Message key={message.id} message={message} />}
    </PagedPanel>
  );
}

function PersonSessions({ user, mayEnd }: { readonly user: UserRecord; readonly mayEnd: boolean }) {
  const answer = useFollowed(user.id, usersApi.useReadUserSessionsQuery({ userId: user.id }, FRESH));
  const acts = useUserActs();
  const { fullName } = user;
  const providers = (answer.data?.ssoLinks ?? []).map(({ name }) => name).join(', ');
  const unlinking = useAct(usersApi.useRemovePersonSsoLinkMutation(), t`The link could not be removed.`, ({ message }) => translated(message));
  return (
    <QueryPanel
      title={t`Sessions`}
      answer={answer}
      failure={t`The sessions could not be loaded.`}
      lines={2}
      aside={
        <ConfirmButton
          {...questionOf('signOut', user)}
          label={t`Log out everywhere`}
          offered={mayEnd && (answer.data?.sessions.length ?? 0) > 0}
          busy={acts.busy}
          onConfirm={() => acts.signOut(user)}
        />
      }
    >
      {({ sessions, ssoLinks }) => (
        <>
          <Entries label={t`Sessions`} nothing={t`Not logged in on any device.`}>
            {sessions.map(({ id, device, address, firstSeenAt, lastSeenAt }) => (
              <Line key={id} what={translated(device)}>
                {t`Last seen ${{ lastSeen: formatMoment(lastSeenAt) }} · logged in ${{ firstSeen: formatMoment(firstSeenAt) }}`}
                {address !== null && ` · ${address}`}
              </Line>
            ))}
          </Entries>
          {ssoLinks.length > 0 && (
            <SsoLinks
              links={ssoLinks}
              question={t`Remove the link of ${fullName}?`}
              mayRemove={mayEnd}
              busy={unlinking.busy}
              onRemove={() => unlinking.act({ userId: user.id })}
            >
              <Trans>
                <strong>{fullName}</strong> is no longer connected with the account at {providers}, and is logged out where they logged in there. When they log in there again, both are linked again by the email.
              </Trans>
            </SsoLinks>
          )}
        </>
      )}
    </QueryPanel>
  );
}

const MOST_LEFT = 20;

const inBatch = (id: string) => `/dashboard/users?${new URLSearchParams({ tab: 'manage', batch: id }).toString()}`;

export type RenderBulk = (dialog: BulkDialogProps) => ReactNode;

/** `renderBulk`: the dialogs that change them. */
function PersonBatches({ user, renderBulk }: { readonly user: UserRecord; readonly renderBulk: RenderBulk | undefined }) {
  const { id: userId, batches, fullName } = user;
  const [asked, setAsked] = useState<Pick<BulkDialogProps, 'action' | 'batchId'> | null>(null);
  const { data: left } = useFollowed(userId, usersApi.useListLeavingsOfPersonQuery({ userId, pageSize: MOST_LEFT }, FRESH));
  const close = () => setAsked(null);
  return (
    <Panel
      title={t`Batches`}
      aside={
        renderBulk !== undefined && (
          <Button variant="outlined" size="small" onClick={() => setAsked({ action: 'add-to-batch' })}>
            {t`Add to batch`}
          </Button>
        )
      }
    >
      {asked !== null && renderBulk?.({ ...asked, select: { ids: [userId] }, count: 1, countIsExact: true, stays: true, onClose: close, onStarted: close })}
      {batches.length === 0 ? (
        <Nothing>{t`In no batch.`}</Nothing>
      ) : (
        <Box component="ul" aria-label={t`Batches`} sx={{ ...padding, m: 0, display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none' }}>
          {batches.map(({ id, name }) => (
            <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', maxWidth: '100%' }}>
              <Chip clickable component={Link} to={inBatch(id)} label={name} variant="outlined" sx={{ minWidth: 0 }} />
              {renderBulk !== undefined && (
                <IconButton
                  size="small"
                  aria-label={t`Take ${{ fullName }} out of ${{ batch: name }}`}
                  onClick={() => setAsked({ action: 'remove-from-batch', batchId: id })}
                >
                  <CloseIcon sx={{ fontSize: 16 }} />
                </IconButton>
              )}
            </Box>
          ))}
        </Box>
      )}
      {left !== undefined && left.data.length > 0 && (
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Entries label={t`Batches left`}>
            {left.data.map((each) => (
              <Line key={each.batchId + each.joinedAt} what={each.batchName}>
                {sayLeaving(each)}
              </Line>
            ))}
          </Entries>
        </Box>
      )}
    </Panel>
  );
}

const allOf = (userId: string) => `/dashboard/users/audit?${new URLSearchParams({ subject: userId }).toString()}`;

function CreatedBy({ origin: { importId, fileName, row, createdBy, createdAt } }: { readonly origin: Origin }) {
  const name = createdBy ?? t`A deleted person`;
  return (
    <Entry>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Created by {name} from <TextLink to={`/dashboard/users/imports/${importId}`}>{fileName}</TextLink>, row {row}
        </Trans>
      </Typography>
      <Typography variant="caption" component="time" dateTime={createdAt} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {formatMoment(createdAt)}
      </Typography>
    </Entry>
  );
}

function PersonActivity({ user }: { readonly user: UserRecord }) {
  const { id: userId, fullName } = user;
  const answer = useFollowed(userId, byHandApi.useReadPersonActivityQuery({ userId }, FRESH));
  return (
    <QueryPanel
      title={t`Activity`}
      answer={answer}
      failure={t`The activity could not be loaded.`}
      lines={4}
      aside={
        (answer.data?.total ?? 0) > 0 && (
          <Button component={Link} to={allOf(userId)} variant="text" size="small" sx={{ mr: -1 }}>
            {t`All activity`}
          </Button>
        )
      }
    >
      {({ data, origin }) => (
        <Entries label={t`Activity`} nothing={t`Nothing has been recorded yet.`}>
          {[
            ...data.map((entry) => (
              <Entry key={entry.id}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {sayActivity({ ...entry, subjectLabel: fullName })}
                </Typography>
                <ChangeList changes={changesOf(entry)} />
                <Typography variant="caption" component="time" dateTime={entry.createdAt} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {formatMoment(entry.createdAt)}
                </Typography>
              </Entry>
            )),
            origin && <CreatedBy key="origin" origin={origin} />,
          ].filter(Boolean)}
        </Entries>
      )}
    </QueryPanel>
  );
}

const SENTENCES = texts<Exclude<Invitation, 'none'>>({
  queued: msg`The mail with the temporary password waits to be sent.`,
  sent: msg`The mail with the temporary password was sent; there was no login with it yet.`,
  lapsed: msg`The temporary password works no longer. A new invitation has a new one.`,
  failed: msg`The mail could not be delivered. Check the email, then invite again.`,
  accepted: msg`The account is in use.`,
});

function sentenceOf({ invitation, isActive, lastSignInAt }: UserRecord): string {
  if (invitation !== 'none') return SENTENCES[invitation];
  if (lastSignInAt !== null) return SENTENCES.accepted;
  return isActive ? '' : t`An inactive account is not invited.`;
}

const WAITS = texts<WaitReason>({
  company_day: msg`Your company has sent as many invitations as it can send in a day.`,
  mailbox_day: msg`This address has got as many invitations as it may get in a day.`,
  mailbox: msg`This address was sent an invitation a moment ago, maybe for an account that is deleted.`,
  not_taken: msg`It could not be delivered yet and is tried again.`,
});

/** Why an invitation that waits does not go out at once, and when it does. */
function useWait({ id: userId, invitation }: UserRecord): string | null {
  const { data } = usersApi.useReadInvitationWaitQuery(invitation === 'queued' ? { userId } : skipToken);
  if (!data?.until || !data.reason) return null;
  return `${WAITS[data.reason]} ${t`It goes out on ${{ when: formatMoment(data.until) }}.`}`;
}

function PersonInvitation({ user, mayInvite }: { readonly user: UserRecord; readonly mayInvite: boolean }) {
  const { busy, invite } = useUserActs();
  const wait = useWait(user);
  return (
    <Panel
      title={t`Invitation`}
      aside={
        mayInvite &&
        isInvitable(user) && (
          <ProgressButton variant="outlined" size="small" busy={busy} onClick={() => void invite(user)}>
            {inviteLabel(user)}
          </ProgressButton>
        )
      }
    >
      <Typography variant="body2" role="status" sx={padding}>
        <Box component="strong" sx={{ display: 'block' }}>
          <InvitationState invitation={user.invitation} />
        </Box>
        {wait ?? sentenceOf(user)}
      </Typography>
    </Panel>
  );
}

const LIST = '/dashboard/users?tab=manage';

/** A copy of all that is stored about a person, and its erasure, for those who may delete them. */
function PersonData({ user }: { readonly user: UserRecord }) {
  const userId = user.id;
  const { openId, close } = usePersonInAddress();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (openId === null) void navigate(LIST, { replace: true });
    else close();
  };
  return (
    <Panel title={t`Personal data`} aside={<ExportButtons userId={userId} failure={t`The data could not be exported.`} size="small" />}>
      <Nothing>{t`All that is stored about this person, as a page to read and print, or as JSON for programs. Exporting it is recorded.`}</Nothing>
      <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
        <Note sx={{ flex: '1 1 200px' }}>{t`Deletes the account and the copies of its data that deleting keeps.`}</Note>
        <Button size="small" variant="outlined" color="error" onClick={() => setAsking(true)}>
          {t`Erase personal data`}
        </Button>
      </Box>
      <EraseDialog user={user} open={asking} onClose={() => setAsking(false)} onErased={leave} />
    </Panel>
  );
}

const KINDS = texts({ totp: msg`Authenticator app`, passkey: msg`Passkey` });

function PersonFactors({ user }: { readonly user: UserRecord }) {
  const answer = useFollowed(user.id, usersApi.useReadPersonFactorsQuery({ userId: user.id }, FRESH));
  const { act, busy } = useAct(usersApi.useResetPersonFactorsMutation(), t`The second factors could not be removed`, t`The second factors of ${{ fullName: user.fullName }} were removed`);
  return (
    <QueryPanel
      title={t`Second factors`}
      answer={answer}
      failure={t`The second factors could not be loaded.`}
      lines={1}
      aside={
        <ConfirmButton
          {...questionOf('removeFactors', user)}
          label={t`Remove all`}
          offered={(answer.data?.factors.length ?? 0) > 0}
          busy={busy}
          onConfirm={() => act({ userId: user.id })}
        />
      }
    >
      {({ factors }) => (
        <Entries label={t`Second factors`} nothing={t`Logs in without a second factor.`}>
          {factors.map(({ kind, createdAt, lastUsedAt, blocked }) => (
            <Line key={`${kind} ${createdAt}`} what={blocked ? t`${{ factor: KINDS[kind] }} (blocked)` : KINDS[kind]}>
              {lastUsedAt === null
                ? t`Added ${{ added: formatMoment(createdAt) }} · never used`
                : t`Added ${{ added: formatMoment(createdAt) }} · last used ${{ lastUsed: formatMoment(lastUsedAt) }}`}
            </Line>
          ))}
        </Entries>
      )}
    </QueryPanel>
  );
}

/** What is known of a person beside the fields; each part loads by itself, and is shown where the server would answer. */
interface PersonPartsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
  readonly renderBulk: RenderBulk | undefined;
}

export function PersonParts({ user, rights, renderBulk }: PersonPartsProps) {
  const profile = useClaims()?.profile;
  const mayCreate = useClaims()?.authorities.includes('user.create') === true;
  const mayEdit = rights.mayEdit(user);
  const mayRead = mayEdit || rights.isSelf(user);
  return (
    <>
      <PersonInvitation user={user} mayInvite={mayEdit} />
      <PersonStages user={user} mayMove={mayEdit} />
      <PersonBatches user={user} renderBulk={mayCreate && mayEdit ? renderBulk : undefined} />
      {mayRead && <PersonSessions user={user} mayEnd={mayEdit} />}
      {mayEdit && !rights.isSelf(user) && <PersonFactors user={user} />}
      {mayRead && <PersonMessages userId={user.id} />}
      {isProfile(profile) && AUDITORS.includes(profile) && <PersonActivity user={user} />}
      {rights.mayDelete(user) && <PersonData user={user} />}
    </>
  );
}
