import type { EventPayload } from '~/api/generated/liveEvents';
import { type NotificationPage, serverApi } from '~/api/generated/serverApi';
import { openChannel } from '~/lib/otherTabs';
import { cacheStream } from '~/realtime/cacheStream';
import { realtimeOf } from '~/realtime/extra';
import { fetchAnew } from '~/realtime/fetchAnew';
import { ANNOUNCEMENTS, followNews } from '~/realtime/followNews';

/** The tabs of this browser tell each other on it that something was read. */
const reading = openChannel('waymark-notifications');

export type { NotificationPage, NotificationRecord, ReadRequest } from '~/api/generated/serverApi';

/** The page with a new notification on top; a repeated event changes nothing. */
function withNew(held: NotificationPage, { unread, ...pushed }: EventPayload<'notification:new'>): NotificationPage | undefined {
  if (held.data.some(({ id }) => id === pushed.id)) return undefined;
  const data = [{ ...pushed, readAt: null }, ...held.data].slice(0, held.pageSize);
  return { ...held, data, total: held.total + 1, unread };
}

export const notificationsApi = serverApi.enhanceEndpoints({
  endpoints: {
    readNotifications: {
      providesTags: [{ type: 'Notification', id: 'LIST' }],
      onCacheEntryAdded: async (argument, entry) => {
        const refetch = () =>
          entry.dispatch(serverApi.endpoints.readNotifications.initiate(argument, { subscribe: false, forceRefetch: true }));
        const stopHearing = reading.hear(() => void fetchAnew(refetch, () => false));
        // An announcement comes into many bells at once, without an event for each.
        const stopAnnouncements = followNews(realtimeOf(entry.extra), ANNOUNCEMENTS, refetch);
        await cacheStream<'notification:new', NotificationPage>(entry, { event: 'notification:new', apply: withNew, resync: refetch });
        stopHearing();
        stopAnnouncements();
      },
    },
    markNotificationsRead: {
      onQueryStarted: async (_reading, { queryFulfilled }) => {
        if (await queryFulfilled.then(() => true, () => false)) reading.tell('read');
      },
      // Also after an error: what is shown is then out of date.
      invalidatesTags: [{ type: 'Notification', id: 'LIST' }],
    },
  },
});
