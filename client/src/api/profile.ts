import { baseApi } from './baseApi';

/** GET /users/profile: the token's claims with phone, permissions and the company's slug. */
export interface UserProfile {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | null;
  readonly role: string | null;
  readonly profile: string | null;
  readonly companyName: string | null;
  readonly companySlug: string | null;
  readonly permissions: readonly string[];
  /** The profiles that this person may give to others. */
  readonly creatableProfiles: readonly string[];
}

const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnProfile: build.query<UserProfile, void>({
      query: () => '/api/v1/users/profile',
      providesTags: ['Profile'],
    }),
  }),
});

export const { useGetOwnProfileQuery } = profileApi;
