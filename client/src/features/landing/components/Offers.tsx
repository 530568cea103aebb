import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { CheckCircleIcon, LockIcon, UsersIcon } from '~/ui/icons';

interface Offer {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
}

const offers: readonly Offer[] = [
  {
    icon: <UsersIcon />,
    title: 'A whole intake in one file',
    text: 'Upload a CSV of up to 150,000 people. Every row is checked before anything is made, and you watch each account come into being.',
  },
  {
    icon: <LockIcon />,
    title: 'The right door for everyone',
    text: 'Seven profiles, from Super Admin to Trainee. Each person lands on their own dashboard and reaches only what is theirs.',
  },
  {
    icon: <CheckCircleIcon />,
    title: 'Every step accounted for',
    text: 'Invitations go out by themselves. You see who was invited, which rows failed and why, and nothing happens twice.',
  },
];

/** What the product does for those who run it. */
export function Offers() {
  return (
    <Box
      component="ul"
      aria-label="What it does"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        gap: { xs: 5, md: 6 },
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {offers.map(({ icon, title, text }) => (
        <Box component="li" key={title}>
          <Box sx={{ color: 'primary.main' }}>{icon}</Box>
          <Typography variant="h4" component="h2" sx={{ mt: 1.5 }}>
            {title}
          </Typography>
          <Typography sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>{text}</Typography>
        </Box>
      ))}
    </Box>
  );
}
