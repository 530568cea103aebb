import { base64Of } from '~/lib/base64';

import { baseApi } from './baseApi';
import { parseJson } from './problem';

interface PhotoOf {
  /** Null for one's own. */
  readonly userId: string | null;
  /** Another one after each change, so that it is fetched anew. */
  readonly photoId: string;
}

const photoApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** As a data: URL, which the page's policy allows: an <img> could not send the bearer. */
    readPhoto: build.query<string, PhotoOf>({
      query: ({ userId }) => ({
        url: `/api/v1/users/${userId ?? 'profile'}/photo`,
        responseHandler: async (response) =>
          response.ok ? `data:${response.headers.get('Content-Type') ?? ''};base64,${await base64Of(response)}` : parseJson(await response.text()),
      }),
    }),
  }),
});

export const { useReadPhotoQuery } = photoApi;
