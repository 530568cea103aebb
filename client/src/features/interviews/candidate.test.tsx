import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { dashboard, extendsSession, noImports, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { HallScreen, OwnInterview } from './api';
import { ownOf } from './testing';

let own: OwnInterview;
const answers = vi.fn();

function serve(given: Partial<OwnInterview> = {}) {
  own = ownOf(given);
  const list = () => ({ data: [own], timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() });
  server.use(
    extendsSession,
    noImports,
    noNotifications,
    ownProfile('TRAINEE'),
    dashboard({ kind: 'ownInterviews', items: [own], timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() }),
    http.get('*/api/v1/me/interviews', () => HttpResponse.json(list())),
    http.post('*/api/v1/me/interviews/:id', async ({ request }) => {
      const { answer } = (await request.json()) as { answer: string };
      answers(answer);
      own = { ...own, isHere: answer === 'here', asks: ['decline'], version: own.version + 1 };
      return HttpResponse.json(list());
    }),
  );
}

const as = { userId: 'asha', profile: 'TRAINEE', role: 'TRAINEE' } as const;

describe('the interview on a candidate’s phone', () => {
  it('says the place in the queue, who was called last, and that a locked phone hears no call', async () => {
    serve({ expectedAt: '2026-11-30T04:32:00Z' });
    const { user } = renderApp({ path: '/dashboard', as });
    expect(await screen.findByText('You are number 4 in the queue, at about 10:02 am')).toBeInTheDocument();
    expect(screen.getByText('Your code: WE-1 · last called: WE-9 · confirmed')).toBeInTheDocument();
    expect(screen.getByText(/a locked phone hears no call/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I Am Here' }));
    expect(await screen.findByText(/we know that you are here/u)).toBeInTheDocument();
    expect(answers).toHaveBeenLastCalledWith('here');
  });

  it('fills the screen and vibrates when it is called, before anything is fetched', async () => {
    serve();
    const vibrate = vi.fn();
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'));
    const live = createLiveServer();
    const { user } = renderApp({ path: '/dashboard', as, live: live.open });
    await live.connected();
    await screen.findByText(/^You are number 4/u);
    own = { ...own, state: 'called', placeInQueue: null, version: 2, asks: [] };
    live.push('interview:mine', { id: 'i1', state: 'called', panel: 'Panel A', place: 'Room 1', placeInQueue: null, expectedAt: null, version: 2 });
    const call = await screen.findByRole('alertdialog');
    expect(call).toHaveTextContent('Panel ARoom 1now');
    expect(vibrate).toHaveBeenCalled();
    expect(document.title).toBe('Panel A, Room 1: now');
    await user.click(screen.getByRole('button', { name: 'I Am Coming' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByText('Panel A, Room 1: now')).toBeInTheDocument();
  });

  it('is declined only after a question', async () => {
    serve({ asks: ['confirm', 'decline'] });
    const { user } = renderPage({ path: '/dashboard', as });
    await user.click(await screen.findByRole('button', { name: 'I Cannot Come' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(answers).not.toHaveBeenCalledWith('decline');
    await user.click(screen.getByRole('button', { name: 'I Cannot Come' }));
    await user.click((await screen.findAllByRole('button', { name: 'I Cannot Come' })).at(-1) ?? document.body);
    await waitFor(() => expect(answers).toHaveBeenLastCalledWith('decline'));
  });
});

describe('the screen in the hall', () => {
  const screenOf = (calls: HallScreen['calls']): HallScreen => ({ name: 'Technical round', day: '2026-11-30', state: 'running', calls, serverTime: new Date().toISOString() });
  const call = { panel: 'Panel A', place: 'Room 1', state: 'open', label: null, calledAt: null, isInRoom: false } as const;

  it('shows who is called first, by a token that leaves the address, and ends with the link', async () => {
    const asked = vi.fn();
    server.use(
      http.post('*/api/v1/interviews/screen', async ({ request }) => {
        asked(await request.json());
        return HttpResponse.json(screenOf([call, { ...call, panel: 'Panel B', place: 'Room 2', label: 'WE-7', calledAt: new Date().toISOString() }]));
      }),
    );
    const { router } = renderPage({ path: '/interview-screen#secret' });
    const tiles = await screen.findAllByRole('listitem');
    expect(tiles.map(({ textContent }) => textContent)).toEqual(['Panel B · Room 2WE-7Please come now', 'Panel A · Room 1–Waiting']);
    expect(asked).toHaveBeenCalledWith({ token: 'secret' });
    expect(router.state.location.hash).toBe('');
  });

  it('says where its link has ended', async () => {
    server.use(http.post('*/api/v1/interviews/screen', () => problem(404, 'not_found', 'The link has ended.')));
    renderPage({ path: '/interview-screen#old' });
    expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeInTheDocument();
  });
});
