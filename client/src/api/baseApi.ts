import { createApi } from '@reduxjs/toolkit/query/react';

import { baseQuery } from './baseQuery';

/** The one API; features inject their endpoints. Tags carry ids and LIST. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Profile', 'Session', 'User', 'Import', 'ImportRows', 'ImportColumns', 'ImportProblems', 'Notification', 'Summary', 'Audit'],
  endpoints: () => ({}),
});
