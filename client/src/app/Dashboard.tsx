import { UnseenAnnouncements } from '~/features/announcements/reading/UnseenAnnouncements';
import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { PageNotLoaded } from '~/ui/ErrorState';
import { lazyChunk } from '~/ui/lazyChunk';

const RunningImports = lazyChunk(() => import('./Running'), (module) => module.RunningImports, { Failure: PageNotLoaded });

export function Dashboard() {
  return <DashboardPage runningImports={<RunningImports />} renderAnnouncements={(section) => <UnseenAnnouncements section={section} />} />;
}
