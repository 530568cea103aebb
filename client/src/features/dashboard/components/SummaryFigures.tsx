import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';

import { formatCount } from '~/lib/format';
import { type Figure, Figures } from '~/ui/Figures';

import type { UserSummary } from '../api';

function figuresOf({ total, active, invitations, createdByDay }: UserSummary): readonly Figure[] {
  const { queued, sent, failed } = invitations;
  const made = createdByDay.reduce((sum, { count }) => sum + count, 0);
  return [
    { term: 'People', value: formatCount(total), note: `${formatCount(active)} active` },
    { term: 'New accounts', value: formatCount(made), note: 'in the last 14 days' },
    {
      term: 'Invitations waiting',
      value: formatCount(queued + sent),
      note: queued === 0 ? 'for a first sign-in' : `${formatCount(queued)} on their way`,
    },
    {
      term: 'Invitations failed',
      value: formatCount(failed),
      tone: 'error',
      note:
        failed === 0 ? (
          'none to look after'
        ) : (
          <Link component={RouterLink} to="/dashboard/users?tab=manage&invitation=failed">
            Look after them
          </Link>
        ),
    },
  ];
}

/** What is true of the company's people now, in four numbers. */
export function SummaryFigures({ summary }: { readonly summary: UserSummary }) {
  return (
    <Paper variant="outlined" component="section" aria-label="People in numbers" sx={{ overflow: 'hidden' }}>
      <Figures figures={figuresOf(summary)} />
    </Paper>
  );
}
