import { forEachField, TEXT_FIELDS } from '~/api/fields';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { BatchRecord, CreateViewRequest, FieldRecord, ListColumn, ListColumnsRequest, StageEntry, StageRecord, UserRecord, ViewRecord } from '~/api/generated/serverApi';
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
    code: null,
    pendingEmail: null,
    phone: `+9198000${String(number).padStart(5, '0')}`,
    role: 'TRAINEE',
    profile: 'TRAINEE',
    dateOfBirth: '1999-03-12',
    gender: 'FEMALE',
    ...forEachField(TEXT_FIELDS, () => null),
    workLocation: 'Pune',
    isActive: true,
    invitation: 'sent',
    lastSignInAt: null,
    createdAt: '2026-03-01T10:00:00Z',
    version: 1,
    batches: [],
    application: null,
    fields: {},
    ...given,
  };
}

/** A stage that is on the way unless given otherwise. */
export function stageOf(number: number, name: string, given: Partial<StageRecord> = {}): StageRecord {
  return { id: idOf(number), name, kind: 'open', position: number, colour: 'blue', publicName: name, publicText: '', publicNext: '', forAccepted: false, people: 0, version: 1, ...given };
}

/** That a person is in a stage, or was where they have left it. */
export function entryOf(stage: StageRecord, given: Partial<StageEntry> = {}): StageEntry {
  return { stageId: stage.id, stageName: stage.name, publicName: stage.publicName, enteredAt: '2026-11-02T08:00:00Z', leftAt: null, movedBy: null, reason: null, ...given };
}

/** A field that a company has made, of one line unless given otherwise. */
export function fieldOf(key: string, given: Partial<FieldRecord> = {}): FieldRecord {
  return {
    key,
    label: key,
    kind: 'text',
    help: null,
    choices: [],
    requiredFor: [],
    viewers: ['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'],
    editors: ['SUPER_ADMIN', 'ADMIN'],
    ownView: false,
    ownEdit: false,
    sensitive: false,
    unique: false,
    keyed: false,
    forEmployers: false,
    ready: true,
    people: null,
    usedBy: [],
    archivedAt: null,
    version: 1,
    ...given,
  };
}

const rights = {
  SUPER_ADMIN: { creatableProfiles: PROFILES, permissions: ['user.create', 'user.view', 'user.edit', 'user.delete', 'system.admin'] },
  ADMIN: { creatableProfiles: PROFILES.slice(2), permissions: ['user.create', 'user.view', 'user.edit'] },
  MANAGEMENT: { creatableProfiles: ['INTERVIEW_PANELIST', 'TRAINEE'], permissions: ['user.create', 'user.view', 'user.edit'] },
} as const;

function locationsOf(users: readonly UserRecord[]) {
  const counts = new Map<string, number>();
  for (const { workLocation } of users) if (workLocation !== null) counts.set(workLocation, (counts.get(workLocation) ?? 0) + 1);
  return [...counts].map(([value, people]) => ({ value, people })).sort((a, b) => b.people - a.people);
}

/** A batch with this number, without people unless given otherwise. */
export function batchOf(number: number, given: Partial<BatchRecord> = {}): BatchRecord {
  return {
    id: `0199f000-3333-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Batch ${number}`,
    code: null,
    location: null,
    startsOn: null,
    endsOn: null,
    archivedAt: null,
    people: 0,
    invited: 0,
    signedIn: 0,
    inactive: 0,
    version: 1,
    createdAt: '2026-03-01T10:00:00Z',
    ...given,
  };
}

/** A view of one's own with this number, of all users unless given otherwise. */
export function viewOf(number: number, given: Partial<ViewRecord> = {}): ViewRecord {
  return {
    id: `0199f000-4444-7000-8000-${String(number).padStart(12, '0')}`,
    name: `View ${number}`,
    scope: 'own',
    query: {},
    columns: null,
    version: 1,
    createdBy: { id: OWN_ID, fullName: 'Olive Owner' },
    mayEdit: true,
    problem: null,
    ...given,
  };
}

const columnsOf = (columns: readonly ListColumn[] | null | undefined) => columns?.map(({ name, width = null }) => ({ name, width })) ?? null;

/** A company's users on a server: listed, edited, deleted as the real one does, as far as the page can tell. */
export function companyOf(users: UserRecord[], profile: keyof typeof rights = 'SUPER_ADMIN') {
  const find = (id: unknown) => company.users.find((user) => user.id === id);
  const company = {
    users,
    /** What the list was asked, in order. */
    asked: [] as URLSearchParams[],
    edits: [] as unknown[],
    batches: [] as BatchRecord[],
    views: [] as ViewRecord[],
    /** The columns that the signed-in user has chosen. */
    columns: [] as ListColumn[],
    pageSize: null as number | null,
    /** What the signed-in user has chosen for the list, in order. */
    choices: [] as ListColumnsRequest[],
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
        [user.invitation, null].includes(query.get('invitation') as UserRecord['invitation'] | null) &&
        (query.get('status') === null || user.isActive === (query.get('status') === 'active')) &&
        [user.workLocation, null].includes(query.get('workLocation')) &&
        (query.get('batch') === null || user.batches.some(({ id }) => id === query.get('batch'))),
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
      const pageSize = Number(query.get('pageSize') ?? 10);
      const data = found.slice((page - 1) * pageSize, page * pageSize);
      return HttpResponse.json({ data, page, pageSize, total: found.length, totalIsExact: company.totalIsExact });
    }),
    http.get(`${USERS}/values`, ({ request }) =>
      HttpResponse.json({ values: request.url.includes('field=workLocation') ? locationsOf(company.users) : [] }),
    ),
    http.post(`${USERS}/duplicates`, () => HttpResponse.json({ duplicates: [] })),
    http.get(`${USERS}/columns`, () => HttpResponse.json({ columns: company.columns, pageSize: company.pageSize })),
    http.put(`${USERS}/columns`, async ({ request }) => {
      const choice = (await request.json()) as ListColumnsRequest;
      company.choices.push(choice);
      company.columns = choice.columns ?? company.columns;
      company.pageSize = choice.pageSize ?? company.pageSize;
      return HttpResponse.json({ columns: company.columns, pageSize: company.pageSize });
    }),
    http.get('*/api/v1/batches', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      const data = company.batches.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      return HttpResponse.json({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true });
    }),
    http.get('*/api/v1/batches/:id', ({ params }) => {
      const batch = company.batches.find(({ id }) => id === params['id']);
      return batch === undefined ? notFound() : HttpResponse.json(batch);
    }),
    http.get('*/api/v1/views', () => HttpResponse.json({ views: company.views })),
    http.post('*/api/v1/views', async ({ request }) => {
      const { name, scope, query, columns } = (await request.json()) as CreateViewRequest;
      if (company.views.some((view) => view.name === name)) {
        return problem(409, 'view_exists', 'A view has this name already', { errors: { name: 'A view has this name already' } });
      }
      const view = viewOf(company.views.length + 1, { name, scope, query: query as ViewRecord['query'], columns: columnsOf(columns) });
      company.views = [...company.views, view];
      return HttpResponse.json(view, { status: 201 });
    }),
    http.put('*/api/v1/views/:id', async ({ params, request }) => {
      const { columns, ...changed } = (await request.json()) as Partial<CreateViewRequest>;
      const shown = { ...changed, ...(columns !== undefined && { columns: columnsOf(columns) }) } as Partial<ViewRecord>;
      company.views = company.views.map((view) => (view.id === params['id'] ? { ...view, ...shown, version: view.version + 1 } : view));
      return HttpResponse.json(company.views.find(({ id }) => id === params['id']) ?? null);
    }),
    http.delete('*/api/v1/views/:id', ({ params }) => {
      company.views = company.views.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ message: 'View deleted successfully' });
    }),
    http.get(`${USERS}/:id`, ({ params }) => {
      if (['profile', 'imports'].includes(String(params['id']))) return undefined;
      const user = find(params['id']);
      return user === undefined ? notFound() : HttpResponse.json(user);
    }),
    http.put(`${USERS}/:id`, async ({ params, request }) => {
      const changed = (await request.json()) as Partial<UserRecord>;
      company.edits.push(changed);
      const user = find(params['id']);
      if (user === undefined) return notFound();
      if (changed.version !== user.version) {
        const met = { current: user, changedBy: null, changedAt: null, changes: [] };
        return problem(409, 'edit_conflict', 'Another administrator has changed this user meanwhile.', met);
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

/** A person who is logged in nowhere, without messages and without entries in the trail. */
export const nothingOf = [
  http.get(`${USERS}/:id/sessions`, () => HttpResponse.json({ sessions: [], ssoLinks: [] })),
  http.get(`${USERS}/:id/factors`, () => HttpResponse.json({ factors: [] })),
  http.get(`${USERS}/:id/leavings`, () => HttpResponse.json({ data: [], page: 1, pageSize: 20, total: 0, totalIsExact: true })),
  http.get(`${USERS}/:id/stages`, () => HttpResponse.json({ entries: [] })),
  http.get(`${USERS}/:id/invitation`, () => HttpResponse.json({ until: null, reason: null })),
  http.get(`${USERS}/:id/messages`, () => HttpResponse.json({ data: [], page: 1, pageSize: 10, total: 0, totalIsExact: true })),
  http.get('*/api/v1/audit', () => HttpResponse.json({ data: [], page: 1, pageSize: 10, total: 0, totalIsExact: true })),
];

/** The table row of a user. Cells of a large table are found by role slowly. */
export async function rowOf(name: string) {
  const [text] = await screen.findAllByText(new RegExp(`^${name}`, 'u'), { selector: 'td, td *' });
  const row = text?.closest('tr') ?? null;
  if (row === null) throw new Error('A cell stands in no row.');
  return within(row);
}

/** The names on screen, in order; by role they are found slowly, too. */
export function namesShown(): (string | null | undefined)[] {
  const table = screen.getByLabelText('People', { selector: 'table' });
  return Array.from(table.querySelectorAll('tbody tr'), (row) => row.querySelectorAll('td')[1]?.textContent);
}
