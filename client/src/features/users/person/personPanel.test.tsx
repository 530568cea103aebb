import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, type HttpHandler, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { problem } from '~/testing/answers';
import type { BulkDialogProps } from '~/api/bulk';
import { companyOf, MANAGE, nothingOf, userOf, USERS } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { UserManagementPage } from '../pages/UserManagementPage';

const trainee = userOf(2, { fullName: 'Tara Trainee', batches: [{ id: '0199f000-3333-7000-8000-000000000001', name: 'July at Pune' }] });
const at = '2026-03-02T09:00:00Z';

const session = { id: 's1', device: 'Firefox on Linux', address: '203.0.113.7', firstSeenAt: at, lastSeenAt: at };
const failed = { id: 'm1', kind: 'invitation', channel: 'EMAIL', state: 'failed', at, reason: '550 No such user' };
const entry = {
  id: 'e1',
  action: 'user_edited',
  actorId: 'a',
  actorName: 'Olive Owner',
  subjectId: trainee.id,
  subjectLabel: 't***@example.com',
  address: null,
  before: { workLocation: 'Pune' },
  after: { workLocation: 'Delhi' },
  createdAt: at,
};

const pageOf = (data: unknown[]) => ({ data, page: 1, pageSize: 10, total: data.length, totalIsExact: true });

async function open(profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN', answers: readonly HttpHandler[] = []) {
  const company = companyOf([trainee], profile);
  server.use(...answers, ...nothingOf);
  const app = renderPage({ path: MANAGE, as: { profile } });
  await app.user.click(await screen.findByRole('link', { name: 'Tara Trainee' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Tara Trainee' }));
  return { ...app, company, panel };
}

it('says why an invitation waits, and until when', async () => {
  const company = companyOf([{ ...trainee, invitation: 'queued' }], 'SUPER_ADMIN');
  const wait = http.get(`${USERS}/${trainee.id}/invitation`, () => HttpResponse.json({ until: '2099-03-03T00:00:00Z', reason: 'company_day' }));
  server.use(wait, ...nothingOf);
  const { user } = renderPage({ path: MANAGE, as: { profile: 'SUPER_ADMIN' } });
  expect(company.users).toHaveLength(1);
  await user.click(await screen.findByRole('link', { name: 'Tara Trainee' }));
  expect(await screen.findByText(/as many invitations as it can send in a day\. It goes out on .*2099/u)).toBeInTheDocument();
});

it('shows the photo of the person', async () => {
  const { panel } = await open('SUPER_ADMIN', [
    http.get(`${USERS}/${trainee.id}`, () => HttpResponse.json({ ...trainee, photoId: 'photo-1' })),
    http.get(`${USERS}/${trainee.id}/photo`, () => new HttpResponse(Uint8Array.of(255), { headers: { 'Content-Type': 'image/png' } })),
  ]);
  expect(await panel.findByRole('img', { name: 'Photo of Tara Trainee' })).toHaveAttribute('src', 'data:image/png;base64,/w==');
});

it('opens from the name with an address of its own, and Escape gives the focus back to the row', async () => {
  const { user, router, panel } = await open();
  expect(router.state.location.search).toBe(`?tab=manage&person=${trainee.id}`);
  expect(panel.getByRole('region', { name: 'Details' })).toHaveTextContent(trainee.email ?? '');
  expect(panel.getByRole('link', { name: 'July at Pune' })).toHaveAttribute('href', expect.stringContaining('batch='));
  expect(panel.getByRole('link', { name: 'Edit all fields' })).toHaveAttribute('href', `/dashboard/users/people/${trainee.id}`);
  for (const sentence of ['Not logged in on any device.', 'Nothing was sent yet.', 'Nothing has been recorded yet.']) {
    expect(await panel.findByText(sentence)).toBeInTheDocument();
  }
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(router.state.location.search).toBe('?tab=manage');
  expect(screen.getByRole('link', { name: 'Tara Trainee' })).toHaveFocus();
});

it('shows the batches that the person has left, with the day and why', async () => {
  const left = { batchId: 'b1', batchName: 'June at Pune', userId: trainee.id, fullName: 'Tara Trainee', joinedAt: at, leftAt: at, leftBy: null, reason: 'Moved away' };
  const { panel } = await open('SUPER_ADMIN', [http.get(`${USERS}/:id/leavings`, () => HttpResponse.json(pageOf([left])))]);
  expect(within(await panel.findByRole('list', { name: 'Batches left' })).getByRole('listitem')).toHaveTextContent('June at PuneLeft on 02 Mar 2026 · Moved away');
});

it('shows sessions, messages with their delivery, and the newest of the trail', async () => {
  const asked: string[] = [];
  let sessions = [session];
  const { panel, user } = await open('SUPER_ADMIN', [
    http.get(`${USERS}/:id/sessions`, () => HttpResponse.json({ sessions, ssoLinks: [] })),
    http.get(`${USERS}/:id/messages`, () => HttpResponse.json(pageOf([failed, { ...failed, kind: 'newer', channel: 'newer', state: 'newer', reason: null }]))),
    http.get('*/api/v1/audit', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      const origin = { importId: '7', fileName: 'autumn.csv', row: 7, createdBy: 'Olive Owner', createdAt: entry.createdAt };
      return HttpResponse.json({ ...pageOf([entry]), origin });
    }),
    http.delete(`${USERS}/:id/sessions`, () => {
      sessions = [];
      return HttpResponse.json({ message: 'Logged out' });
    }),
  ]);
  expect(await panel.findByText('Firefox on Linux')).toBeInTheDocument();
  expect(await panel.findByText('550 No such user')).toBeInTheDocument();
  expect(panel.getByText('Could not be delivered')).toBeInTheDocument();
  // A newer server sends messages of further kinds.
  expect(panel.getAllByText('Something newer')).not.toEqual([]);
  expect(await panel.findByText('Olive Owner edited Tara Trainee')).toBeInTheDocument();
  const first = within(panel.getByRole('list', { name: 'Activity' })).getAllByRole('listitem').at(-1);
  expect(first).toHaveTextContent('Created by Olive Owner from autumn.csv, row 7');
  expect(panel.getByRole('link', { name: 'autumn.csv' })).toHaveAttribute('href', '/dashboard/users/imports/7');
  expect(panel.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', `/dashboard/users/audit?subject=${trainee.id}`);
  expect(asked).toEqual([`subject=${trainee.id}&page=1&pageSize=10`]);

  await user.click(panel.getByRole('button', { name: 'Log out everywhere' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log Out Everywhere' }));
  expect(await panel.findByText('Not logged in on any device.')).toBeInTheDocument();
});

it('keeps a question open whose sessions end meanwhile', async () => {
  let sessions = [session];
  const { panel, user } = await open('SUPER_ADMIN', [http.get(`${USERS}/:id/sessions`, () => HttpResponse.json({ sessions, ssoLinks: [] }))]);
  await user.click(await panel.findByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('alertdialog');
  sessions = [];
  fireEvent.focus(window);
  expect(await panel.findByText('Not logged in on any device.')).toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
});

it('says of a part that it could not be loaded, and loads it again', async () => {
  const { panel, user } = await open('SUPER_ADMIN', [
    http.get(`${USERS}/:id/messages`, () => problem(500, 'internal_error', 'Not now.'), { once: true }),
  ]);
  const messages = panel.getByRole('region', { name: 'Messages' });
  expect(await within(messages).findByText('Not now.')).toBeInTheDocument();
  await user.click(within(messages).getByRole('button', { name: 'Try again' }));
  expect(await within(messages).findByText('Nothing was sent yet.')).toBeInTheDocument();
  expect(await panel.findByText('Not logged in on any device.')).toBeInTheDocument();
});

it('invites again, and leaves out what the profile may not read', async () => {
  const { panel, user } = await open('MANAGEMENT');
  const invitation = panel.getByRole('region', { name: 'Invitation' });
  expect(invitation).toHaveTextContent('The mail with the temporary password was sent');
  await user.click(within(invitation).getByRole('button', { name: 'Invite again' }));
  expect(await within(invitation).findByText(/waits to be sent/u)).toBeInTheDocument();
  expect(panel.queryByRole('region', { name: 'Activity' })).not.toBeInTheDocument();
});

it('says why there is nothing to change', async () => {
  companyOf([userOf(2, { fullName: 'Ada Admin', profile: 'ADMIN', role: 'HR' })], 'MANAGEMENT');
  server.use(...nothingOf);
  const { user } = renderPage({ path: MANAGE, as: { profile: 'MANAGEMENT' } });
  await user.click(await screen.findByRole('link', { name: 'Ada Admin' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Ada Admin' }));
  expect(await panel.findByText('You may not change people with the profile Admin.')).toBeInTheDocument();
});

it('opened by its address follows the changes of others, and gives the focus to the row, too', async () => {
  const company = companyOf([trainee]);
  server.use(...nothingOf);
  const live = createLiveServer();
  const { user } = renderApp({ path: `${MANAGE}&person=${trainee.id}`, as: {}, live: live.open });
  const panel = within(await screen.findByRole('dialog', { name: 'Tara Trainee' }));
  company.change(trainee.id, { workLocation: 'Delhi' });
  live.push('users:changed', { kind: 'updated', ids: [trainee.id] });
  expect(await panel.findByText('Delhi')).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('link', { name: 'Tara Trainee' })).toHaveFocus();
});

it('removes the second factors of a person who has lost them, once that is confirmed', async () => {
  let factors = [{ kind: 'totp', createdAt: at, lastUsedAt: null, blocked: false }];
  const { panel, user } = await open('SUPER_ADMIN', [
    http.get(`${USERS}/:id/factors`, () => HttpResponse.json({ factors })),
    http.delete(`${USERS}/:id/factors`, () => {
      factors = [];
      return HttpResponse.json({ message: 'The second factors have been removed' });
    }),
  ]);
  await user.click(await panel.findByRole('button', { name: 'Remove all' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove these second factors?' }));
  expect(dialog.getByText('Tara Trainee')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Remove second factors' }));
  expect(await screen.findByText('The second factors of Tara Trainee were removed')).toBeInTheDocument();
  expect(await panel.findByText('Logs in without a second factor.')).toBeInTheDocument();
  expect(panel.queryByRole('button', { name: 'Remove all' })).not.toBeInTheDocument();
});

it.each([`${MANAGE}&person=${trainee.id}`, `/dashboard/users/people/${trainee.id}`])('erases a person once their full name is typed, and shows the list (%s)', async (path) => {
  const asked: unknown[] = [];
  const company = companyOf([trainee]);
  server.use(
    ...nothingOf,
    http.post(`${USERS}/:id/erase`, async ({ request, params }) => {
      asked.push(await request.json());
      company.users = company.users.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ message: 'The account is deleted. Copies of its data are being erased.' });
    }),
  );
  const { user, router } = renderPage({ path, as: {} });
  await user.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase personal data?' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  const name = dialog.getByRole('textbox', { name: 'Full name' });
  await user.type(name, 'Tara');
  await user.click(dialog.getByRole('button', { name: 'Erase Personal Data' }));
  expect(name).toHaveAccessibleDescription(expect.stringContaining('Type Tara Trainee to continue.'));
  expect(asked).toEqual([]);
  await user.type(name, ' trainee');
  await user.click(dialog.getByRole('button', { name: 'Erase Personal Data' }));
  expect(await screen.findByText('The account is deleted. Copies of its data are being erased.')).toBeInTheDocument();
  expect(asked).toEqual([{ fullName: 'Tara trainee' }]);
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/dashboard/users', search: '?tab=manage' });
  });
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Tara Trainee' })).not.toBeInTheDocument();
  });
});

it('says why a person is not erased, and keeps what was typed', async () => {
  const { panel, user } = await open('SUPER_ADMIN', [
    http.post(`${USERS}/:id/erase`, () => problem(409, 'last_super_admin', 'A company keeps a Super Admin.')),
  ]);
  await user.click(await panel.findByRole('button', { name: 'Erase personal data' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase personal data?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Tara Trainee');
  await user.click(dialog.getByRole('button', { name: 'Erase Personal Data' }));
  expect(await screen.findByText('A company keeps a Super Admin.')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Full name' })).toHaveValue('Tara Trainee');
});

it.each([
  ['SUPER_ADMIN', true],
  ['MANAGEMENT', false],
] as const)('of a %s: the batches can be changed there: %s', async (profile, may) => {
  companyOf([trainee], profile);
  server.use(...nothingOf);
  const asked = vi.fn<(dialog: BulkDialogProps) => void>();
  const renderBulk = (dialog: BulkDialogProps) => {
    asked(dialog);
    return null;
  };
  const page = <UserManagementPage importHistory={null} renderBulk={renderBulk} />;
  const { user } = renderApp({ path: `${MANAGE}&person=${trainee.id}`, as: { profile, authorities: may ? ['user.create', 'user.view', 'user.edit'] : ['user.view'] }, pages: [{ path: '/dashboard/users', element: page }] });
  const panel = within(await screen.findByRole('dialog', { name: 'Tara Trainee' }));
  await panel.findByRole('link', { name: 'July at Pune' });
  expect(panel.queryAllByRole('button', { name: 'Add to batch' })).toHaveLength(may ? 1 : 0);
  if (!may) return;
  const select = { ids: [trainee.id] };
  await user.click(panel.getByRole('button', { name: 'Add to batch' }));
  expect(asked.mock.lastCall?.[0]).toMatchObject({ action: 'add-to-batch', select, count: 1, stays: true });
  await user.click(panel.getByRole('button', { name: 'Take Tara Trainee out of July at Pune' }));
  expect(asked.mock.lastCall?.[0]).toMatchObject({ action: 'remove-from-batch', batchId: trainee.batches[0]?.id, select });
});
