import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { KeyRecord } from './doors';

const KEYS = '*/api/v1/companies/current/keys';
const SECRET = 'wm_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const RECORD: KeyRecord = {
  id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b01',
  userId: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b02',
  name: 'Payroll',
  profile: 'ADMIN',
  scopes: ['user.view', 'some.newer'],
  networks: ['192.0.2.0/24'],
  expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  formerUntil: new Date(Date.now() + 3_600_000).toISOString(),
  lastUsedAt: null,
  createdAt: '2026-11-23T02:00:00Z',
  createdBy: 'Olive Owner',
  version: 3,
};

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    http.get('*/api/v1/companies/current/policy', () => problem(503, 'unavailable', 'Service temporarily unavailable.')),
  );
});

async function openKeys(...keys: KeyRecord[]) {
  const profiles = [
    { profile: 'ADMIN', scopes: ['user.view', 'user.create', 'user.edit', 'placement.override'] },
    { profile: 'MANAGEMENT', scopes: ['user.view', 'user.create', 'user.edit'] },
  ];
  server.use(http.get(KEYS, () => HttpResponse.json({ keys, profiles })));
  const app = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const part = within(await screen.findByRole('region', { name: 'Keys for servers' }));
  await part.findByText(/With a key another server/u);
  return { ...app, part };
}

it('makes a key, and shows its secret once', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(KEYS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...RECORD, secret: SECRET }, { status: 201 });
    }),
  );
  const { part, user } = await openKeys();
  await user.click(part.getByRole('button', { name: 'Add key' }));
  await user.type(part.getByLabelText('Name'), 'Payroll');
  await user.click(part.getByLabelText('Free offers of the policy'));
  await user.click(part.getByLabelText('See and export people'));
  await user.click(part.getByLabelText('Change, activate and invite people'));
  expect(part.getByLabelText('See and export people')).toBeChecked();
  await user.selectOptions(part.getByLabelText('It acts as'), 'Management');
  expect(part.queryByLabelText('Free offers of the policy')).not.toBeInTheDocument();
  await user.type(part.getByLabelText('Networks'), '192.0.2.0/24');
  await user.selectOptions(part.getByLabelText('Valid for'), '90 days');
  await user.click(part.getByRole('button', { name: 'Save' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'The secret of Payroll' }));
  expect(dialog.getByText(SECRET)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Copy: Secret' }));
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await user.click(dialog.getByRole('button', { name: 'I have kept it' }));
  expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
  expect(sent).toEqual([{ name: 'Payroll', profile: 'MANAGEMENT', scopes: ['user.view', 'user.edit'], networks: ['192.0.2.0/24'], expiresAt: expect.stringMatching(/Z$/u) as string }]);
});

it('changes, rotates and revokes a key', async () => {
  const sent: unknown[] = [];
  const note = (answer: object) => async ({ request }: { request: Request }) => {
    sent.push([request.method, new URL(request.url).pathname.split(RECORD.id)[1], JSON.parse((await request.text()) || 'null')]);
    return HttpResponse.json(answer);
  };
  server.use(http.put(`${KEYS}/:id`, note(RECORD)), http.post(`${KEYS}/:id/rotate`, note({ ...RECORD, secret: SECRET })), http.delete(`${KEYS}/:id/former`, note(RECORD)), http.delete(`${KEYS}/:id`, note({ message: '' })));
  const { user, part } = await openKeys(RECORD);
  const key = within(part.getByRole('region', { name: 'Payroll' }));
  expect(key.getByText('See and export people · some.newer')).toBeInTheDocument();
  expect(key.getByText(/It expires on/u)).toBeInTheDocument();
  await user.click(key.getByRole('button', { name: 'End it now' }));
  await user.click(key.getByRole('button', { name: 'New secret' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'New secret' }));
  await user.click(await screen.findByRole('button', { name: 'I have kept it' }));
  await user.click(await key.findByRole('button', { name: 'Edit' }));
  await user.clear(part.getByLabelText('Networks'));
  await user.click(part.getByRole('button', { name: 'Save' }));
  await screen.findByText('Payroll is saved.');
  await user.click(await part.findByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Payroll is revoked.')).toBeInTheDocument();
  expect(sent).toEqual([
    ['DELETE', '/former', null],
    ['POST', '/rotate', null],
    ['PUT', '', { name: 'Payroll', scopes: ['user.view'], networks: [], expiresAt: RECORD.expiresAt, version: 3 }],
    ['DELETE', '', null],
  ]);
});
