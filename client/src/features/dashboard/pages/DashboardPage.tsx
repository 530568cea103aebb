import { useGetOwnProfileQuery } from '~/api/profile';
import { ErrorState } from '~/ui/ErrorState';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';
import { PageSpinner } from '~/ui/PageSpinner';

import { AccountCard } from '../components/AccountCard';
import { welcomeFor } from '../welcomes';

export function DashboardPage() {
  const { data: profile, isError, refetch } = useGetOwnProfileQuery();

  if (profile !== undefined) {
    return (
      <PageShell>
        <PageHeader {...welcomeFor(profile.profile)} />
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
