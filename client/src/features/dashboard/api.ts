import { type Dashboard, serverApi } from '~/api/generated/serverApi';
import { followAnnouncements } from '~/realtime/announcements';
import { followChanges, realtimeOf } from '~/realtime/extra';

type AnySection = Dashboard['sections'][number];
export type Section<Kind extends AnySection['kind']> = Extract<AnySection, { kind: Kind }>;
export type UserSummary = Omit<Section<'people'>, 'kind'>;

/** A section of the caller's dashboard; undefined where there is none for this profile. */
export function sectionOf<Kind extends AnySection['kind']>({ sections }: Dashboard, kind: Kind) {
  return sections.find((section): section is Section<Kind> => section.kind === kind);
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
        const stop = followChanges(realtime, { events: ['users:changed', 'batches:changed', 'training-session:changed', 'attendance:mine', 'way:changed', 'offer:mine', 'opening:changed'], pause: PAUSE, refetch });
        const stopAnnouncements = followAnnouncements(realtime, refetch);
        await entry.cacheEntryRemoved;
        stop();
        stopAnnouncements();
      },
    },
  },
});
