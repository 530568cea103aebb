import { useState } from 'react';

import { unlessLive, usePolledQuery } from '~/realtime/usePolledQuery';

import { useReadNotificationsQuery } from './api';

const STEP = 20;
const POLL = 60_000;

/** The newest notifications, live; polled while no events are pushed. `showOlder` fetches more. */
export function useNotifications() {
  const [pageSize, setPageSize] = useState(STEP);
  const { data, error, isFetching, refetch } = usePolledQuery(useReadNotificationsQuery, { page: 1, pageSize }, {
    intervalOf: unlessLive(POLL),
    refetchOnFocus: true,
  });
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
