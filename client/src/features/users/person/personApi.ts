import { baseApi } from '~/api/baseApi';
import { type AuditPage, serverApi, type SsoLinkItem } from '~/api/generated/serverApi';

export type { SsoLinkItem };

const NEWEST = 10;

interface OfPerson {
  readonly userId: string;
}

const ofPerson = (_answer: unknown, _error: unknown, { userId }: OfPerson) => [{ type: 'User' as const, id: userId }];

const detailsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readUserSessions: { providesTags: ofPerson },
    readUserMessages: { providesTags: ofPerson },
    readPersonFactors: { providesTags: ofPerson },
    resetPersonFactors: { invalidatesTags: ofPerson },
    cancelPendingEmail: { invalidatesTags: ofPerson },
    endUserSessions: { invalidatesTags: ofPerson },
    removePersonSsoLink: { invalidatesTags: ofPerson },
  },
});

const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest entries about one person; the trail itself is paged and belongs to another feature. */
    readPersonActivity: build.query<AuditPage, OfPerson>({
      query: ({ userId }) => ({ url: '/api/v1/audit', params: { subject: userId, page: 1, pageSize: NEWEST } }),
      providesTags: ofPerson,
    }),
  }),
});

export const {
  useGetPersonQuery,
  useReadUserSessionsQuery,
  useReadUserMessagesQuery,
  useReadPersonFactorsQuery,
  useResetPersonFactorsMutation,
  useCancelPendingEmailMutation,
  useRemovePersonSsoLinkMutation,
} = detailsApi;

export const { useReadPersonActivityQuery } = activityApi;
