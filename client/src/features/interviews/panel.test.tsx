import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { OWN_DEVICE } from '~/api/sheets/slice';
import { extendsSession, noImports, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createDeviceStore } from '~/testing/deviceStore';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { PanelView, ScoreRequest } from './api';
import { API, CRITERIA, currentOf, PANEL_ID, queuedOf, viewOf } from './testing';

const PIA = 'pia';
let view: PanelView;
let pressed: { after: string | null; sheetId: string }[];
let sent: { interviewId: string; score: ScoreRequest }[];

const takesScores = http.put(`${API}/:id/score`, async ({ params, request }) => {
  const score = (await request.json()) as ScoreRequest;
  sent.push({ interviewId: String(params['id']), score });
  return HttpResponse.json({ interviewId: params['id'], criteria: CRITERIA, scores: [], isOpen: false, missing: 1 });
});

const callsNext = (next: PanelView) =>
  http.post(`${API}/panels/${PANEL_ID}/next`, async ({ request }) => {
    pressed.push((await request.json()) as (typeof pressed)[number]);
    view = next;
    return HttpResponse.json(view);
  });

beforeEach(() => {
  view = viewOf({ current: currentOf(1), queue: [queuedOf(2)] });
  pressed = [];
  sent = [];
  server.use(extendsSession, noImports, noNotifications, ownProfile('INTERVIEW_PANELIST'), takesScores, http.get(`${API}/panels/${PANEL_ID}`, () => HttpResponse.json(view)), http.get('*/api/v1/training/sessions', () => HttpResponse.json({ data: [] })));
});

const open = (more: Partial<Parameters<typeof renderApp>[0]> = {}) => renderApp({ path: `/dashboard/interviews/panels/${PANEL_ID}`, as: { userId: PIA, profile: 'INTERVIEW_PANELIST', role: 'INTERVIEW_PANELIST' }, ...more });

async function mark(user: ReturnType<typeof open>['user'], label: string, word: string) {
  await user.click(within(await screen.findByRole('group', { name: label })).getByRole('button', { name: new RegExp(word, 'u') }));
}

async function markAll(user: ReturnType<typeof open>['user']) {
  await mark(user, 'Speaks clearly', 'Good');
  await mark(user, 'Knows the trade', 'Strong');
  await mark(user, 'Verdict', 'Yes');
}

describe('the page of a panel', () => {
  it('sends the whole score and calls the next one with one press', async () => {
    server.use(callsNext(viewOf({ current: currentOf(2) })));
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'Person 1' })).toBeInTheDocument();
    expect(screen.getByText('0 done · 3 wait · 12 minutes behind')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
    await markAll(user);
    await user.click(screen.getByRole('button', { name: 'Send and Next' }));
    expect(await screen.findByRole('heading', { name: 'Person 2' })).toBeInTheDocument();
    expect(pressed).toEqual([{ after: 'i1', sheetId: expect.any(String) as string }]);
    await waitFor(() => expect(sent).toEqual([{ interviewId: 'i1', score: { marks: { a: 3, b: 4 }, verdict: 'yes', note: '', reason: null } }]));
    // The next one has a score of their own.
    expect(within(screen.getByRole('group', { name: 'Verdict' })).getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('shows the present candidate where another panelist has pressed before', async () => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Person 1' });
    view = viewOf({ current: currentOf(3) });
    server.use(http.post(`${API}/panels/${PANEL_ID}/next`, () => problem(409, 'panel_moved_on', 'The panel has gone on.', { current: view })));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Another panelist has pressed before you: WE-3 Person 3 is called now.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Person 3' })).toBeInTheDocument();
  });

  it('sends the same press again after a lost answer, so that no one is skipped', async () => {
    server.use(http.post(`${API}/panels/${PANEL_ID}/next`, async ({ request }) => {
      pressed.push((await request.json()) as (typeof pressed)[number]);
      return HttpResponse.error();
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText(/^Network error/u);
    server.use(callsNext(viewOf({ current: currentOf(2) })));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('heading', { name: 'Person 2' });
    expect(pressed[0]).toEqual(pressed[1]);
  });

  it('lets a person come for two minutes before they are not there', async () => {
    view = viewOf({ current: currentOf(1, { calledAt: new Date(Date.now() - 121_000).toISOString() }) });
    const absent = vi.fn();
    server.use(http.post(`${API}/panels/${PANEL_ID}/absent`, async ({ request }) => {
      absent(await request.json());
      view = viewOf({ current: currentOf(2) });
      return HttpResponse.json(view);
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Not There' }));
    await screen.findByRole('heading', { name: 'Person 2' });
    expect(absent).toHaveBeenCalledWith({ interviewId: 'i1', sheetId: expect.any(String) as string });
    expect(screen.getByRole('button', { name: /^Not There \([12]:/u })).toBeDisabled();
  });

  it('keeps scores on an own phone without a network, over a reload, and sends them when it is back', async () => {
    const store = createDeviceStore();
    vi.stubGlobal('indexedDB', store.indexedDB);
    window.localStorage.setItem(OWN_DEVICE, PIA);
    const { user, unmount } = open();
    await screen.findByRole('heading', { name: 'Person 1' });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await markAll(user);
    expect(screen.getByText('On this phone · not sent')).toBeInTheDocument();
    expect(screen.getByText('No network: scores stay here. Calling goes on when it is back.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send and Next' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(store.rows('scores')).toMatchObject([{ by: PIA, interviewId: 'i1', verdict: 'yes', isClosed: true }]));
    expect(sent).toEqual([]);
    unmount();

    online.mockReturnValue(true);
    open();
    await waitFor(() => expect(sent).toMatchObject([{ interviewId: 'i1', score: { verdict: 'yes' } }]));
    await waitFor(() => expect(store.rows('scores')).toEqual([]));
  });

  it('changes a score that was sent only with a reason', async () => {
    const score = { marks: { a: 1, b: 1 }, verdict: 'no', note: null, sentAt: '2026-11-29T04:32:00Z' } as const;
    view = viewOf({ current: currentOf(1, { score: { ...score, marks: { ...score.marks } } }) });
    const { user } = open();
    expect(await screen.findByText('Score sent 10:02 am')).toBeInTheDocument();
    await mark(user, 'Verdict', 'Maybe');
    expect(screen.getByRole('button', { name: 'Next' })).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Reason of the change' }), 'Mixed up');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toMatchObject([{ score: { verdict: 'maybe', reason: 'Mixed up' } }]));
  });

  it('asks for the reason where the server has another score, and keeps what was typed', async () => {
    server.use(http.put(`${API}/:id/score`, () => problem(422, 'validation_failed', 'Validation failed', { errors: { reason: 'Say why you change your score' } })));
    const { user } = open();
    await markAll(user);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^You have sent another score of this person before/u)).toBeInTheDocument();
    server.use(takesScores);
    await user.type(screen.getByRole('textbox', { name: 'Reason of the change' }), 'Second thoughts');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toMatchObject([{ score: { marks: { a: 3, b: 4 }, reason: 'Second thoughts' } }]));
  });

  it('scores people that the panel has met, and follows what others do', async () => {
    view = viewOf({ current: currentOf(2), met: [{ interviewId: 'i1', fullName: 'Person 1', label: 'WE-1', isScored: false, endedAt: null }] });
    const live = createLiveServer();
    const { user } = open({ live: live.open });
    await live.connected();
    await user.click(await screen.findByRole('button', { name: /^Person 1/u }));
    await markAll(user);
    await user.click(screen.getByRole('button', { name: 'Send Score' }));
    await waitFor(() => expect(sent).toMatchObject([{ interviewId: 'i1' }]));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    view = viewOf({ current: currentOf(5) });
    live.push('panel:changed', { id: PANEL_ID, roundId: view.panel.roundId, state: 'open', current: 'i5', version: 9 });
    expect(await screen.findByRole('heading', { name: 'Person 5' })).toBeInTheDocument();
  });
});
