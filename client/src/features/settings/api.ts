import { serverApi } from '~/api/generated/serverApi';

export type { CompanyRecord, ConnectionRecord, ConnectionsAnswer, CreateConnectionRequest as ConnectionRequest, PolicyPeople, PolicyRecord, PolicyRequest } from '~/api/generated/serverApi';

const connectionChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'SingleSignOn' }, { type: 'Audit' }] as const) : []);

const companyChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'CompanySettings' }, { type: 'Profile' }, { type: 'Audit' }] as const) : []);

export const settingsApi = serverApi.enhanceEndpoints({
  endpoints: {
    getCompanySettings: { providesTags: ['CompanySettings'] },
    changeCompanySettings: { invalidatesTags: companyChanged },
    changeCompanyLogo: { invalidatesTags: companyChanged },
    removeCompanyLogo: { invalidatesTags: companyChanged },
    getCompanyPolicy: { providesTags: ['Policy'] },
    changeCompanyPolicy: { invalidatesTags: (_policy, error) => (error === undefined ? ['Policy', 'Audit'] : []) },
    listSsoConnections: { providesTags: ['SingleSignOn'] },
    createSsoConnection: { invalidatesTags: connectionChanged },
    changeSsoConnection: { invalidatesTags: connectionChanged },
    deleteSsoConnection: { invalidatesTags: connectionChanged },
    testSsoConnection: { invalidatesTags: connectionChanged },
  },
});
