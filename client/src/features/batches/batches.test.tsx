import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { BatchRecord, ChangeBatchRequest } from '~/api/batches';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const BATCHES = '*/api/v1/batches';
const ID = '0199f000-6666-7000-8000-000000000001';

function batchOf(given: Partial<BatchRecord> = {}): BatchRecord {
  return {
    id: ID,
    name: 'Pune July',
    code: 'PJ-26',
    location: 'Pune',
    startsOn: '2026-02-06',
    endsOn: '2026-03-31',
    archivedAt: null,
    people: 300,
    invited: 290,
    signedIn: 212,
    inactive: 0,
    version: 3,
    createdAt: '2026-01-01T10:00:00Z',
    ...given,
  };
}

let batches: BatchRecord[];
let changes: ChangeBatchRequest[];

beforeEach(() => {
  batches = [batchOf()];
  changes = [];
  server.use(
    extendsSession,
    noImports,
    ownProfile('SUPER_ADMIN'),
    http.get(BATCHES, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const data = batches.filter(
        ({ name, archivedAt }) => name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) && (archivedAt !== null) === (query.get('archived') === 'true'),
      );
      return HttpResponse.json({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true });
    }),
    http.put(`${BATCHES}/${ID}`, async ({ request }) => {
      const { archived, ...fields } = (await request.json()) as ChangeBatchRequest;
      changes.push({ ...fields, ...(archived !== undefined && { archived }) });
      const [before = batchOf()] = batches;
      const archivedAt = archived === undefined ? before.archivedAt : archived === true ? '2026-03-01T10:00:00Z' : null;
      const after = { ...before, ...fields, archivedAt, version: before.version + 1 } as BatchRecord;
      batches = [after];
      return HttpResponse.json(after);
    }),
  );
});

function batchesPage(query = '') {
  const live = createLiveServer();
  return { live, ...renderApp({ path: `/dashboard/users/batches${query}`, as: { authorities: ['user.create', 'user.view'] }, live: live.open }) };
}

describe('the batches of a company', () => {
  it('are listed with their days and figures, each of which leads to its people', async () => {
    batchesPage();
    const table = await screen.findByRole('table', { name: 'Batches' });
    expect(within(table).getByText('06 Feb 2026 – 31 Mar 2026')).toBeInTheDocument();
    const list = `/dashboard/users?tab=manage&batch=${ID}`;
    expect(within(table).getByRole('link', { name: 'Pune July' })).toHaveAttribute('href', list);
    expect(within(table).getByRole('link', { name: '290 Invited, Pune July' })).toHaveAttribute('href', `${list}&invitation=invited`);
    expect(within(table).getByRole('link', { name: '212 Logged in, Pune July' })).toHaveAttribute('href', `${list}&lastSignIn=since:2000-01-01`);
    expect(within(table).queryByRole('link', { name: /Inactive/u })).not.toBeInTheDocument();
  });

  it('follow what happens elsewhere', async () => {
    const { live } = batchesPage();
    await screen.findByRole('link', { name: '300 People, Pune July' });
    batches = [batchOf({ people: 301 })];
    act(() => {
      live.push('batches:changed', { kind: 'changed', ids: [ID] });
    });
    expect(await screen.findByRole('link', { name: '301 People, Pune July' })).toBeInTheDocument();
  });

  it('of which there are none say what to do, and the first is made', async () => {
    batches = [];
    let made: unknown;
    server.use(
      http.post(BATCHES, async ({ request }) => {
        made = await request.json();
        batches = [batchOf({ name: 'Nashik' })];
        return HttpResponse.json(batches[0], { status: 201 });
      }),
    );
    const { user } = batchesPage();
    expect(await screen.findByText('No batches yet')).toBeInTheDocument();
    for (const button of screen.getAllByRole('button', { name: 'New Batch' }).slice(0, 1)) await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'New batch' }));
    await user.click(dialog.getByRole('button', { name: 'Create Batch' }));
    expect(await dialog.findByText('Please give the batch a name')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Name'), 'Nashik');
    await user.click(dialog.getByRole('button', { name: 'Create Batch' }));
    expect(await screen.findByRole('link', { name: 'Nashik' })).toBeInTheDocument();
    expect(made).toEqual({ name: 'Nashik', code: '', location: '', startsOn: '', endsOn: '' });
  });

  it('have names of their own: a taken one is refused at its field', async () => {
    server.use(http.post(BATCHES, () => problem(409, 'batch_exists', 'A batch with this name already exists.', { errors: { name: 'A batch has this name already' } })));
    const { user } = batchesPage();
    await user.click(await screen.findByRole('button', { name: 'New Batch' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Pune July');
    await user.click(dialog.getByRole('button', { name: 'Create Batch' }));
    expect(await dialog.findByText('A batch has this name already')).toBeInTheDocument();
  });

  it('changed by two: the second sees it, keeps what was typed, and may save over it', async () => {
    server.use(
      http.put(
        `${BATCHES}/${ID}`,
        () => {
          batches = [batchOf({ location: 'Mumbai', version: 4 })];
          return problem(409, 'edit_conflict', 'Another administrator has changed this batch meanwhile.');
        },
        { once: true },
      ),
    );
    const { user } = batchesPage();
    await user.click(await screen.findByRole('button', { name: 'Change Pune July' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change batch' }));
    await user.type(dialog.getByLabelText('Name'), ' 2026');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/has changed this batch meanwhile\. Save overwrites that change/u)).toBeInTheDocument();
    expect(dialog.getByLabelText('Name')).toHaveValue('Pune July 2026');
    await screen.findByText('Mumbai');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(changes).toEqual([{ name: 'Pune July 2026', code: 'PJ-26', location: 'Pune', startsOn: '2026-02-06', endsOn: '2026-03-31', version: 4 }]);
    });
  });

  it('are archived at once, which can be taken back', async () => {
    const { user } = batchesPage();
    await user.click(await screen.findByRole('button', { name: 'Archive Pune July' }));
    expect(await screen.findByText('No batches yet')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Pune July' })).toBeInTheDocument();
    expect(changes).toEqual([
      { archived: true, version: 3 },
      { archived: false, version: 4 },
    ]);
  });

  it('that are archived have a list of their own, and are restored there', async () => {
    batches = [batchOf({ archivedAt: '2026-03-01T10:00:00Z' })];
    const { user } = batchesPage('?archived=true');
    expect(await screen.findByRole('link', { name: 'Pune July' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Change Pune July' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore Pune July' }));
    expect(await screen.findByText('No archived batches')).toBeInTheDocument();
  });

  it('are not for those who may create no users', async () => {
    renderPage({ path: '/dashboard/users/batches', as: { authorities: ['user.view'] } });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  });
});
