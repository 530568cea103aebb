import type { RouteObject } from 'react-router';

/** Everything below /dashboard/users, for those who may manage users. */
export const userManagementRoutes: RouteObject[] = [];
