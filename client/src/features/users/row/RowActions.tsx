import { Box, IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { memo, type ReactNode } from 'react';

import { CheckCircleIcon, EditIcon, LockIcon, LogoutIcon, MailIcon, MoreIcon, TrashIcon } from '~/ui/icons';
import { pageContent } from '~/ui/pageContent';
import { belowRight, useAnchor } from '~/ui/useAnchor';

import type { UserRecord } from '../api';
import { inviteLabel, isInvitable } from '../format';
import type { Rights } from '../useRights';

export interface RowActs {
  readonly onEdit: (user: UserRecord) => void;
  readonly onDelete: (user: UserRecord) => void;
  readonly onDeactivate: (user: UserRecord) => void;
  readonly onReactivate: (user: UserRecord) => void;
  readonly onInvite: (user: UserRecord) => void;
  readonly onSignOut: (user: UserRecord) => void;
}

interface RowActionsProps {
  readonly user: UserRecord;
  readonly rights: Rights;
  readonly acts: RowActs;
}

interface ActionProps {
  readonly label: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly id?: string;
}

function Action({ label, name, children, onClick, id }: ActionProps) {
  return (
    <Tooltip title={label}>
      <IconButton id={id} aria-label={`${label} ${name}`} onClick={onClick} sx={{ width: 34, height: 34 }}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

interface MoreMenuProps {
  readonly user: UserRecord;
  readonly acts: RowActs;
}

function MoreMenu({ user, acts }: MoreMenuProps) {
  const { button, popup, close } = useAnchor('menu');
  const { fullName, isActive, lastSignInAt } = user;
  const choose = (act: (user: UserRecord) => void) => () => {
    close();
    act(user);
  };
  return (
    <>
      <Tooltip title="More">
        <IconButton
          aria-label={`More for ${fullName}`}
          {...button}
          sx={{ width: 34, height: 34 }}
        >
          <MoreIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
      <Menu
        container={pageContent}
        {...popup}
        {...belowRight}
        slotProps={{ list: { 'aria-label': `More for ${fullName}` }, paper: { sx: { minWidth: 180, mt: 0.5 } } }}
      >
        {isInvitable(user) && (
          <MenuItem onClick={choose(acts.onInvite)}>
            <MailIcon sx={{ fontSize: 18 }} />
            {inviteLabel(user)}
          </MenuItem>
        )}
        {isActive && lastSignInAt !== null && (
          <MenuItem onClick={choose(acts.onSignOut)}>
            <LogoutIcon sx={{ fontSize: 18 }} />
            Log out everywhere
          </MenuItem>
        )}
        {isActive ? (
          <MenuItem onClick={choose(acts.onDeactivate)}>
            <LockIcon sx={{ fontSize: 18 }} />
            Deactivate
          </MenuItem>
        ) : (
          <MenuItem onClick={choose(acts.onReactivate)}>
            <CheckCircleIcon sx={{ fontSize: 18 }} />
            Reactivate
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

export const editButtonId = (userId: string) => `edit-${userId}`;

/** What may be done with a user: only what the server would allow. */
export const RowActions = memo(function RowActions({ user, rights, acts }: RowActionsProps) {
  const { id, fullName } = user;
  const mayEdit = rights.mayEdit(user);
  return (
    <>
      {mayEdit && (
        <Action id={editButtonId(id)} label="Edit" name={fullName} onClick={() => acts.onEdit(user)}>
          <EditIcon sx={{ fontSize: 18 }} />
        </Action>
      )}
      {mayEdit && <MoreMenu user={user} acts={acts} />}
      {rights.mayDelete(user) && (
        // Beyond the buttons of an edit: a second click on Save is none on this.
        <Box component="span" sx={{ ml: 'auto' }}>
          <Action label="Delete" name={fullName} onClick={() => acts.onDelete(user)}>
            <TrashIcon sx={{ fontSize: 18 }} />
          </Action>
        </Box>
      )}
    </>
  );
});
