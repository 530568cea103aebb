import Box from '@mui/material/Box';
import { useNavigate } from 'react-router';

import { BackLink } from '~/ui/BackLink';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { CreateUserForm } from '../create/CreateUserForm';

/** One person gets an account. */
export function NewUserPage() {
  const navigate = useNavigate();
  const backToOptions = () => void navigate('/dashboard/users');
  return (
    <PageShell>
      <Box sx={{ maxWidth: 760, mx: 'auto' }}>
        <BackLink to="/dashboard/users" />
        <PageHeader title="Add New User" subtitle="We email the invitation when you create the account." />
        <CreateUserForm onCreated={backToOptions} onCancel={backToOptions} />
      </Box>
    </PageShell>
  );
}
