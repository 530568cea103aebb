import { serverApi } from '~/api/generated/serverApi';

export type { CompanyRecord, ConnectionRecord, ConnectionsAnswer, CreateConnectionRequest as ConnectionRequest, KeyRecord, KeysAnswer, NewSecret, PolicyPeople, PolicyRecord, PolicyRequest, Webhook, WebhookDelivery, WebhookWithSecret } from '~/api/generated/serverApi';

const connectionChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'SingleSignOn' }, { type: 'Audit' }] as const) : []);

const keyChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'ServerKey' }, { type: 'Audit' }] as const) : []);

const webhookChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'Webhook' }, { type: 'Audit' }] as const) : []);

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
    listServerKeys: { providesTags: ['ServerKey'] },
    createServerKey: { invalidatesTags: keyChanged },
    changeServerKey: { invalidatesTags: keyChanged },
    rotateServerKey: { invalidatesTags: keyChanged },
    endFormerSecretOfKey: { invalidatesTags: keyChanged },
    revokeServerKey: { invalidatesTags: keyChanged },
    listWebhooks: { providesTags: ['Webhook'] },
    createWebhook: { invalidatesTags: webhookChanged },
    changeWebhook: { invalidatesTags: webhookChanged },
    rotateWebhookSecret: { invalidatesTags: webhookChanged },
    deleteWebhook: { invalidatesTags: webhookChanged },
    listWebhookDeliveries: { providesTags: ['Webhook'] },
    replayWebhookDelivery: { invalidatesTags: webhookChanged },
  },
});
