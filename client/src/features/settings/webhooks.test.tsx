import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { Webhook } from './doors';

const WEBHOOKS = '*/api/v1/companies/current/webhooks';
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const RECORD: Webhook = {
  id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b01',
  url: 'https://payroll.example.org/hook',
  events: ['person.created'],
  formerUntil: null,
  stoppedAt: '2026-11-23T02:00:00Z',
  stoppedWhy: 'Nothing was taken for three days',
  waiting: 3,
  version: 2,
  createdAt: '2026-11-20T02:00:00Z',
};

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    http.get('*/api/v1/companies/current/policy', () => problem(503, 'unavailable', 'Service temporarily unavailable.')),
  );
});

async function openWebhooks(...webhooks: Webhook[]) {
  server.use(http.get(WEBHOOKS, () => HttpResponse.json({ webhooks })));
  const app = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const part = within(await screen.findByRole('region', { name: 'Webhooks' }));
  await part.findByText(/A webhook tells another server/u);
  return { ...app, part };
}

it('makes a webhook of chosen events, and shows its secret once', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(WEBHOOKS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...RECORD, secret: SECRET }, { status: 201 });
    }),
  );
  const { part, user } = await openWebhooks();
  await user.click(part.getByRole('button', { name: 'Add webhook' }));
  await user.type(part.getByLabelText('Address'), RECORD.url);
  await user.click(part.getByLabelText('A person was changed'));
  await user.click(part.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(SECRET)).toBeVisible();
  expect(sent).toEqual([{ url: RECORD.url, events: expect.not.arrayContaining(['person.changed']) as string[] }]);
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
});

it('says why one was stopped, starts it again, and sends a delivery again', async () => {
  const sent: unknown[] = [];
  const delivery = { id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b09', event: 'person.created', body: {}, state: 'failed', attempts: 10, nextAttemptAt: null, answered: 500, error: 'It answered 500', createdAt: '2026-11-22T02:00:00Z', deliveredAt: null };
  server.use(
    http.put(`${WEBHOOKS}/${RECORD.id}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...RECORD, stoppedAt: null });
    }),
    http.get(`${WEBHOOKS}/${RECORD.id}/deliveries`, () => HttpResponse.json({ data: [delivery], page: 1, pageSize: 50, total: 1, totalIsExact: true })),
    http.post(`${WEBHOOKS}/${RECORD.id}/deliveries/${delivery.id}/replay`, () => {
      sent.push('replay');
      return HttpResponse.json({ ...delivery, state: 'queued' });
    }),
  );
  const { part, user } = await openWebhooks(RECORD);
  expect(part.getByText(/Nothing was taken for three days/u)).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Start it again' }));
  await user.click(part.getByRole('button', { name: 'Deliveries' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
  expect(await dialog.findByText(/It answered 500/u)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('It is sent again.');
  expect(sent).toEqual([{ url: RECORD.url, events: RECORD.events, version: 2, starts: true }, 'replay']);
});
