import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { type OwnProfile, useGetOwnProfileQuery } from '~/api/profile';
import { isProfile, USER_MANAGERS } from '~/lib/profiles';
import { ErrorState } from '~/ui/ErrorState';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';
import { PageSpinner } from '~/ui/PageSpinner';

import { AccountCard } from '../components/AccountCard';
import { ApplicationCard } from '../components/ApplicationCard';
import { CompanyNow } from '../components/CompanyNow';
import { welcomeFor } from '../welcomes';

interface DashboardPageProps {
  /** What the imports show to those who may view users. */
  readonly runningImports: ReactNode;
}

function Content({ own, runningImports }: DashboardPageProps & { readonly own: OwnProfile }) {
  const { profile } = own;
  if (isProfile(profile) && USER_MANAGERS.includes(profile)) return <CompanyNow profile={profile} runningImports={runningImports} />;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {profile === null && <ApplicationCard profile={own} />}
      <AccountCard profile={own} />
    </Box>
  );
}

/** The dashboard of the user's profile. */
export function DashboardPage({ runningImports }: DashboardPageProps) {
  const { data: own, isError, refetch } = useGetOwnProfileQuery();

  if (own !== undefined) {
    return (
      <PageShell>
        <PageHeader {...welcomeFor(own.profile)} owner={own.companyName} />
        <Content own={own} runningImports={runningImports} />
      </PageShell>
    );
  }
  if (!isError) return <PageSpinner label="Loading dashboard" />;
  return (
    <PageShell>
      <ErrorState
        message="Error: Failed to load dashboard. Please try refreshing the page."
        onRetry={() => void refetch()}
      />
    </PageShell>
  );
}
