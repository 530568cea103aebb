import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';

import { formatCount } from '~/lib/format';
import { type Figure, Figures } from '~/ui/Figures';

import type { UserSummary } from '../api';

const LIST = '/dashboard/users?tab=manage';

function figuresOf({ total, active, invitations, createdByDay }: UserSummary): readonly Figure[] {
  const { queued, sent, lapsed, failed } = invitations;
  const made = createdByDay.reduce((sum, { count }) => sum + count, 0);
  return [
    { term: 'People', value: formatCount(total), note: `${formatCount(active)} active`, to: LIST },
    { term: 'New accounts', value: formatCount(made), note: 'in the last 14 days', to: LIST },
    {
      term: 'Invitations waiting',
      value: formatCount(queued + sent),
      to: `${LIST}&invitation=waiting`,
      note: lapsed === 0 ? waitingNote(queued) : (
        <Link component={RouterLink} to={`${LIST}&invitation=lapsed`}>
          {formatCount(lapsed)} expired
        </Link>
      ),
    },
    {
      term: 'Invitations failed',
      value: formatCount(failed),
      tone: 'error',
      to: `${LIST}&invitation=failed`,
      note:
        failed === 0 ? (
          'All delivered'
        ) : (
          <Link component={RouterLink} to={`${LIST}&invitation=failed`}>
            Review
          </Link>
        ),
    },
  ];
}

const waitingNote = (queued: number) => (queued === 0 ? 'for a first login' : `${formatCount(queued)} on their way`);

/** The company's people in four numbers. */
export function SummaryFigures({ summary }: { readonly summary: UserSummary }) {
  return (
    <Paper variant="outlined" component="section" aria-label="People in numbers" sx={{ overflow: 'hidden' }}>
      <Figures figures={figuresOf(summary)} />
    </Paper>
  );
}
