import { act, render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Dashboard } from '~/api/generated/serverApi';
import { dashboard, extendsSession, noImports, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { OwnAnnouncement } from './api';
import { Body } from './reading/AnnouncementText';
import { ID, observeScreen, ownOf, pageOf } from './testing';

const OTHER = '0199f000-7777-7000-8000-000000000002';
const MINE = '*/api/v1/me/announcements';

let announcements: OwnAnnouncement[];
let seen: string[][];
let fetches: number;

const sectionOf = (unseen: OwnAnnouncement[], total = unseen.length): Dashboard['sections'][number] => ({ kind: 'announcements', unseen, total });

beforeEach(() => {
  announcements = [ownOf(), ownOf({ id: OTHER, title: 'Bring your tools', seen: true, author: null })];
  seen = [];
  fetches = 0;
  server.use(
    extendsSession,
    noImports,
    noNotifications,
    ownProfile('TRAINEE'),
    http.get(MINE, () => {
      fetches += 1;
      return HttpResponse.json(pageOf(announcements, { pageSize: 10, byMail: true }));
    }),
    http.post(`${MINE}/seen`, async ({ request }) => {
      seen.push(((await request.json()) as { ids: string[] }).ids);
      return HttpResponse.json({ message: 'Noted.' });
    }),
  );
});

const openList = () => renderPage({ path: '/dashboard/announcements', as: { profile: 'TRAINEE' } });
const FAKED: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true };

/** Runs with the timers of the page faked, so that two seconds take none. */
async function withFakedTimers(run: () => Promise<void>) {
  vi.useFakeTimers(FAKED);
  try {
    await run();
  } finally {
    vi.useRealTimers();
  }
}

it('lists the announcements to the reader, with author and moment', async () => {
  openList();
  const items = within(await screen.findByRole('list', { name: 'Announcements' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'NewNo class on FridayTara Trainer · 29 Nov 2026, 10:00 am (Kolkata)The hall is closed.',
    'Bring your tools29 Nov 2026, 10:00 am (Kolkata)The hall is closed.',
  ]);
});

it('is said to be empty, and why it could not be loaded', async () => {
  announcements = [];
  openList();
  expect(await screen.findByText('No announcements yet')).toBeInTheDocument();
  server.use(http.get(MINE, () => problem(503, 'unavailable', 'The service is down.')));
  openList();
  expect(await screen.findByText('The service is down.')).toBeInTheDocument();
});

describe('links', () => {
  const text = 'Read https://pune.example.in/notes, and (https://pune.example.in).\nNot https://pune.example.in.evil.example or https://evil.example <b>x</b>';
  it('are those alone that the server names, whole words', () => {
    render(<Body body={text} links={['https://pune.example.in/notes', 'https://pune.example.in']} />);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://pune.example.in/notes', 'noopener'],
      ['https://pune.example.in', 'noopener'],
    ]);
    expect(links[0]?.parentElement?.textContent).toBe(text);
    expect(document.querySelector('b')).toBeNull();
  });
});

describe('seen', () => {
  it('is what was on the screen for two seconds, in one call', async () => {
    announcements = [ownOf(), ownOf({ id: OTHER, title: 'Bring your tools' })];
    const look = observeScreen();
    openList();
    await screen.findByText('Bring your tools');
    await withFakedTimers(async () => {
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      expect(seen).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    });
    await waitFor(() => expect(seen).toEqual([[ID, OTHER]]));
    expect(screen.queryByText('New')).toBeNull();
  });

  it('is not what went by, nor what is in a tab in the background', async () => {
    const look = observeScreen();
    openList();
    await screen.findByText('No class on Friday');
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    await withFakedTimers(async () => {
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      act(() => look(false));
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      visibility.mockReturnValue('hidden');
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(seen).toEqual([]);
      visibility.mockReturnValue('visible');
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await act(() => vi.advanceTimersByTimeAsync(2_500));
    });
    await waitFor(() => expect(seen).toEqual([[ID]]));
  });

  it('is tried again after a failure, when it is next in sight', async () => {
    server.use(http.post(`${MINE}/seen`, () => problem(503, 'unavailable', 'Down.'), { once: true }));
    const look = observeScreen();
    openList();
    await screen.findByText('No class on Friday');
    await withFakedTimers(async () => {
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(2_500));
      expect(seen).toEqual([]);
      expect(screen.getByText('New')).toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      act(() => look(false));
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(2_500));
    });
    await waitFor(() => expect(seen).toEqual([[ID]]));
  });
});

it('mails are switched off and on, and stay as they were where that failed', async () => {
  const wishes: unknown[] = [];
  server.use(
    http.put(`${MINE}/mail`, async ({ request }) => {
      wishes.push(await request.json());
      return wishes.length === 1 ? HttpResponse.json({ message: 'Saved.' }) : problem(503, 'unavailable', 'Not now.');
    }),
  );
  const { user } = openList();
  const mails = await screen.findByRole('switch', { name: 'Also by mail' });
  expect(mails).toBeChecked();
  await user.click(mails);
  expect(mails).not.toBeChecked();
  await waitFor(() => expect(wishes).toEqual([{ byMail: false }]));
  await user.click(mails);
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(wishes).toEqual([{ byMail: false }, { byMail: true }]);
});

it('who may write finds what was sent; others find no way there', async () => {
  openList();
  await screen.findByText('No class on Friday');
  expect(screen.queryByRole('link', { name: 'Sent announcements' })).toBeNull();
  server.use(ownProfile('TRAINER'));
  renderPage({ path: '/dashboard/announcements', as: { profile: 'TRAINER' } });
  expect(await screen.findByRole('link', { name: 'Sent announcements' })).toHaveAttribute('href', '/dashboard/announcements/sent');
});

it('an applicant reads them in the portal, also by the link of the bell', async () => {
  server.use(ownProfile(null));
  const { router } = renderPage({ path: '/dashboard/announcements', as: { profile: null, redirectTo: '/applicant-dashboard' } });
  expect(await screen.findByText('No class on Friday')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/applicant-dashboard/announcements');
});

describe('the dashboard', () => {
  it('begins with what was not seen, keeps it while it is read, and has it no more at the next visit', async () => {
    let unseen = [ownOf()];
    server.use(
      http.get('*/api/v1/dashboard', () => HttpResponse.json({ sections: unseen.length > 0 ? [sectionOf(unseen, 4)] : [], serverTime: new Date().toISOString() })),
      http.post(`${MINE}/seen`, () => {
        unseen = [];
        seen.push([ID]);
        return HttpResponse.json({ message: 'Noted.' });
      }),
    );
    const look = observeScreen();
    const { router } = renderPage({ path: '/dashboard', as: { profile: 'TRAINEE' } });
    const region = await screen.findByRole('region', { name: 'Announcements' });
    expect(within(region).getByText('The hall is closed.')).toBeInTheDocument();
    expect(within(region).getByRole('link', { name: 'All announcements (3 more new)' })).toHaveAttribute('href', '/dashboard/announcements');
    await withFakedTimers(async () => {
      act(() => look(true));
      await act(() => vi.advanceTimersByTimeAsync(2_500));
    });
    await waitFor(() => expect(seen).toEqual([[ID]]));
    act(() => void window.dispatchEvent(new Event('focus')));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByText('New')).toBeNull());
    expect(screen.getByText('The hall is closed.')).toBeInTheDocument();
    await act(() => router.navigate('/dashboard/announcements'));
    await screen.findByRole('switch', { name: 'Also by mail' });
    await act(() => router.navigate('/dashboard'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull());
  });

  it('has none where there are none', async () => {
    server.use(dashboard());
    renderPage({ path: '/dashboard', as: { profile: 'TRAINEE' } });
    await screen.findByRole('region', { name: 'Your account' });
    expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
  });
});

describe('events', () => {
  async function openLive() {
    const live = createLiveServer();
    renderApp({ path: '/dashboard/announcements', as: { profile: 'TRAINEE' }, live: live.open });
    await screen.findByText('No class on Friday');
    await live.connected();
    // What a new connection may have missed is fetched first.
    await waitFor(() => expect(fetches).toBeGreaterThan(0));
    return live;
  }

  it('one to the reader is fetched at once, and shown without a reload', async () => {
    const live = await openLive();
    announcements = [ownOf({ id: 'a3', title: 'Exams on Monday' }), ...announcements];
    act(() => live.push('announcement:new', { id: 'a3', title: 'Exams on Monday' }));
    expect(await screen.findByText('Exams on Monday')).toBeInTheDocument();
  });

  it('one to the company is fetched at a moment within twenty seconds, and only by a page that is looked at', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const live = await openLive();
    await withFakedTimers(async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      const before = fetches;
      act(() => live.push('announcements:changed', {}));
      act(() => live.push('announcements:changed', {}));
      await act(() => vi.advanceTimersByTimeAsync(9_000));
      expect(fetches).toBe(before);
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      await vi.waitFor(() => expect(fetches).toBe(before + 1));
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => live.push('announcements:changed', {}));
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(fetches).toBe(before + 1);
    });
  });
});
