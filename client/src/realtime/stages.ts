import { serverApi } from '~/api/generated/serverApi';

import { followChanges, realtimeOf } from './extra';

/** An import moves people twice a second; one fetch in this time shows it. */
const PAUSE = 2_000;

/** The stages of a company's applicants and trainees, followed while they are shown. */
export const stagesApi = serverApi.enhanceEndpoints({
  endpoints: {
    listStages: {
      providesTags: ['Stage'],
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(serverApi.endpoints.listStages.initiate(asked, { subscribe: false, forceRefetch: true }));
        const stop = followChanges(realtimeOf(entry.extra), { events: ['stages:changed'], pause: PAUSE, refetch });
        await entry.cacheEntryRemoved;
        stop();
      },
    },
    // Also after an error: the stage may have been changed elsewhere.
    createStage: { invalidatesTags: ['Stage'] },
    changeStage: { invalidatesTags: ['Stage'] },
    // Likewise: the person may have been moved elsewhere.
    movePerson: { invalidatesTags: (_moved, _error, { userId }) => ['Stage', { type: 'User', id: userId }, { type: 'User', id: 'LIST' }, 'Dashboard'] },
    archiveStage: { invalidatesTags: ['Stage'] },
    orderStages: {
      invalidatesTags: ['Stage'],
      // Shown before the server has answered: what was moved stays where it was put.
      onQueryStarted: async ({ orderStagesRequest: { ids } }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          serverApi.util.updateQueryData('listStages', undefined, (answer) => {
            answer.stages = ids.flatMap((id) => answer.stages.filter((stage) => stage.id === id));
          }),
        );
        await queryFulfilled.catch(shown.undo);
      },
    },
  },
});

export const { useListStagesQuery, useMovePersonMutation } = stagesApi;
