import { Box, IconButton, Tooltip } from '@mui/material';
import { memo, type ReactNode } from 'react';

import { ActsMenu } from '~/ui/ActsMenu';
import { CheckCircleIcon, EditIcon, LockIcon, LogoutIcon, MailIcon, MoreIcon, TrashIcon } from '~/ui/icons';

import type { UserRecord } from '../api';
import { inviteLabel, isInvitable } from '../format';
import type { Rights } from '../useRights';

/** What can be done with one user. */
type RowAct = 'edit' | 'invite' | 'signOut' | 'deactivate' | 'reactivate' | 'delete';
export type OnAct = (act: RowAct, user: UserRecord) => void;

interface RowActionsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
  readonly onAct: OnAct;
}

const icon = { fontSize: 18 } as const;
const square = { width: 34, height: 34 } as const;

export const editButtonId = (userId: string) => `edit-${userId}`;

/** What may be done with a user: only what the server would allow. */
export const RowActions = memo(function RowActions({ user, rights, onAct }: RowActionsProps) {
  const { id, fullName, isActive, lastSignInAt } = user;
  const mayEdit = rights.mayEdit(user);
  const item = (act: RowAct, label: string, drawing: ReactNode) => ({ label, icon: drawing, run: () => onAct(act, user) });
  return (
    <>
      {mayEdit && (
        <Tooltip title="Edit">
          <IconButton id={editButtonId(id)} aria-label={`Edit ${fullName}`} onClick={() => onAct('edit', user)} sx={square}>
            <EditIcon sx={icon} />
          </IconButton>
        </Tooltip>
      )}
      {mayEdit && (
        <ActsMenu
          label={`More for ${fullName}`}
          acts={[
            isInvitable(user) && item('invite', inviteLabel(user), <MailIcon sx={icon} />),
            isActive && lastSignInAt !== null && item('signOut', 'Log out everywhere', <LogoutIcon sx={icon} />),
            isActive ? item('deactivate', 'Deactivate', <LockIcon sx={icon} />) : item('reactivate', 'Reactivate', <CheckCircleIcon sx={icon} />),
          ]}
        >
          {(button) => (
            <Tooltip title="More">
              <IconButton aria-label={`More for ${fullName}`} {...button} sx={square}>
                <MoreIcon sx={icon} />
              </IconButton>
            </Tooltip>
          )}
        </ActsMenu>
      )}
      {rights.mayDelete(user) && (
        // Beyond the buttons of an edit: a second click on Save is none on this.
        <Box component="span" sx={{ ml: 'auto' }}>
          <Tooltip title="Delete">
            <IconButton aria-label={`Delete ${fullName}`} onClick={() => onAct('delete', user)} sx={square}>
              <TrashIcon sx={icon} />
            </IconButton>
          </Tooltip>
        </Box>
      )}
    </>
  );
});
