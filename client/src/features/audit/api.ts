import { serverApi } from '~/api/generated/serverApi';

export type { AuditAction, AuditRecord } from '~/api/generated/serverApi';

export const PAGE_SIZE = 20;

const auditApi = serverApi.enhanceEndpoints({
  endpoints: { readAudit: { providesTags: ['Audit'] } },
});

export const { useReadAuditQuery } = auditApi;
