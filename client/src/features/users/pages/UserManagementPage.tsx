import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { BulkDialogProps } from '~/api/bulk';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import { AddUsers } from '../create/AddUsers';
import { ManageUsers } from '../list/ManageUsers';

interface UserManagementPageProps {
  readonly importHistory: ReactNode;
  /** The dialog of an action on many people; without it they can only be exported. */
  readonly renderBulk?: (dialog: BulkDialogProps) => ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
}

const PATH = '/dashboard/users';

/** Two tabs, each with an address of its own. */
export function UserManagementPage({ importHistory, renderBulk, actions }: UserManagementPageProps) {
  const [params] = useSearchParams();
  const tab = params.get('tab') === 'manage' ? 'manage' : 'add';
  return (
    <PageShell>
      <PageHeader
        title="User Management"
        subtitle="Give people an account in your company, and keep what they may do up to date."
        {...(actions !== undefined && { actions })}
      />
      <Tabs value={tab} aria-label="User Management" sx={{ mt: -1, mb: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Tab id="tab-add" aria-controls="panel-add" value="add" label="Add Users" component={Link} to={PATH} />
        <Tab id="tab-manage" aria-controls="panel-manage" value="manage" label="Manage Users" component={Link} to={`${PATH}?tab=manage`} />
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'add' ? <AddUsers importHistory={importHistory} /> : <ManageUsers {...(renderBulk !== undefined && { renderBulk })} />}
      </Box>
    </PageShell>
  );
}
