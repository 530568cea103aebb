import { baseApi } from './baseApi';
import { download } from './download';

const personalDataApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Saves all that is stored about a user, as a file; null is the own account. */
    exportData: build.mutation<null, string | null>({
      queryFn: (userId, api) =>
        download(api, { url: `/api/v1/users/${userId === null ? 'profile' : encodeURIComponent(userId)}/data.json`, name: 'personal-data.json' }),
      invalidatesTags: ['Audit'],
    }),
  }),
});

export const { useExportDataMutation } = personalDataApi;
