import { serverApi } from '~/api/generated/serverApi';
import { renewSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: {
    editOwnProfile: {
      invalidatesTags: ['Profile'],
      onQueryStarted: async (_edit, { dispatch, queryFulfilled }) => {
        if (!(await queryFulfilled.then(() => true, () => false))) return;
        // The name stands in the token too, out of which the frame takes it.
        await dispatch(renewSession(storedAccessToken()));
      },
    },
    // All other devices are signed out.
    changeOwnPassword: { invalidatesTags: [{ type: 'Session', id: 'LIST' }] },
  },
});

export const { useEditOwnProfileMutation, useChangeOwnPasswordMutation } = profileApi;
