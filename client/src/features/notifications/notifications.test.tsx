import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { NotificationRecord } from './api';

const NOTIFICATIONS = '*/api/v1/notifications';

function record(number: number, more: Partial<NotificationRecord> = {}): NotificationRecord {
  return {
    id: `0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a${String(number).padStart(2, '0')}`,
    kind: 'welcome',
    title: `Title ${number}`,
    body: `Body ${number}`,
    link: null,
    createdAt: new Date(Date.now() - number * 60_000).toISOString(),
    readAt: null,
    ...more,
  };
}

/** A server with these notifications that stores which were read. */
function serverWith(...given: NotificationRecord[]) {
  let all = given;
  const readings: unknown[] = [];
  const unread = () => all.filter(({ readAt }) => readAt === null).length;
  server.use(
    http.get(NOTIFICATIONS, ({ request }) => {
      const pageSize = Number(new URL(request.url).searchParams.get('pageSize'));
      return HttpResponse.json({ data: all.slice(0, pageSize), page: 1, pageSize, total: all.length, totalIsExact: true, unread: unread() });
    }),
    http.post(`${NOTIFICATIONS}/read`, async ({ request }) => {
      const reading = (await request.json()) as { ids?: string[] };
      readings.push(reading);
      all = all.map((each) => (reading.ids === undefined || reading.ids.includes(each.id) ? { ...each, readAt: each.createdAt } : each));
      return HttpResponse.json({ unread: unread() });
    }),
  );
  return { readings, tell: (one: NotificationRecord) => void (all = [one, ...all]) };
}

async function openBell(name: string | RegExp = /^Notifications/u) {
  const live = createLiveServer();
  const app = renderApp({ path: '/dashboard/settings', as: {}, live: live.open });
  const bell = await screen.findByRole('button', { name });
  await live.connected();
  const open = async () => {
    await app.user.click(bell);
    return within(await screen.findByRole('dialog', { name: 'Notifications' }));
  };
  return { ...app, live, bell, open };
}

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports);
});

it('the badge counts what is unread: three at a first look', async () => {
  serverWith(record(1), record(2), record(3), record(4, { readAt: '2026-01-01T00:00:00Z' }));
  const { bell, open } = await openBell('Notifications, 3 unread');
  expect(bell).toHaveTextContent('3');
  const list = await open();
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Unread: Title 1Body 11 minute ago/u),
    expect.stringMatching(/^Unread: Title 2Body 22 minutes ago/u),
    expect.stringMatching(/^Unread: Title 3Body 33 minutes ago/u),
    expect.stringMatching(/^Title 4Body 44 minutes ago/u),
  ]);
});

it('one is read when its link is followed', async () => {
  const { readings } = serverWith(record(1, { link: '/dashboard/profile' }), record(2));
  server.use(http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })));
  const { open, user, router } = await openBell('Notifications, 2 unread');
  await user.click((await open()).getByRole('link', { name: /Title 1/u }));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/dashboard/profile');
  });
  expect(readings).toEqual([{ ids: [record(1).id] }]);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('one is read by its own button, all by theirs, and the focus stays in the list', async () => {
  const { readings } = serverWith(record(1), record(2), record(3));
  const { open, user } = await openBell('Notifications, 3 unread');
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Mark as read: Title 2' }));
  await waitFor(() => {
    expect(list.queryByRole('button', { name: 'Mark as read: Title 2' })).not.toBeInTheDocument();
  });
  expect(list.getByRole('list')).toHaveFocus();
  await user.click(list.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => {
    expect(list.queryByRole('button', { name: /^Mark/u })).not.toBeInTheDocument();
  });
  expect(list.getByRole('list')).toHaveFocus();
  expect(readings).toEqual([{ ids: [record(2).id] }, { all: true }]);
});

it('a new one is there as soon as it is pushed, is said once, and does no harm when it comes twice', async () => {
  serverWith(record(1, { readAt: '2026-01-01T00:00:00Z' }));
  const { live } = await openBell('Notifications');
  const event = { ...record(2, { title: 'Import finished', kind: 'import_finished' }), unread: 1 };
  act(() => {
    live.push('notification:new', event);
    live.push('notification:new', event);
  });
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
  expect(screen.getByText('New notification: Import finished')).toBeInTheDocument();
});

it('what came while the connection was away is fetched', async () => {
  const { tell } = serverWith();
  const { live } = await openBell('Notifications');
  act(() => {
    live.goAway();
  });
  tell(record(1));
  act(() => {
    live.comeBack();
  });
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});

it('one that comes while an answer is under way, which was read before it, stays', async () => {
  serverWith();
  const { live } = await openBell('Notifications');
  const held: ((response: Response) => void)[] = [];
  server.use(http.get(NOTIFICATIONS, () => new Promise<Response>((answer) => held.push(answer))));
  act(() => live.goAway());
  act(() => live.comeBack());
  await expect.poll(() => held.length).toBe(1);
  act(() => live.push('notification:new', { ...record(1), unread: 1 }));
  const page = (...data: NotificationRecord[]) => HttpResponse.json({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true, unread: data.length });
  held[0]?.(page());
  await expect.poll(() => held.length).toBe(2);
  held[1]?.(page(record(1)));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});

it('what another tab has read is read here too', async () => {
  serverWith(record(1));
  await openBell('Notifications, 1 unread');
  serverWith(record(1, { readAt: '2026-01-01T00:00:00Z' }));
  const other = new BroadcastChannel('waymark-notifications');
  other.postMessage('read');
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  other.close();
});

it('older ones are shown when asked', async () => {
  serverWith(...Array.from({ length: 25 }, (_, index) => record(index, { readAt: '2026-01-01T00:00:00Z' })));
  const { open, user } = await openBell();
  const list = await open();
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  await user.click(list.getByRole('button', { name: 'Show older' }));
  await waitFor(() => {
    expect(list.getAllByRole('listitem')).toHaveLength(25);
  });
  expect(list.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
});

it('says when there is nothing, and when it could not be loaded', async () => {
  server.use(http.get(NOTIFICATIONS, () => problem(503, 'unavailable', 'Down.')));
  const { open, user } = await openBell('Notifications');
  const list = await open();
  expect(await list.findByText('Down.')).toBeInTheDocument();
  serverWith();
  await user.click(list.getByRole('button', { name: 'Try again' }));
  expect(await list.findByText('You are up to date')).toBeInTheDocument();
});
