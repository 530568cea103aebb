import Typography from '@mui/material/Typography';

import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';

import type { Invitation, UserRecord } from '../api';
import { InvitationState } from '../list/InvitationState';
import { inviteLabel, isInvitable } from '../format';
import { useUserActs } from '../row/useUserActs';
import { padding } from './PersonPart';

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
