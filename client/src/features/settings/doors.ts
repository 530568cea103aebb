import { doorsApi as generated } from '~/api/generated/doorsApi';

export type { CreateSourceRequest, ImportSource, KeyRecord, KeysAnswer, NewSecret, Webhook, WebhookDelivery, WebhookWithSecret } from '~/api/generated/doorsApi';

const keyChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'ServerKey' }, { type: 'Audit' }] as const) : []);

const webhookChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'Webhook' }, { type: 'Audit' }] as const) : []);

const sourceChanged = (_answer: unknown, error: unknown) => (error === undefined ? ([{ type: 'Source' }, { type: 'Audit' }] as const) : []);

export const doorsApi = generated.enhanceEndpoints({
  endpoints: {
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
    listSources: { providesTags: ['Source'] },
    createSource: { invalidatesTags: sourceChanged },
    changeSource: { invalidatesTags: sourceChanged },
    confirmSourceHostKey: { invalidatesTags: sourceChanged },
    deleteSource: { invalidatesTags: sourceChanged },
    readSourceNow: { invalidatesTags: sourceChanged },
  },
});
