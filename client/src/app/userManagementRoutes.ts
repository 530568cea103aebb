import type { RouteObject } from 'react-router';

import { page } from './page';

/** Everything below /dashboard/users, for those who may manage users. */
export const userManagementRoutes: RouteObject[] = [
  page('', () => import('./UserManagement').then((module) => module.UserManagement)),
  page('new', () => import('~/features/users/pages/NewUserPage').then((module) => module.NewUserPage)),
  page('imports/new', () =>
    import('~/features/imports/pages/NewImportPage').then((module) => module.NewImportPage),
  ),
  page('imports/:importId', () => import('~/features/imports/pages/ImportPage').then((module) => module.ImportPage)),
];
