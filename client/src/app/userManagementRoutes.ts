import type { RouteObject } from 'react-router';

import { page } from './page';

/** Everything below /dashboard/users, for those who may manage users. */
export const userManagementRoutes: RouteObject[] = [
  page('', () => import('./UserManagement'), (module) => module.UserManagement),
  page('new', () => import('~/features/users/pages/NewUserPage'), (module) => module.NewUserPage),
  page('people/:userId', () => import('~/features/users/pages/PersonPage'), (module) => module.PersonPage),
  page('imports/new', () => import('~/features/imports/pages/NewImportPage'), (module) => module.NewImportPage),
  page('imports/:importId', () => import('~/features/imports/pages/ImportPage'), (module) => module.ImportPage),
  page('jobs', () => import('~/features/bulk/pages/JobsPage'), (module) => module.JobsPage),
  page('jobs/:jobId', () => import('~/features/bulk/pages/JobPage'), (module) => module.JobPage),
  page('batches', () => import('~/features/batches/pages/BatchesPage'), (module) => module.BatchesPage),
];
