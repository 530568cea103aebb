import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, noNotifications, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { API, boardOf, candidateOf, laneOf, noPanels, OTHER_ID, PANEL_ID, pageOf, queuedOf, resultOf, ROUND_ID, roundOf } from './testing';

const ROUND = `${API}/rounds/${ROUND_ID}`;
const PAGE = `/dashboard/interviews/${ROUND_ID}`;
let round = roundOf();

beforeEach(() => {
  round = roundOf();
  server.use(extendsSession, noImports, noNotifications, ownProfile('SUPER_ADMIN'), noPanels, http.get(ROUND, () => HttpResponse.json(round)));
});

describe('a round', () => {
  it('is made with its criteria, one a line', async () => {
    const made = vi.fn();
    server.use(http.get(`${API}/rounds`, () => HttpResponse.json(pageOf([]))), http.post(`${API}/rounds`, async ({ request }) => {
      made(await request.json());
      return HttpResponse.json(round, { status: 201 });
    }));
    const { user } = renderPage({ path: '/dashboard/interviews', as: {} });
    await user.click((await screen.findAllByRole('button', { name: 'New Round' }))[0] ?? document.body);
    const form = within(await screen.findByRole('form', { name: 'New round' }));
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Technical round');
    await user.type(form.getByRole('combobox', { name: 'Day' }), '07122026');
    await user.clear(form.getByRole('textbox', { name: 'Minutes of an interview' }));
    await user.type(form.getByRole('textbox', { name: 'Minutes of an interview' }), '2');
    await user.type(form.getByRole('textbox', { name: 'Criteria' }), 'Speaks clearly\nKnows the trade\n');
    await user.click(form.getByRole('button', { name: 'Make Round' }));
    expect(await form.findByText('Please enter minutes from 5 to 240')).toBeInTheDocument();
    await user.type(form.getByRole('textbox', { name: 'Minutes of an interview' }), '0');
    await user.click(form.getByRole('button', { name: 'Make Round' }));
    expect(await screen.findByRole('heading', { name: 'Technical round' })).toBeInTheDocument();
    expect(made).toHaveBeenCalledWith({ name: 'Technical round', location: '', day: '2026-12-07', slotMinutes: 20, breakMinutes: 0, criteria: [{ key: null, label: 'Speaks clearly' }, { key: null, label: 'Knows the trade' }], passStageId: null, openingId: null });
  });

  it('takes the shortlist of its opening, which is counted before', async () => {
    round = roundOf({ openingId: OTHER_ID, openingName: 'Acme Tools: CNC operator', candidates: 0 });
    const sent = vi.fn();
    server.use(
      http.get(`${ROUND}/candidates`, () => HttpResponse.json(pageOf([]))),
      http.post(`${ROUND}/candidates`, async ({ request }) => {
        sent(await request.json());
        return HttpResponse.json({ added: 2, unchanged: 0, refused: [] });
      }),
    );
    const { user } = renderPage({ path: `${PAGE}?tab=candidates`, as: { profile: 'PLACEMENT', role: 'EMPLOYEE' } });
    await user.click(await screen.findByRole('button', { name: 'Add the Shortlist' }));
    expect(screen.queryByRole('button', { name: 'Add a Stage' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Add 2 People' }));
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ dryRun: true }], [{}]]));
  });

  it('takes the people of a spreadsheet that was imported', async () => {
    const sent = vi.fn();
    server.use(
      http.get('*/api/v1/users/imports', () => HttpResponse.json(pageOf([{ id: OTHER_ID, fileName: 'college.xlsx', createdAt: '2026-11-30T06:30:00Z' }]))),
      http.get(`${ROUND}/candidates`, () => HttpResponse.json(pageOf([]))),
      http.post(`${ROUND}/candidates`, async ({ request }) => {
        sent(await request.json());
        return HttpResponse.json({ added: 2, unchanged: 0, refused: [] });
      }),
    );
    const { user } = renderPage({ path: `${PAGE}?tab=candidates`, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Add an Import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an import' }));
    expect(dialog.getByRole('button', { name: 'Add People' })).toBeDisabled();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Import' }), await dialog.findByRole('option', { name: /college/u }));
    await user.click(await dialog.findByRole('button', { name: 'Add 2 People' }));
    const select = { filter: { fromImport: OTHER_ID } };
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ select, dryRun: true }], [{ select }]]));
  });

  it('takes panels that are pasted, after it was seen what they are', async () => {
    const append = vi.spyOn(FormData.prototype, 'append');
    const added = vi.fn();
    const panel = { name: 'Panel C', place: 'Room 3', link: null, from: '09:30', to: '13:00', panelists: ['p1'] };
    server.use(
      http.post(`${ROUND}/panels/file`, () => HttpResponse.json({ panels: [panel], problems: [{ line: 3, text: 'x', reason: 'Write a time as 09:30' }] })),
      http.post(`${ROUND}/panels`, async ({ request }) => {
        added(await request.json());
        return HttpResponse.json(round);
      }),
    );
    const { user } = renderPage({ path: PAGE, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Paste or Upload' }));
    await user.type(await screen.findByRole('textbox', { name: 'One panel a line' }), 'Panel C; Room 3; ; 09:30; 13:00; tara@example.com');
    await user.click(screen.getByRole('button', { name: 'Read' }));
    expect(await screen.findByText('1 panel read · 1 line with a problem is left out')).toBeInTheDocument();
    const [, file] = append.mock.lastCall ?? [];
    expect(await (file as unknown as File).text()).toBe('"panel","place","link","from","to","emails"\n"Panel C","Room 3","","09:30","13:00","tara@example.com"');
    await user.click(screen.getByRole('button', { name: 'Add 1 Panel' }));
    await waitFor(() => expect(added).toHaveBeenCalledWith({ panels: [panel] }));
  });

  it('gives times after it was seen who is left, and why', async () => {
    const asked: unknown[] = [];
    server.use(
      http.get(`${ROUND}/candidates`, () => HttpResponse.json(pageOf([candidateOf(1), candidateOf(2)]))),
      http.post(`${ROUND}/fill`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ placed: 1, left: 1, unplaced: [{ interviewId: 'i2', userId: 'u2', fullName: 'Person 2', why: 'busy' }], endsAt: '2026-11-30T06:30:00Z' });
      }),
    );
    const { user } = renderPage({ path: `${PAGE}?tab=candidates`, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Give Times' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give times' }));
    expect(await dialog.findByText('1 placed, 1 left')).toBeInTheDocument();
    expect(dialog.getByText('The last one is through at 12:00 pm.')).toBeInTheDocument();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Person 2Is elsewhere at each time that is free');
    await user.click(dialog.getByRole('button', { name: 'Give 1 Time' }));
    await waitFor(() => expect(asked).toEqual([{ dryRun: true }, {}]));
  });

  it('says what publishing sends to how many before it does', async () => {
    const published = vi.fn();
    server.use(http.post(`${ROUND}/publish`, async ({ request }) => {
      published(await request.json());
      return HttpResponse.json(round);
    }));
    const { user } = renderPage({ path: PAGE, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('3 candidates get a mail and a message in the bell');
    expect(question).toHaveTextContent('2 panelists are told.');
    await user.click(within(question).getByRole('button', { name: 'Publish and Tell 3 Candidates' }));
    await waitFor(() => expect(published).toHaveBeenCalledWith({ version: 1 }));
  });
});

describe('the board', () => {
  const moves = vi.fn();
  beforeEach(() => {
    round = roundOf({ state: 'running' });
    moves.mockReset();
    const lanes = [laneOf(PANEL_ID, { next: [queuedOf(1), queuedOf(2)], waiting: 2, behindMinutes: 25 }), laneOf(OTHER_ID)];
    server.use(
      http.get(`${ROUND}/board`, () => HttpResponse.json(boardOf(lanes, { aside: [queuedOf(9, { state: 'absent' })] }))),
      http.patch(`${API}/:id`, async ({ params, request }) => {
        moves(params['id'], await request.json());
        return HttpResponse.json(candidateOf(1));
      }),
    );
  });
  const lane = (name: string) => screen.findByRole('region', { name });

  it('says who is late, and moves people by a drag or by their menu', async () => {
    const { user } = renderPage({ path: PAGE, as: {} });
    expect(await lane('Panel A')).toHaveTextContent('25 minutes behind');
    const [card] = within(await lane('Panel A')).getAllByRole('listitem');
    const dataTransfer = { effectAllowed: '', setData: vi.fn() };
    fireEvent.dragStart(card ?? document.body, { dataTransfer });
    fireEvent.dragOver(await lane('Panel B'), { dataTransfer });
    fireEvent.drop(await lane('Panel B'), { dataTransfer });
    await waitFor(() => expect(moves).toHaveBeenLastCalledWith('i1', { panelId: OTHER_ID, version: 1 }));
    await user.click(screen.getByRole('button', { name: 'Move to…: Person 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Next free panel' }));
    await waitFor(() => expect(moves).toHaveBeenLastCalledWith('i2', { panelId: null, version: 1 }));
  });

  it('gives the rest of a slow panel to the next free one, and brings back who is aside', async () => {
    const rest = vi.fn();
    const desk = vi.fn();
    server.use(
      http.post(`${API}/panels/${PANEL_ID}/move`, async ({ request }) => {
        rest(await request.json());
        return HttpResponse.json(boardOf([]));
      }),
      http.post(`${API}/:id/desk`, async ({ params, request }) => {
        desk(params['id'], await request.json());
        return HttpResponse.json(candidateOf(9));
      }),
    );
    const { user } = renderPage({ path: PAGE, as: {} });
    await user.click(within(await lane('Panel A')).getByRole('button', { name: 'Actions on Panel A' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rest to the next free panel' }));
    await waitFor(() => expect(rest).toHaveBeenCalledWith({ to: null }));
    await user.click(within(await lane('Aside')).getByRole('button', { name: 'Bring Back' }));
    await waitFor(() => expect(desk).toHaveBeenCalledWith('i9', { act: 'back', version: 1 }));
  });

  it('shows what is pushed, lane by lane', async () => {
    const live = createLiveServer();
    live.answer('round:watch', () => ({ ok: true, snapshot: boardOf([laneOf(PANEL_ID, { version: 2, done: 1 }), laneOf(OTHER_ID)]) }));
    renderApp({ path: PAGE, as: {}, live: live.open });
    await live.connected();
    expect(await lane('Panel A')).toHaveTextContent('1 done');
    live.push('round:board', { roundId: ROUND_ID, lane: laneOf(PANEL_ID, { version: 3, done: 2, current: queuedOf(4, { state: 'called' }) }) });
    await waitFor(async () => expect(await lane('Panel A')).toHaveTextContent('Person 4'));
    // An older one that comes late changes nothing.
    live.push('round:board', { roundId: ROUND_ID, lane: laneOf(PANEL_ID, { version: 1, done: 0 }) });
    expect(await lane('Panel A')).toHaveTextContent('2 done');
  });
});

describe('the results', () => {
  it('are sorted and filtered by the server, and those who are selected move to a stage', async () => {
    round = roundOf({ state: 'closed' });
    const asked: URLSearchParams[] = [];
    const tried = vi.fn();
    server.use(
      http.get(`${ROUND}/results`, ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json({ ...pageOf([resultOf(1), resultOf(2, { missing: 1, mean: null, means: {}, spread: null, yes: 0 })]), criteria: round.criteria, passStageId: null, missingScores: 1 });
      }),
      http.post('*/api/v1/users/bulk', async ({ request }) => {
        tried(await request.json());
        return HttpResponse.json({ total: 1, changes: 1, unchanged: 0, refused: [] });
      }),
    );
    const { user } = renderApp({ path: PAGE, as: {} });
    expect(await screen.findByText('1 score is missing')).toBeInTheDocument();
    expect(screen.getByRole('table')).toHaveTextContent('3.25');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sorted by' }), 'Spread');
    await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('spread'));
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
    await user.click(screen.getByRole('button', { name: 'Move 1 Person to a Stage' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(/stage/iu);
  });
});
