import { serverApi } from '~/api/generated/serverApi';

const policyApi = serverApi.enhanceEndpoints({
  endpoints: {
    getCompanyPolicy: { providesTags: ['Policy'] },
    changeCompanyPolicy: { invalidatesTags: (_policy, error) => (error === undefined ? ['Policy', 'Audit'] : []) },
  },
});

export type { PolicyPeople, PolicyRecord, PolicyRequest } from '~/api/generated/serverApi';
export const { useGetCompanyPolicyQuery, useChangeCompanyPolicyMutation } = policyApi;
