import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { UserRecord } from '~/api/generated/serverApi';
import { PROFILES } from '~/lib/profiles';

import { extendsSession, noImports, noNotifications, ownProfile, problem } from './answers';
import { server } from './server';

export const OWN_ID = '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f01';
export const USERS = '*/api/v1/users';
export const MANAGE = '/dashboard/users?tab=manage';

const idOf = (number: number) => `0199f000-2222-7000-8000-${String(number).padStart(12, '0')}`;

/** The user with this number, a trainee unless given otherwise. */
export function userOf(number: number, given: Partial<UserRecord> = {}): UserRecord {
  return {
    id: idOf(number),
    fullName: `Person ${number}`,
    email: `person${number}@example.com`,
    phone: `+9198000${String(number).padStart(5, '0')}`,
    role: 'TRAINEE',
    profile: 'TRAINEE',
    dateOfBirth: '1999-03-12',
    gender: 'FEMALE',
    workLocation: 'Pune',
    isActive: true,
    invitation: 'sent',
    lastSignInAt: null,
    createdAt: '2026-03-01T10:00:00Z',
    version: 1,
    ...given,
  };
}

const rights = {
  SUPER_ADMIN: { creatableProfiles: PROFILES, permissions: ['user.create', 'user.view', 'user.edit', 'user.delete', 'system.admin'] },
  ADMIN: { creatableProfiles: PROFILES.slice(2), permissions: ['user.create', 'user.view', 'user.edit'] },
  MANAGEMENT: { creatableProfiles: ['INTERVIEW_PANELIST', 'TRAINEE'], permissions: ['user.create', 'user.view', 'user.edit'] },
} as const;

/** A company's users on a server: listed, edited, deleted as the real one does, as far as the page can tell. */
export function companyOf(users: UserRecord[], profile: keyof typeof rights = 'SUPER_ADMIN') {
  const find = (id: unknown) => company.users.find((user) => user.id === id);
  const company = {
    users,
    /** What the list was asked, in order. */
    asked: [] as URLSearchParams[],
    edits: [] as unknown[],
    totalIsExact: true,
    /** A user is changed elsewhere. */
    change: (id: string, changed: Partial<UserRecord>): UserRecord | undefined => {
      company.users = company.users.map((user) => (user.id === id ? { ...user, ...changed, version: user.version + 1 } : user));
      return find(id);
    },
  };
  const notFound = () => problem(404, 'not_found', 'The requested resource was not found.');

  const matching = (query: URLSearchParams) =>
    company.users.filter(
      (user) =>
        `${user.fullName} ${user.email} ${user.phone}`.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) &&
        [user.role, null].includes(query.get('role') as UserRecord['role'] | null) &&
        (query.get('profile') === null || user.profile === query.get('profile')) &&
        [user.invitation, null].includes(query.get('invitation') as UserRecord['invitation'] | null),
    );

  server.use(
    extendsSession,
    noImports,
    noNotifications,
    ownProfile(profile, rights[profile]),
    http.get(USERS, ({ request }) => {
      const query = new URL(request.url).searchParams;
      company.asked.push(query);
      const page = Number(query.get('page'));
      const found = matching(query);
      const data = found.slice((page - 1) * 10, page * 10);
      return HttpResponse.json({ data, page, pageSize: 10, total: found.length, totalIsExact: company.totalIsExact });
    }),
    http.get(`${USERS}/:id`, ({ params }) => {
      if (params['id'] === 'profile' || params['id'] === 'imports') return undefined;
      const user = find(params['id']);
      return user === undefined ? notFound() : HttpResponse.json(user);
    }),
    http.put(`${USERS}/:id`, async ({ params, request }) => {
      const changed = (await request.json()) as Partial<UserRecord>;
      company.edits.push(changed);
      const user = find(params['id']);
      if (user === undefined) return notFound();
      if (changed.version !== user.version) {
        return problem(409, 'edit_conflict', 'Another administrator has changed this user meanwhile.');
      }
      return HttpResponse.json(company.change(user.id, changed) ?? null);
    }),
    http.delete(`${USERS}/:id`, ({ params }) => {
      company.users = company.users.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ message: 'User deleted successfully' });
    }),
    http.post(`${USERS}/:id/invite`, ({ params }) => HttpResponse.json(company.change(String(params['id']), { invitation: 'queued' }) ?? null)),
  );

  return company;
}

/** The table row of a user. */
export async function rowOf(name: string) {
  const cell = await screen.findByRole('cell', { name: new RegExp(`^${name}`, 'u') });
  const row = cell.closest('tr');
  if (row === null) throw new Error('A cell stands in no row.');
  return within(row);
}

/** The names on screen, in order. Rows of a large table are found by role slowly. */
export function namesShown(): (string | null | undefined)[] {
  const table = screen.getByLabelText('Users', { selector: 'table' });
  return Array.from(table.querySelectorAll('tbody tr'), (row) => row.querySelectorAll('td')[1]?.textContent);
}
