import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import type { OwnProfile } from '~/api/profile';
import { initials } from '~/lib/format';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { Email } from '~/ui/Email';
import { Fact } from '~/ui/Fact';

/** The current user, as the server knows them. */
export function AccountCard({ profile }: { readonly profile: OwnProfile }) {
  const { fullName, email, phone } = profile;
  return (
    <Paper variant="outlined" component="section" aria-label="Your account">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 3 }}>
        <Avatar sx={{ width: 44, height: 44, fontSize: 16, fontWeight: 600, bgcolor: 'soft.accent', color: 'primary.main' }}>
          {initials(fullName)}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {fullName}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {email !== null && <Email>{email}</Email>}
          </Typography>
        </Box>
      </Box>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
          gap: 3,
          m: 0,
          px: 3,
          py: 2.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Fact term="Profile">{isProfile(profile.profile) ? PROFILE_LABELS[profile.profile] : 'Applicant'}</Fact>
        <Fact term="Phone">{phone}</Fact>
      </Box>
    </Paper>
  );
}
