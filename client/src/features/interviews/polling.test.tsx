import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { dashboard, extendsSession, noImports, noNotifications, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { API, boardOf, candidateOf, currentOf, laneOf, ownOf, PANEL_ID, pageOf, queuedOf, ROUND_ID, roundOf, viewOf } from './testing';

/** What the server says: nothing is pushed of it. */
let isLater = false;
const serverTime = new Date().toISOString();
const at = <Said,>(before: Said, later: Said) => (isLater ? later : before);
const ROUND = `${API}/rounds/${ROUND_ID}`;
const ofRound = [
  http.get(ROUND, () => HttpResponse.json(roundOf({ state: 'running' }))),
  http.get(`${ROUND}/board`, () => HttpResponse.json(boardOf([laneOf(PANEL_ID, at({ next: [queuedOf(1)] }, { current: queuedOf(2) }))]))),
  http.get(`${ROUND}/candidates`, () => HttpResponse.json(pageOf([candidateOf(at(1, 2))]))),
];

beforeEach(() => {
  isLater = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  server.use(extendsSession, noImports, noNotifications, http.get('*/api/v1/training/sessions', () => HttpResponse.json({ data: [] })));
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a day of which nothing is pushed, though there is a connection', () => {
  it.each([
    ['the board', 'SUPER_ADMIN', `/${ROUND_ID}?tab=board`, '', ofRound],
    ['the desk', 'SUPER_ADMIN', `/${ROUND_ID}?tab=candidates`, '', ofRound],
    ['a panel', 'INTERVIEW_PANELIST', `/panels/${PANEL_ID}`, '', [http.get(`${API}/panels/${PANEL_ID}`, () => HttpResponse.json(viewOf({ current: currentOf(at(1, 2)) })))]],
    ['the own panels', 'INTERVIEW_PANELIST', '', 'Panel A · ', [http.get(`${API}/panels`, () => HttpResponse.json({ data: [viewOf({}, { roundName: at('Person 1', 'Person 2') }).panel], serverTime }))]],
  ] as const)('is asked for within a minute by %s', async (_page, profile, path, panel, handlers) => {
    server.use(ownProfile(profile), ...handlers);
    await isSeenLater(`/dashboard/interviews${path}`, profile, [`${panel}Person 1`, `${panel}Person 2`]);
  });

  it('is asked for within a minute by a candidate’s phone', async () => {
    const own = () => [ownOf(at({}, { state: 'called', placeInQueue: null, asks: [], version: 2 }))];
    server.use(
      ownProfile('TRAINEE'),
      dashboard({ kind: 'ownInterviews', items: own(), timeZone: 'Asia/Kolkata', serverTime }),
      http.get('*/api/v1/me/interviews', () => HttpResponse.json({ data: own(), timeZone: 'Asia/Kolkata', serverTime })),
    );
    await isSeenLater('/dashboard', 'TRAINEE', ['You are number 4 in the queue', 'Panel A, Room 1: now']);
  });
});

async function isSeenLater(path: string, profile: 'SUPER_ADMIN' | 'INTERVIEW_PANELIST' | 'TRAINEE', [before, later]: readonly [string, string]) {
  const live = createLiveServer();
  live.answer('round:watch', () => ({ ok: false, code: 'unavailable', message: 'Not now.' }));
  renderApp({ path, as: { userId: 'u', profile, role: profile }, live: live.open });
  await live.connected();
  await screen.findByText(before);
  isLater = true;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText(later)).toBeInTheDocument();
}
