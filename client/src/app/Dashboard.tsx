import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { RunningImports } from '~/features/imports/overview/RunningImports';

export function Dashboard() {
  return <DashboardPage runningImports={<RunningImports />} />;
}
