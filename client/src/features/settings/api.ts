import { serverApi } from '~/api/generated/serverApi';

const policyApi = serverApi.enhanceEndpoints({
  endpoints: {
    getCompanyPolicy: { providesTags: ['Policy'] },
    changeCompanyPolicy: { invalidatesTags: (_policy, error) => (error === undefined ? ['Policy', 'Audit'] : []) },
  },
});

export type { PolicyPeople, PolicyRecord, PolicyRequest } from '~/api/generated/serverApi';
export const { useGetCompanyPolicyQuery, useChangeCompanyPolicyMutation } = policyApi;

const changed = (_answer: unknown, error: unknown) => (error === undefined ? (['SingleSignOn', 'Audit'] as const) : []);

const ssoApi = serverApi.enhanceEndpoints({
  endpoints: {
    listSsoConnections: { providesTags: ['SingleSignOn'] },
    createSsoConnection: { invalidatesTags: changed },
    changeSsoConnection: { invalidatesTags: changed },
    deleteSsoConnection: { invalidatesTags: changed },
    testSsoConnection: { invalidatesTags: changed },
  },
});

export type { ConnectionRecord, ConnectionsAnswer, CreateConnectionRequest as ConnectionRequest } from '~/api/generated/serverApi';
export const {
  useListSsoConnectionsQuery,
  useCreateSsoConnectionMutation,
  useChangeSsoConnectionMutation,
  useDeleteSsoConnectionMutation,
  useTestSsoConnectionMutation,
} = ssoApi;
