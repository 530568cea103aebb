import Box from '@mui/material/Box';

import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { Appearance } from '../components/Appearance';
import { ChangePassword } from '../components/ChangePassword';
import { DemandedFactor } from '../components/DemandedFactor';
import { Devices } from '../components/Devices';
import { OwnData } from '../components/OwnData';
import { OwnDetails } from '../components/OwnDetails';
import { SignInSecurity } from '../components/SignInSecurity';

/** The user's own account: details, password, devices, appearance. */
export function ProfilePage() {
  return (
    <PageShell>
      <PageHeader title="Profile" subtitle="Your details, your password and the devices on which you are logged in." />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <DemandedFactor />
        <OwnDetails />
        <ChangePassword />
        <SignInSecurity />
        <Devices />
        <OwnData />
        <Appearance />
      </Box>
    </PageShell>
  );
}
