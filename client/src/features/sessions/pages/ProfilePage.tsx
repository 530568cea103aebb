import Box from '@mui/material/Box';
import { useSelector } from 'react-redux';

import { selectLacksFactor } from '~/api/session/slice';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { Appearance } from '../components/Appearance';
import { ChangePassword } from '../components/ChangePassword';
import { DemandedFactor } from '../components/DemandedFactor';
import { Devices } from '../components/Devices';
import { OwnData } from '../components/OwnData';
import { OwnDetails } from '../components/OwnDetails';
import { SignInSecurity } from '../components/SignInSecurity';

/** Before anything else of a user whose company demands a second factor: the rest is refused until then. */
function SetUpFirst() {
  return (
    <PageShell>
      <PageHeader title="Protect your account" subtitle="One step before you continue." />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <DemandedFactor />
        <SignInSecurity />
      </Box>
    </PageShell>
  );
}

/** The user's own account: details, password, devices, appearance. */
export function ProfilePage() {
  const lacksFactor = useSelector(selectLacksFactor);
  if (lacksFactor) return <SetUpFirst />;
  return (
    <PageShell>
      <PageHeader title="Profile" subtitle="Your details, your password and the devices on which you are logged in." />
      <Box sx={{ display: 'grid', gap: 3 }}>
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
