import { serverApi } from '~/api/generated/serverApi';
import { followChanges, realtimeOf } from '~/realtime/extra';

export type { UserSummary } from '~/api/generated/serverApi';

/** An import publishes a change twice a second; a fetch takes longer. */
const PAUSE = 3_000;

export const summaryApi = serverApi.enhanceEndpoints({
  endpoints: {
    dismissSteps: { invalidatesTags: ['Summary'] },
    summarizePeople: {
      providesTags: ['Summary'],
      onCacheEntryAdded: async (_void, entry) => {
        const refetch = () =>
          void entry.dispatch(serverApi.endpoints.summarizePeople.initiate(undefined, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stop = followChanges(realtime, { events: ['users:changed', 'batches:changed'], pause: PAUSE, refetch });
        await entry.cacheEntryRemoved;
        stop();
      },
    },
  },
});
