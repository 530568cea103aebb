import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { RunningImports } from '~/features/imports/overview/RunningImports';

/** The dashboard with what the imports show in it. */
export function Dashboard() {
  return <DashboardPage runningImports={<RunningImports />} />;
}
