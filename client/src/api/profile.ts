import { serverApi } from './generated/serverApi';

export type { ProfileResponse as OwnProfile } from './generated/serverApi';

const profileApi = serverApi.enhanceEndpoints({
  endpoints: { getProfile: { providesTags: ['Profile'] } },
});

export const { useGetProfileQuery: useGetOwnProfileQuery } = profileApi;
