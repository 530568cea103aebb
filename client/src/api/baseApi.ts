import { createApi } from '@reduxjs/toolkit/query/react';

import { baseQuery } from './baseQuery';

/** The one API; features inject their endpoints. Tags carry ids and LIST. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Profile',
    'Session',
    'Factor',
    'User',
    'Import',
    'ImportRows',
    'ImportColumns',
    'ImportProblems',
    'BulkJob',
    'BulkRows',
    'Batch',
    'TrainingSession',
    'Attendance',
    'Field',
    'Stage',
    'Announcement',
    'Opening',
    'Round',
    'Panel',
    'OwnInterview',
    'Notification',
    'Dashboard',
    'Audit',
    'CompanySettings',
    'Policy',
    'SingleSignOn',
    'ServerKey', 'Webhook', 'Source',
  ],
  endpoints: () => ({}),
});
