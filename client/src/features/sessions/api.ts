import { serverApi } from '~/api/generated/serverApi';

export type { SessionItem } from '~/api/generated/serverApi';

const LIST = [{ type: 'Session', id: 'LIST' }] as const;

const sessionsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readSessions: { providesTags: LIST },
    // Also after an error: what is shown is then out of date.
    endOne: { invalidatesTags: LIST },
    endOthers: { invalidatesTags: LIST },
  },
});

export const { useReadSessionsQuery, useEndOneMutation, useEndOthersMutation } = sessionsApi;
