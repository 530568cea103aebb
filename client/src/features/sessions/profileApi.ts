import { serverApi } from '~/api/generated/serverApi';
import { renewSession } from '~/api/session/lifecycle';
import { storedAccessToken } from '~/api/session/storage';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: {
    editOwnProfile: {
      invalidatesTags: ['Profile'],
      onQueryStarted: async (_edit, { dispatch, queryFulfilled }) => {
        if (!(await queryFulfilled.then(() => true, () => false))) return;
        // The frame reads the name from the token.
        await dispatch(renewSession(storedAccessToken()));
      },
    },
    // All other devices are logged out.
    changeOwnPassword: { invalidatesTags: [{ type: 'Session', id: 'LIST' }, { type: 'Factor', id: 'LIST' }] },
  },
});

export const { useEditOwnProfileMutation, useChangeOwnPasswordMutation } = profileApi;
