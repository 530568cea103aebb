import Box from '@mui/material/Box';

import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { Appearance } from '../components/Appearance';
import { ChangePassword } from '../components/ChangePassword';
import { Devices } from '../components/Devices';
import { OwnDetails } from '../components/OwnDetails';

/** The user's own account: details, password, devices, appearance. */
export function ProfilePage() {
  return (
    <PageShell>
      <PageHeader title="Profile" subtitle="Your details, your password and the devices on which you are logged in." />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <OwnDetails />
        <ChangePassword />
        <Devices />
        <Appearance />
      </Box>
    </PageShell>
  );
}
