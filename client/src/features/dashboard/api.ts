import { serverApi } from '~/api/generated/serverApi';
import { realtimeOf } from '~/realtime/extra';

import { atMostEvery } from './atMostEvery';

export type { UserSummary } from '~/api/generated/serverApi';

/** An import tells of its people twice a second; looking at them takes longer than that. */
const QUIET = 3_000;

const summaryApi = serverApi.enhanceEndpoints({
  endpoints: {
    summarizePeople: {
      providesTags: ['Summary'],
      onCacheEntryAdded: async (_void, entry) => {
        const realtime = realtimeOf(entry.extra);
        let asOf = performance.now();
        const refetch = atMostEvery(QUIET, () => {
          asOf = performance.now();
          void entry.dispatch(
            serverApi.endpoints.summarizePeople.initiate(undefined, { subscribe: false, forceRefetch: true }),
          );
        });
        const stops = [
          realtime.on('users:changed', refetch.call),
          realtime.onStanding((quietSince) => {
            if (asOf < quietSince) refetch.call();
          }),
          refetch.stop,
        ];
        await entry.cacheEntryRemoved;
        for (const stop of stops) stop();
      },
    },
  },
});

export const { useSummarizePeopleQuery } = summaryApi;
