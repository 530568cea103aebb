import { baseApi } from '~/api/baseApi';
import { type AgainRequest, type AnnouncementPreview, type AnnouncementRequest, type AnnouncementSent, announcementsApi as generated } from '~/api/generated/announcementsApi';
import { followChanges, realtimeOf } from '~/realtime/extra';
import { ANNOUNCEMENTS, followNews } from '~/realtime/followNews';

export type { AnnouncementDetail, AnnouncementPreview, AnnouncementRecord, AnnouncementRequest, OwnAnnouncement, RecipientRow, RecipientState } from '~/api/generated/announcementsApi';
export type { AnnouncementsSection } from '~/api/generated/serverApi';

export const PATH = '/api/v1/announcements';

export const OWN = '/dashboard/announcements';
export const SENT = `${OWN}/sent`;

const LIST = { type: 'Announcement', id: 'LIST' } as const;
const OWN_LIST = { type: 'Announcement', id: 'OWN' } as const;

export const announcementsApi = generated.enhanceEndpoints({
  endpoints: {
    listAnnouncements: { providesTags: [LIST] },
    getAnnouncement: { providesTags: (_answer, _error, { announcementId }) => [{ type: 'Announcement', id: announcementId }] },
    listRecipients: { providesTags: (_answer, _error, { announcementId }) => [{ type: 'Announcement', id: `recipients ${announcementId}` }] },
    // Also after an error: it may have been taken back elsewhere.
    retractAnnouncement: { invalidatesTags: (_answer, _error, { announcementId }) => [LIST, { type: 'Announcement', id: announcementId }] },
    listOwnAnnouncements: {
      providesTags: [OWN_LIST],
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(generated.endpoints.listOwnAnnouncements.initiate(asked, { subscribe: false, forceRefetch: true }));
        const realtime = realtimeOf(entry.extra);
        const stops = [followNews(realtime, ANNOUNCEMENTS, refetch), followChanges(realtime, { events: [], pause: 0, refetch })];
        await entry.cacheEntryRemoved;
        for (const stop of stops) stop();
      },
    },
    wishForAnnouncementMails: { invalidatesTags: [OWN_LIST] },
  },
});

/** How many people it reaches does not depend on the words. */
const ANY_WORDS = { title: '1', body: '1' } as const;

interface Keyed {
  readonly idempotencyKey: string;
}

const sent = (url: string, idempotencyKey: string, body: object) => ({ url, method: 'POST', body, headers: { 'Idempotency-Key': idempotencyKey } });

/** Two answers of one address, and a header: the generator knows neither. */
export const sendingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tryAnnouncement: build.query<AnnouncementPreview, Omit<AnnouncementRequest, keyof typeof ANY_WORDS>>({
      query: (request) => ({ url: PATH, method: 'POST', body: { ...request, ...ANY_WORDS, dryRun: true } }),
      // The selection stays the same while the dialog is open: thousands of ids are not compared.
      serializeQueryArgs: ({ queryArgs: { batchId, stageId, byMail } }) => JSON.stringify([batchId, stageId, byMail]),
      keepUnusedDataFor: 0,
    }),
    sendAnnouncement: build.mutation<AnnouncementSent, Keyed & { readonly request: AnnouncementRequest }>({
      query: ({ idempotencyKey, request }) => sent(PATH, idempotencyKey, request),
      invalidatesTags: [LIST],
    }),
    sendAgain: build.mutation<AnnouncementSent, Keyed & { readonly announcementId: string; readonly request: AgainRequest }>({
      query: ({ idempotencyKey, announcementId, request }) => sent(`${PATH}/${encodeURIComponent(announcementId)}/again`, idempotencyKey, request),
      invalidatesTags: [LIST],
    }),
  }),
  // They stand in the place of those that are generated.
  overrideExisting: true,
});

export const recipientsChanged = (announcementId: string) => baseApi.util.invalidateTags([{ type: 'Announcement', id: `recipients ${announcementId}` }]);
