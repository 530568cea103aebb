import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';

import { personLinkId, usePersonInAddress } from './usePersonInAddress';

interface PersonLinkProps {
  readonly userId: string;
  readonly children: string;
}

/** A person's name in the list, which opens the panel. */
export function PersonLink({ userId, children }: PersonLinkProps) {
  const { searchOf } = usePersonInAddress();
  return (
    <MuiLink component={Link} id={personLinkId(userId)} to={{ search: searchOf(userId) }} preventScrollReset color="inherit" underline="hover">
      {children}
    </MuiLink>
  );
}
