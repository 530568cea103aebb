import { useState } from 'react';

import type { AnnouncementsSection } from '~/features/announcements/api';
import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { PageNotLoaded } from '~/ui/ErrorState';
import { lazyChunk } from '~/ui/lazyChunk';

const RunningImports = lazyChunk(() => import('./Running'), (module) => module.RunningImports, { Failure: PageNotLoaded });
const UnseenAnnouncements = lazyChunk(() => import('~/features/announcements/reading/UnseenAnnouncements'), (module) => module.UnseenAnnouncements, { Failure: PageNotLoaded });

/** Most open the dashboard without news: its code is loaded with the first, and stays for what was seen here. */
function Announcements({ section }: { readonly section: AnnouncementsSection | undefined }) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (section !== undefined && !isNeeded) setIsNeeded(true);
  return isNeeded && <UnseenAnnouncements section={section} />;
}

export function Dashboard() {
  return <DashboardPage runningImports={<RunningImports />} renderAnnouncements={(section) => <Announcements section={section} />} />;
}
