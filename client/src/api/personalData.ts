import { baseApi } from './baseApi';
import { download } from './download';

/** A page to read and print, or data for programs. */
type DataFormat = 'html' | 'json';

const personalDataApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Saves all that is stored about a user, as a file; null is the own account. */
    exportData: build.mutation<null, { readonly userId: string | null; readonly format: DataFormat }>({
      queryFn: ({ userId, format }, api) =>
        download(api, {
          url: `/api/v1/users/${userId === null ? 'profile' : encodeURIComponent(userId)}/data.json?format=${format}`,
          name: `personal-data.${format}`,
        }),
      invalidatesTags: ['Audit'],
    }),
  }),
});

export const { useExportDataMutation } = personalDataApi;
