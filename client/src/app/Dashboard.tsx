import { useState } from 'react';

import type { AnnouncementsSection } from '~/features/announcements/api';
import { type DashboardInterviews } from '~/features/dashboard/api';
import { DashboardPage } from '~/features/dashboard/pages/DashboardPage';
import { loadMessages } from '~/lib/language';
import { PageNotLoaded } from '~/ui/ErrorState';
import { lazyChunk } from '~/ui/lazyChunk';

const RunningImports = lazyChunk(() => import('./Running'), (module) => module.RunningImports, { Failure: PageNotLoaded });
const UnseenAnnouncements = lazyChunk(() => import('~/features/announcements/reading/UnseenAnnouncements'), (module) => module.UnseenAnnouncements, { Failure: PageNotLoaded });

const loadTexts = () => loadMessages('app');
const OwnOffers = lazyChunk(() => import('~/features/placement/own/OwnOffersPanel'), (module) => module.OwnOffersPanel, { Failure: PageNotLoaded, loadTexts });
const PlacementPanels = lazyChunk(() => import('~/features/placement/own/PlacementPanels'), (module) => module.PlacementPanels, { loadTexts });
// Candidates, who have the slowest networks, load what is theirs alone.
const OwnInterviews = lazyChunk(() => import('~/features/interviews/own/OwnInterviews'), (module) => module.OwnInterviews, { loadTexts: () => loadMessages('interviews') });
const Interviews = lazyChunk(() => import('./Interviews'), (module) => module.Interviews, { loadTexts });

/** Most open the dashboard without news: its code is loaded with the first, and stays for what was seen here. */
function Announcements({ section }: { readonly section: AnnouncementsSection | undefined }) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (section !== undefined && !isNeeded) setIsNeeded(true);
  return isNeeded && <UnseenAnnouncements section={section} />;
}

function renderInterviews({ own, panels, rounds }: DashboardInterviews) {
  return (
    <>
      {own !== undefined && own.items.length > 0 && <OwnInterviews items={own.items} />}
      {(panels ?? rounds) !== undefined && <Interviews panels={panels} rounds={rounds} />}
    </>
  );
}

export function Dashboard() {
  return (
    <DashboardPage
      runningImports={<RunningImports />}
      renderAnnouncements={(section) => <Announcements section={section} />}
      renderInterviews={renderInterviews}
      renderOffers={(section) => section !== undefined && <OwnOffers offers={section.items} />}
      renderPlacement={(work, figures) => (work !== undefined || figures !== undefined) && <PlacementPanels work={work} figures={figures} />}
    />
  );
}
