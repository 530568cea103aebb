import { serverApi } from './generated/serverApi';

export type { ProfileResponse as OwnProfile } from './generated/serverApi';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: { getProfile: { providesTags: ['Profile'] } },
});

/** Asks the server even if the answer is there already, which is replaced by the new one. */
export const fetchOwnProfile = () => profileApi.endpoints.getProfile.initiate(undefined, { forceRefetch: true, subscribe: false });

export const { useGetProfileQuery: useGetOwnProfileQuery } = profileApi;
