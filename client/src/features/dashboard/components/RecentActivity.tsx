import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { sayActivity } from '~/lib/activity';
import { formatAgo } from '~/lib/ago';
import { formatMoment } from '~/lib/format';
import { Panel } from '~/ui/Panel';

import type { UserSummary } from '../api';

/** What was done last in the company, for those who may read its trail. */
export function RecentActivity({ recent }: Pick<UserSummary, 'recent'>) {
  return (
    <Panel
      title="Recent activity"
      aside={
        <Link component={RouterLink} to="/dashboard/users/audit" variant="body2">
          All activity
        </Link>
      }
    >
      {recent.length === 0 ? (
        <Typography variant="body2" sx={{ px: { xs: 2, sm: 2.5 }, py: 2.5, color: 'text.secondary' }}>
          No activity yet. Logins, edits and imports are listed here.
        </Typography>
      ) : (
        <Box component="ul" aria-label="Recent activity" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recent.map((entry) => (
            <Box
              component="li"
              key={entry.id}
              sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, px: { xs: 2, sm: 2.5 }, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {sayActivity(entry)}
              </Typography>
              <Typography component="time" variant="caption" dateTime={entry.createdAt} title={formatMoment(entry.createdAt)} sx={{ flexShrink: 0, color: 'text.secondary' }}>
                {formatAgo(entry.createdAt)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Panel>
  );
}
