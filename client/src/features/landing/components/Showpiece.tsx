import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { radius, shadow } from '~/theme/tokens';
import { CheckCircleIcon } from '~/ui/icons';

const people = [
  { row: 812, email: 'a***i@example.com', profile: 'Trainee' },
  { row: 811, email: 'r***n@example.com', profile: 'Trainee' },
  { row: 810, email: 'm***a@example.com', profile: 'Trainer' },
  { row: 809, email: 's***d@example.com', profile: 'Placement' },
] as const;

function Figure({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <Box sx={{ flex: 1 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: { xs: '1.25rem', sm: '1.5rem' }, fontWeight: 600, letterSpacing: '-0.02em', lineHeight: 1.25 }}>
        {children}
      </Typography>
    </Box>
  );
}

function Bar() {
  return (
    <Box sx={{ height: 6, my: 2.5, borderRadius: radius.round, bgcolor: 'surface.sunken', overflow: 'hidden' }}>
      <Box
        sx={{
          width: '81.2%',
          height: '100%',
          borderRadius: radius.round,
          bgcolor: 'primary.main',
          transformOrigin: 'left',
          animation: 'wm-fill 1400ms 150ms cubic-bezier(0.2, 0.7, 0.2, 1) both',
          '@keyframes wm-fill': { from: { transform: 'scaleX(0)' } },
        }}
      />
    </Box>
  );
}

/** A drawing of a running import. Screen readers read its label once. */
export function Showpiece() {
  return (
    <Box role="img" aria-label="Picture of an import: 812 of 1,000 accounts created, the last rows listed as they are made">
      <Box
        aria-hidden
        sx={{
          p: { xs: 2.5, sm: 3.5 },
          border: 1,
          borderColor: 'surface.line',
          borderRadius: radius.dialog,
          bgcolor: 'background.paper',
          boxShadow: shadow.high,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>Processing Users...</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Creating user accounts and sending notifications
        </Typography>
        <Bar />
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Figure label="Created">812</Figure>
          <Figure label="Failed">0</Figure>
          <Figure label="Invited">640</Figure>
        </Box>
        <Box sx={{ mt: 2.5, borderTop: 1, borderColor: 'surface.line' }}>
          {people.map(({ row, email, profile }) => (
            <Box
              key={row}
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'surface.line', '&:last-of-type': { borderBottom: 0, pb: 0 } }}
            >
              <CheckCircleIcon sx={{ fontSize: 18, color: 'success.main' }} />
              <Typography variant="body2" sx={{ flex: 1 }}>
                {email}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {profile}
              </Typography>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
