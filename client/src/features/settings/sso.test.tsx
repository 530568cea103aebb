import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ConnectionRecord } from './api';

const CONNECTIONS = '*/api/v1/companies/current/sso';
const RECORD = 'waymark-verification=abc';

function connectionOf(changes: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b01',
    name: 'Harbour ID',
    issuer: 'https://id.harbour.example',
    clientId: 'waymark',
    hasSecret: true,
    domains: [{ domain: 'harbour.example', record: RECORD, provedAt: null }],
    createPeople: true,
    defaultProfile: 'TRAINEE',
    enabled: true,
    backchannelLogoutUri: 'https://waymark.test/backchannel-logout',
    version: 3,
    ...changes,
  };
}

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    http.get('*/api/v1/companies/current/policy', () => problem(503, 'unavailable', 'Service temporarily unavailable.')),
  );
});

async function openSettings(...connections: ConnectionRecord[]) {
  const present = { connections };
  server.use(
    http.get(CONNECTIONS, () => HttpResponse.json({ redirectUri: 'https://waymark.test/callback/1', postLogoutRedirectUri: 'https://waymark.test/login', profiles: ['TRAINEE', 'PLACEMENT'], ...present })),
  );
  const app = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const part = within(await screen.findByRole('region', { name: 'Single sign-on' }));
  await part.findByText('https://waymark.test/callback/1');
  return { ...app, part, present };
}

it('connects a provider from a preset', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(CONNECTIONS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(connectionOf({ name: 'Google' }), { status: 201 });
    }),
  );
  const { part, user } = await openSettings();
  await user.click(part.getByRole('button', { name: 'Add connection' }));
  await user.selectOptions(part.getByLabelText('Provider'), 'Google');
  expect(part.getByLabelText('Issuer')).toHaveValue('https://accounts.google.com');
  await user.type(part.getByLabelText('Client ID'), 'client-1');
  await user.type(part.getByLabelText('Client secret'), 'hush');
  await user.type(part.getByLabelText('Email domains'), 'harbour.example');
  await user.selectOptions(part.getByLabelText('People without an account'), 'TRAINEE');
  await user.click(part.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Google is saved.')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'client-1',
      clientSecret: 'hush',
      domains: ['harbour.example'],
      createPeople: true,
      defaultProfile: 'TRAINEE',
      enabled: true,
    },
  ]);
});

it('shows what is left to prove, and what a test has found', async () => {
  const proved = connectionOf({ domains: [{ domain: 'harbour.example', record: RECORD, provedAt: '2026-11-23T02:00:00Z' }] });
  const { part, user, present } = await openSettings(connectionOf());
  server.use(
    http.post(`${CONNECTIONS}/:id/test`, () => {
      present.connections = [proved];
      return HttpResponse.json({ problem: null, connection: proved });
    }),
  );
  expect(part.getByText(RECORD)).toBeInTheDocument();
  await user.click(part.getByRole('button', { name: 'Test this connection' }));
  expect(await part.findByText('The provider answers as it should.')).toBeInTheDocument();
  expect(await part.findByText('Proved: harbour.example')).toBeInTheDocument();
  expect(part.queryByText(RECORD)).toBeNull();
});

it('changes a connection without its secret, and shows refusals at their fields', async () => {
  const sent: unknown[] = [];
  const sentence = 'Another connection has the domain other.example';
  server.use(
    http.put(`${CONNECTIONS}/:id`, async ({ request }) => {
      sent.push(await request.json());
      return problem(422, 'validation_failed', 'Validation failed', { errors: { domains: sentence } });
    }),
  );
  const { part, user } = await openSettings(connectionOf());
  await user.click(part.getByRole('button', { name: 'Edit' }));
  expect(part.getByLabelText('Client secret')).toHaveValue('');
  await user.selectOptions(part.getByLabelText('People without an account'), '');
  await user.click(part.getByRole('button', { name: 'Save' }));

  expect(await part.findByText(sentence)).toBeInTheDocument();
  expect(sent).toMatchObject([{ clientSecret: null, createPeople: false, defaultProfile: null, version: 3 }]);
});

it('is deleted after a question that names it', async () => {
  const deleted: unknown[] = [];
  server.use(
    http.delete(`${CONNECTIONS}/:id`, ({ params }) => {
      deleted.push(params['id']);
      return HttpResponse.json({ message: 'Connection deleted successfully' });
    }),
  );
  const { part, user } = await openSettings(connectionOf());
  await user.click(part.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete Harbour ID?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Harbour ID is deleted.')).toBeInTheDocument();
  expect(deleted).toEqual([connectionOf().id]);
});
