import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Drawer, IconButton, Skeleton, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Link } from 'react-router';

import { labelOfField, TEXT_FIELDS } from '~/api/fields';
import { formatDay, formatMoment } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { useOwnFields } from '~/realtime/ownFields';
import { Notice } from '~/ui/Notice';
import { OwnFacts } from '~/ui/OwnFacts';
import { ProgressButton } from '~/ui/ProgressButton';
import { Email } from '~/ui/Email';
import { CloseIcon } from '~/ui/icons';
import { Fact, padding, QueryPanel } from '~/ui/Panel';
import { PersonAvatar } from '~/ui/PersonAvatar';
import { Phone } from '~/ui/Phone';
import { Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type PersonRecord, type UserRecord, usersApi } from '../api';
import { Application } from '../applicants/DecisionDialog';
import { nameOf, profileOf, roleOf, signInOf } from '../format';
import { ProbableDuplicates } from '../duplicates/ProbableDuplicates';
import { UserName } from '../list/UserName';
import { useRights } from '../useRights';
import { PersonParts, type RenderBulk } from './PersonParts';
import { personLinkId, personPage, usePerson } from './usePersonInAddress';

/** An email that waits for its confirmation, and how it is withdrawn. Rendered empty first, so that it is announced. */
export function PendingEmail({ user, mayCancel }: { readonly user: PersonRecord; readonly mayCancel: boolean }) {
  const { act, busy } = useAct(usersApi.useCancelPendingEmailMutation(), t`The new email could not be withdrawn.`, t`The new email was withdrawn`);
  const { id, pendingEmail, pendingEmailSentTo } = user;
  const name = nameOf(user);
  const newEmail = pendingEmail !== null && (
    <strong>
      <Email>{pendingEmail}</Email>
    </strong>
  );
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {pendingEmail !== null && (
        <Notice role="presentation">
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {/* An older server does not say where the link went. */}
            {typeof pendingEmailSentTo === 'string' && pendingEmailSentTo !== pendingEmail ? (
              <Trans>
                The person wants another email: {newEmail}. It waits for the link in the mail to the present address, <Email>{pendingEmailSentTo}</Email>, which is valid for 72 hours. After that, the new address gets a link of its own.
              </Trans>
            ) : (
              <Trans>
                New email: {newEmail}. It counts once it is confirmed by the link in the mail to it, which is valid for 72 hours. Until then: <Email>{name}</Email>
              </Trans>
            )}
          </Box>
          {mayCancel && (
            <ProgressButton variant="outlined" color="inherit" size="small" busy={busy} onClick={() => void act({ userId: id })} sx={{ mt: 1 }}>
              {t`Cancel the change`}
            </ProgressButton>
          )}
        </Notice>
      )}
    </Box>
  );
}

const grid = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))', gap: 2, m: 0 } as const;

/** Why there is nothing to change, for those who may change others. */
function useRefusal(user: UserRecord): string | null {
  const rights = useRights();
  if (!rights.may('user.edit') || rights.mayEdit(user)) return null;
  return rights.isSelf(user) ? t`You change your own details on your profile page.` : t`You may not change people with the profile ${{ profile: profileOf(user) }}.`;
}

export function PersonFacts({ user }: { readonly user: UserRecord }) {
  const { dateOfBirth, gender } = user;
  const refusal = useRefusal(user);
  const { seen } = useOwnFields();
  const more = seen.filter(({ key }) => user.fields[key] !== undefined);
  return (
    <Box sx={padding}>
      {refusal !== null && <Note sx={{ mb: 2 }}>{refusal}</Note>}
      <Box component="dl" sx={grid}>
        <Fact term={t`Email`}>{user.email === null ? '—' : <Email>{user.email}</Email>}</Fact>
        {user.code !== null && <Fact term={t`Code`}>{user.code}</Fact>}
        <Fact term={t`Phone`}><Phone>{user.phone}</Phone></Fact>
        <Fact term={t`Profile`}>{profileOf(user)}</Fact>
        <Fact term={t`Role`}>{roleOf(user)}</Fact>
        {TEXT_FIELDS.map((name) => (
          <Fact key={name} term={labelOfField(name)}>
            {user[name] ?? '—'}
          </Fact>
        ))}
        <Fact term={t`Date of birth`}>{dateOfBirth === null ? '—' : formatDay(dateOfBirth)}</Fact>
        <Fact term={t`Gender`}>{gender === null ? '—' : labelOf('gender', gender)}</Fact>
        <Fact term={t`Access`}>{user.isActive ? t`Active` : t`Inactive`}</Fact>
        <Fact term={t({ message: 'Created', context: 'time' })}>{formatMoment(user.createdAt)}</Fact>
        <Fact term={t`Last login`}>{signInOf(user)}</Fact>
      </Box>
      {more.length > 0 && (
        <>
          <Typography variant="subtitle2" component="h3" sx={{ mt: 2.5, mb: 1.5 }}>
            {t`More details`}
          </Typography>
          <Box component="dl" sx={grid}>
            <OwnFacts userId={user.id} fields={more} values={user.fields} />
          </Box>
        </>
      )}
    </Box>
  );
}

const WIDTH = 480;

interface ContentProps {
  readonly userId: string;
  readonly titleId: string;
  readonly renderBulk: RenderBulk | undefined;
  readonly onClose: () => void;
}

function Content({ userId, titleId, renderBulk, onClose }: ContentProps) {
  const answer = usePerson(userId);
  const rights = useRights();
  const { data: user, error } = answer;
  const mayEdit = user !== undefined && rights.mayEdit(user);
  return (
    <>
      <Box
        component="header"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          px: 2,
          py: 1.5,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {typeof user?.photoId === 'string' && <PersonAvatar fullName={user.fullName} photoId={user.photoId} userId={user.id} sx={{ width: 48, height: 48 }} />}
        <Box sx={{ flex: 1, minWidth: 0, pt: 0.5 }}>
          <Typography id={titleId} variant="h5" component="h2">
            {user !== undefined && <UserName user={user} isSelf={rights.isSelf(user)} />}
            {user === undefined && (error === undefined ? <Skeleton width={160} aria-label={t`Loading the person`} /> : t`Person`)}
          </Typography>
          {user !== undefined && (
            <Note sx={{ mt: 0.25 }}>
              {roleOf(user)} · {profileOf(user)}
            </Note>
          )}
        </Box>
        {user !== undefined && (
          <Button component={Link} to={personPage(userId)} variant="outlined" size="small">
            {mayEdit ? t`Edit all fields` : t`Open page`}
          </Button>
        )}
        <IconButton aria-label={t`Close`} onClick={onClose} sx={{ width: 34, height: 34 }}>
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2 }}>
        {user !== undefined && mayEdit && <Application user={user} />}
        {user !== undefined && <ProbableDuplicates fullName={user.fullName} dateOfBirth={user.dateOfBirth ?? ''} phone={user.phone} userId={user.id} />}
        <QueryPanel title={t`Details`} answer={answer} failure={t`This person could not be loaded.`} lines={6}>
          {(loaded) => <PersonFacts user={loaded} />}
        </QueryPanel>
        {user !== undefined && <PendingEmail user={user} mayCancel={mayEdit} />}
        {user !== undefined && <PersonParts user={user} rights={rights} renderBulk={renderBulk} />}
      </Box>
    </>
  );
}

/** Everything about one person beside the list: a full sheet where there is no room. Escape closes it. */
export function PersonPanel({ userId, renderBulk, onClose }: Pick<ContentProps, 'renderBulk' | 'onClose'> & { readonly userId: string | null }) {
  const titleId = useId();
  // Shown until it has slid out.
  const [shown, setShown] = useState(userId);
  if (userId !== null && userId !== shown) setShown(userId);
  const keepFocus = () => {
    // Opened by its address, it has nothing to give the focus back to.
    const isLost = document.activeElement === document.body || document.activeElement?.closest('[role=dialog]') !== null;
    if (shown !== null && isLost) document.getElementById(personLinkId(shown))?.focus();
  };
  return (
    <Drawer
      anchor="right"
      open={userId !== null}
      onClose={onClose}
      slotProps={{
        paper: { 'aria-labelledby': titleId, sx: { width: `min(${WIDTH}px, 100%)`, bgcolor: 'background.default' } },
        transition: { onExited: keepFocus },
      }}
    >
      {shown !== null && <Content key={shown} userId={shown} titleId={titleId} renderBulk={renderBulk} onClose={onClose} />}
    </Drawer>
  );
}
