import Box from '@mui/material/Box';

import { radius } from '~/theme/tokens';

import type { UserRecord } from '../api';
import { PersonLink } from '../person/PersonLink';

const tag = {
  flexShrink: 0,
  px: 0.75,
  borderRadius: radius.mark,
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: '20px',
  bgcolor: 'surface.sunken',
  color: 'text.secondary',
} as const;

interface UserNameProps {
  readonly user: UserRecord;
  readonly isSelf: boolean;
  /** Opens what is known of the user. */
  readonly asLink?: boolean;
}

/** A user's name with marks for its state. */
export function UserName({ user, isSelf, asLink = false }: UserNameProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%', fontWeight: 500 }}>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {asLink ? <PersonLink userId={user.id}>{user.fullName}</PersonLink> : user.fullName}
      </Box>
      {isSelf && (
        <Box component="span" sx={tag}>
          You
        </Box>
      )}
      {!user.isActive && (
        <Box component="span" sx={{ ...tag, bgcolor: 'soft.warning', color: 'warning.main' }}>
          Inactive
        </Box>
      )}
    </Box>
  );
}
