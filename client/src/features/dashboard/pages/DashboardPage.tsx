import { useGetOwnProfileQuery } from '~/api/profile';
import { isProfile, USER_MANAGERS } from '~/lib/profiles';
import { ErrorState } from '~/ui/ErrorState';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';
import { PageSpinner } from '~/ui/PageSpinner';

import { AccountCard } from '../components/AccountCard';
import { NextStepCard } from '../components/NextStepCard';
import { welcomeFor } from '../welcomes';

export function DashboardPage() {
  const { data: profile, isError, refetch } = useGetOwnProfileQuery();

  if (profile !== undefined) {
    return (
      <PageShell>
        <PageHeader {...welcomeFor(profile.profile)} />
        {isProfile(profile.profile) && USER_MANAGERS.includes(profile.profile) && <NextStepCard />}
        <AccountCard profile={profile} />
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
