import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportSource } from './doors';

const SOURCES = '*/api/v1/companies/current/sources';
const KEY = `ssh-ed25519 ${'A'.repeat(68)}`;
const RECORD: ImportSource = {
  ...{ id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b01', kind: 'sftp', address: 'sftp.example.org', username: 'payroll', header: '', hasSecret: true, fingerprint: null },
  ...{ folder: 'out', pattern: 'people-*.csv', at: '02:30:00', days: [1, 2, 3, 4, 5, 6, 7], mode: 'sync', scope: { batchId: null, workLocation: null, profile: 'TRAINEE' }, invites: false, enabled: true },
  ...{ ownerName: 'Asha Rao', lastRunAt: '2026-11-30T02:30:00Z', outcome: 'waits', note: 'The headings are not those of the file before. Check the columns, then start the import.' },
  ...{ importId: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b02', importState: 'ready', version: 3 },
};

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    http.get('*/api/v1/companies/current/policy', () => problem(503, 'unavailable', 'Service temporarily unavailable.')),
  );
});

async function openSources(...sources: ImportSource[]) {
  const batches = { data: [], page: 1, pageSize: 1000, total: 0, totalIsExact: true };
  server.use(
    http.get(SOURCES, () => HttpResponse.json({ sources })),
    http.get('*/api/v1/batches', () => HttpResponse.json(batches)),
  );
  const app = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const part = within(await screen.findByRole('region', { name: 'Recurring source' }));
  await part.findByText(/A file on one of your servers/u);
  return { ...app, part };
}

it('makes a source behind https, with a token and some days', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(SOURCES, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(RECORD, { status: 201 });
    }),
  );
  const { part, user } = await openSources();
  await user.click(part.getByRole('button', { name: 'Add source' }));
  await user.selectOptions(part.getByLabelText('Where the file is'), 'https');
  await user.type(part.getByLabelText('Address'), 'https://hr.example.org/people.csv');
  await user.type(part.getByLabelText('Password or token'), 'a-token');
  await user.click(part.getByLabelText('Sunday'));
  await user.click(part.getByRole('button', { name: 'Save' }));
  await screen.findByText('The source is saved. Test it now.');
  expect(sent).toEqual([
    {
      ...{ kind: 'https', address: 'https://hr.example.org/people.csv', username: '', header: '', secret: 'a-token', folder: '', pattern: '*' },
      ...{ at: '02:00', days: [1, 2, 3, 4, 5, 6], mode: 'upsert', scope: {}, invites: false, enabled: true },
    },
  ]);
});

it('says why an import waits, confirms the key of a server, and keeps the secret that is not typed again', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${SOURCES}/${RECORD.id}/test`, () => HttpResponse.json({ file: null, note: 'Compare this key with that of your server, then confirm it.', hostKey: KEY, fingerprint: 'SHA256:abc' })),
    http.put(`${SOURCES}/${RECORD.id}/host-key`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...RECORD, fingerprint: 'SHA256:abc' });
    }),
    http.put(`${SOURCES}/${RECORD.id}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(RECORD);
    }),
  );
  const { part, user } = await openSources(RECORD);
  expect(part.getByText(/The headings are not those/u)).toBeVisible();
  expect(part.getByRole('link', { name: 'See the import' })).toHaveAttribute('href', `/dashboard/users/imports/${RECORD.importId}`);
  await user.click(part.getByRole('button', { name: 'Test now' }));
  expect(await part.findByText('SHA256:abc')).toBeVisible();
  await user.click(part.getByRole('button', { name: 'This is our server' }));
  await screen.findByText('The key is confirmed.');
  await user.click(part.getByRole('button', { name: 'Edit' }));
  await user.click(part.getByRole('button', { name: 'Save' }));
  await screen.findByText('The source is saved. Test it now.');
  expect(sent).toEqual([{ hostKey: KEY }, expect.objectContaining({ at: '02:30', secret: null, version: 3, scope: { batchId: null, workLocation: null, profile: 'TRAINEE' } })]);
});
