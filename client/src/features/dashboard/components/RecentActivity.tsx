import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';

import { sayActivity } from '~/lib/activity';
import { formatAgo, formatMoment } from '~/lib/format';
import { Nothing, Panel } from '~/ui/Panel';
import { TextLink } from '~/ui/Text';

import type { UserSummary } from '../api';

export function RecentActivity({ recent }: Pick<UserSummary, 'recent'>) {
  return (
    <Panel
      title={t`Recent activity`}
      aside={
        <TextLink to="/dashboard/users/audit" variant="body2">
          {t`All activity`}
        </TextLink>
      }
    >
      {recent.length === 0 ? (
        <Nothing>{t`No activity yet. Logins, edits and imports are listed here.`}</Nothing>
      ) : (
        <Box component="ul" aria-label={t`Recent activity`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
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
