import { useState } from 'react';

import { useIsLive } from '~/realtime/extra';

import { useReadNotificationsQuery } from './api';

const STEP = 20;
const POLL = 60_000;

/** The newest notifications, live; asked for now and then where nothing can be pushed. More of them by `showOlder`. */
export function useNotifications() {
  const live = useIsLive();
  const [pageSize, setPageSize] = useState(STEP);
  const { data, error, isFetching, refetch } = useReadNotificationsQuery(
    { page: 1, pageSize },
    { refetchOnFocus: true, pollingInterval: live ? 0 : POLL, skipPollingIfUnfocused: true },
  );
  return {
    page: data,
    error: data === undefined ? error : undefined,
    isFetching,
    refetch,
    showOlder: () => {
      setPageSize(pageSize + STEP);
    },
  };
}
