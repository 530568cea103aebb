import { useState } from 'react';

import type { AnnouncementsSection } from '~/features/announcements/api';
import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { loadMessages } from '~/lib/language';
import { PageNotLoaded } from '~/ui/ErrorState';
import { lazyChunk } from '~/ui/lazyChunk';

const RunningImports = lazyChunk(() => import('./Running'), (module) => module.RunningImports, { Failure: PageNotLoaded });
const UnseenAnnouncements = lazyChunk(() => import('~/features/announcements/reading/UnseenAnnouncements'), (module) => module.UnseenAnnouncements, { Failure: PageNotLoaded });

const loadTexts = () => loadMessages('app');
const OwnOffers = lazyChunk(() => import('~/features/placement/own/OwnOffersPanel'), (module) => module.OwnOffersPanel, { Failure: PageNotLoaded, loadTexts });
const PlacementPanels = lazyChunk(() => import('~/features/placement/own/PlacementPanels'), (module) => module.PlacementPanels, { loadTexts });

/** Most open the dashboard without news: its code is loaded with the first, and stays for what was seen here. */
function Announcements({ section }: { readonly section: AnnouncementsSection | undefined }) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (section !== undefined && !isNeeded) setIsNeeded(true);
  return isNeeded && <UnseenAnnouncements section={section} />;
}

export function Dashboard() {
  return (
    <DashboardPage
      runningImports={<RunningImports />}
      renderAnnouncements={(section) => <Announcements section={section} />}
      renderOffers={(section) => section !== undefined && <OwnOffers offers={section.items} />}
      renderPlacement={(work, figures) => (work !== undefined || figures !== undefined) && <PlacementPanels work={work} figures={figures} />}
    />
  );
}
