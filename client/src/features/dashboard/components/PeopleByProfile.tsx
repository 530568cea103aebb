import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { formatCount } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { radius } from '~/theme/tokens';
import { Panel } from '~/ui/Panel';

import type { UserSummary } from '../api';

/** Applicants have a role of their own, and no profile. */
const listOf = (profile: string | null) =>
  `/dashboard/users?tab=manage&${profile === null ? 'role=APPLICANT' : `profile=${profile}`}`;

const cell = { p: 0, py: 0.625, border: 0, textAlign: 'left', fontWeight: 400 } as const;

/** A bar for each profile. It is a table for screen readers. */
export function PeopleByProfile({ byProfile }: Pick<UserSummary, 'byProfile'>) {
  const most = Math.max(1, ...byProfile.map(({ count }) => count));
  return (
    <Panel title="People by profile">
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.75 }}>
        <Box component="table" aria-label="People by profile" sx={{ width: '100%', borderCollapse: 'collapse' }}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Profile</th>
              <th scope="col">People</th>
            </tr>
          </thead>
          <tbody>
            {byProfile.map(({ profile, count }) => (
              <tr key={profile ?? ''}>
                <Typography component="th" scope="row" variant="body2" noWrap sx={{ ...cell, width: { xs: 124, sm: 148 }, color: 'text.secondary' }}>
                  <Link component={RouterLink} to={listOf(profile)} color="inherit" underline="always" sx={{ textDecorationColor: 'var(--wm-palette-divider)', textUnderlineOffset: '3px' }}>
                    {profile === null ? 'Applicants' : labelOf('profile', profile)}
                  </Link>
                </Typography>
                <Box component="td" sx={{ ...cell, position: 'relative' }}>
                  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
                    <Box aria-hidden sx={{ flex: 1, height: 8, borderRadius: radius.round, bgcolor: 'surface.sunken', overflow: 'hidden' }}>
                      <Box
                        sx={{
                          width: '100%',
                          height: '100%',
                          borderRadius: radius.round,
                          bgcolor: 'primary.main',
                          transformOrigin: 'left',
                          // A small share stays visible.
                          transform: `scaleX(${count === 0 ? 0 : Math.max(0.012, count / most)})`,
                          transition: 'transform 280ms',
                        }}
                      />
                    </Box>
                    <Typography component="span" variant="body2" sx={{ minWidth: 56, textAlign: 'right', fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
                      {formatCount(count)}
                    </Typography>
                  </Box>
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Panel>
  );
}
