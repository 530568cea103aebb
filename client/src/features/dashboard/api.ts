import { type Dashboard, serverApi } from '~/api/generated/serverApi';
import { followChanges, realtimeOf } from '~/realtime/extra';
import { ANNOUNCEMENTS, followNews, INTERVIEWS } from '~/realtime/followNews';

type AnySection = Dashboard['sections'][number];
export type Section<Kind extends AnySection['kind']> = Extract<AnySection, { kind: Kind }>;
export type UserSummary = Omit<Section<'people'>, 'kind'>;

/** A section of the caller's dashboard; undefined where there is none for this profile. */
export function sectionOf<Kind extends AnySection['kind']>({ sections }: Dashboard, kind: Kind) {
  return sections.find((section): section is Section<Kind> => section.kind === kind);
}

/** What the dashboard has of interviews. */
export interface DashboardInterviews {
  readonly own: Section<'ownInterviews'> | undefined;
  readonly panels: Section<'ownPanels'> | undefined;
  readonly rounds: Section<'rounds'> | undefined;
}

/** An import publishes a change twice a second; a fetch takes longer. */
const PAUSE = 3_000;

export const dashboardApi = serverApi.enhanceEndpoints({
  endpoints: {
    dismissSteps: { invalidatesTags: ['Dashboard'] },
    readDashboard: {
      providesTags: ['Dashboard'],
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(serverApi.endpoints.readDashboard.initiate(asked, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stop = followChanges(realtime, { events: ['users:changed', 'batches:changed', 'training-session:changed', 'attendance:mine', 'way:changed', 'panel:changed', 'offer:mine', 'opening:changed'], pause: PAUSE, refetch });
        const stopNews = [ANNOUNCEMENTS, INTERVIEWS].map((news) => followNews(realtime, news, refetch));
        await entry.cacheEntryRemoved;
        stop();
        for (const each of stopNews) each();
      },
    },
  },
});
