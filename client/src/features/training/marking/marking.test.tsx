import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { keepRoster, KEPT_SHEETS } from '~/api/sheets/kept';
import { OWN_DEVICE, type Sheet } from '~/api/sheets/slice';
import type { Mark, Roster, RosterPerson } from '~/api/training';
import { extendsSession, noImports, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createDeviceStore } from '~/testing/deviceStore';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const ID = '0199f000-7777-7000-8000-000000000001';
const SESSION = `*/api/v1/training/sessions/${ID}`;
const PAGE = `/dashboard/training/sessions/${ID}`;
const TARA = 'tara';

interface SentSheet {
  readonly sheetId: string;
  readonly marks: readonly { readonly userId: string; readonly mark: Mark; readonly was: Mark | null }[];
  readonly reason: string | null;
}

let roster: Roster;
let sent: SentSheet[];
let answers: Record<string, unknown>;

const person = (id: string, fullName: string, mark: Mark | null = null): RosterPerson => ({ id, fullName, code: `WE-${id}`, mark, note: null, markedBy: null, receivedAt: mark === null ? null : '2026-11-29T04:32:00Z' });

function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

const takes = http.put(`${SESSION}/attendance`, async ({ request }) => {
  const sheet = (await request.json()) as SentSheet;
  sent.push(sheet);
  const given = new Map(sheet.marks.map(({ userId, mark }) => [userId, mark]));
  const people = roster.people.map((each) => ({ ...each, mark: given.get(each.id) ?? each.mark, receivedAt: '2026-11-29T04:32:00Z' }));
  roster = { ...roster, people, session: { ...roster.session, version: roster.session.version + 1 } };
  const figures = { people: people.length, marked: people.length, present: people.length };
  return HttpResponse.json({ applied: given.size, unchanged: 0, conflicts: [], notMembers: [], notSeen: [], figures, version: roster.session.version, receivedAt: '2026-11-29T04:32:00Z', ...answers });
});
const isLost = http.put(`${SESSION}/attendance`, async ({ request }) => {
  sent.push((await request.json()) as SentSheet);
  return HttpResponse.error();
});
const refuses = (status: number, code: string, message: string, more = {}) => http.put(`${SESSION}/attendance`, () => problem(status, code, message, more));

beforeEach(() => {
  const startsAt = new Date(Date.now() - 60_000).toISOString();
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  roster = {
    session: { id: ID, batchId: 'b1', batchName: 'Welding', startsAt, endsAt, topic: 'Joints', place: 'Hall 2', link: null, state: 'planned', reason: null, people: 3, marked: 0, present: 0, takenAt: null, takenBy: null, version: 1 },
    people: [person('1', 'Asha Rao'), person('2', 'Bina Das'), person('3', 'Chitra Iyer')],
    isLate: false,
    timeZone: 'Asia/Kolkata',
    serverTime: new Date().toISOString(),
  };
  sent = [];
  answers = {};
  server.use(
    extendsSession,
    noImports,
    noNotifications,
    ownProfile('TRAINER'),
    takes,
    http.get(`${SESSION}/roster`, () => HttpResponse.json(roster)),
    http.get('*/api/v1/training/sessions', () => HttpResponse.json({ data: [roster.session], timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() })),
  );
  setOnline(true);
});

const open = (more: Partial<Parameters<typeof renderApp>[0]> = {}) => renderApp({ path: PAGE, as: { userId: TARA, profile: 'TRAINER', role: 'FACULTY' }, ...more });
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`, 'u') });
const bar = () => screen.findByRole('region', { name: 'State of the marks' });

/** Uses a phone that its user has called their own. */
function ownPhone(by = TARA) {
  const store = createDeviceStore();
  vi.stubGlobal('indexedDB', store.indexedDB);
  window.localStorage.setItem(OWN_DEVICE, by);
  return store;
}

const kept = (by: string, more: Partial<Sheet> = {}): Sheet => ({
  id: 'a'.repeat(32),
  by,
  sessionId: ID,
  batchName: 'Welding',
  startsAt: roster.session.startsAt,
  seen: 1,
  shown: ['1', '2', '3'],
  marks: [{ userId: '1', mark: 'late', was: null }],
  reason: null,
  changedAt: 1,
  isClosed: true,
  refusal: null,
  differences: null,
  ...more,
});

describe('marking', () => {
  it('takes all as present, then a tap for each exception, and sends one sheet by itself', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'All present' }));
    await user.click(await row('Asha Rao'));
    await user.click(await row('Bina Das'));
    await user.click(await row('Bina Das'));
    expect(await row('Bina Das')).toHaveTextContent('Bina DasWE-2 Absent');
    expect(screen.getByText('Bina Das: Absent')).toHaveAttribute('role', 'status');
    expect(await bar()).toHaveTextContent('2 of 3 · Sending…');
    await waitFor(async () => expect(await bar()).toHaveTextContent('2 of 3 · sent 10:02 am'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.marks).toEqual([
      { userId: '1', mark: 'late', was: null },
      { userId: '2', mark: 'absent', was: null },
      { userId: '3', mark: 'present', was: null },
    ]);
    expect(screen.queryByRole('button', { name: 'All present' })).toBeNull();
  });

  it('gives a mark by the menu too, and leaves those without one to the rest', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark of Chitra Iyer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excused' }));
    expect(await row('Chitra Iyer')).toHaveTextContent('Excused');
    expect(await row('Asha Rao')).toHaveTextContent('No mark');
    await user.click(screen.getByRole('button', { name: 'The other 2 present' }));
    expect(await row('Chitra Iyer')).toHaveTextContent('Excused');
    expect(await row('Asha Rao')).toHaveTextContent('Present');
  });

  it('sends what got no answer again with the same id, and later taps as a sheet after it', async () => {
    server.use(isLost);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'All present' }));
    await waitFor(async () => expect(await bar()).toHaveTextContent('3 of 3 · On this phone · not sentLost when this page is closed.'));
    await user.click(await row('Asha Rao'));
    server.use(takes);
    setOnline(true);
    await waitFor(async () => expect(await bar()).toHaveTextContent('sent 10:02 am'));
    expect(sent).toHaveLength(3);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]?.sheetId).not.toBe(sent[0]?.sheetId);
    expect(sent[2]?.marks).toEqual([{ userId: '1', mark: 'late', was: 'present' }]);
  });

  it('gives a sheet another id that another tab has sent with fewer marks', async () => {
    const ids: string[] = [];
    server.use(
      http.put(`${SESSION}/attendance`, async ({ request }) => {
        ids.push(((await request.json()) as SentSheet).sheetId);
        server.use(takes);
        return problem(409, 'sheet_differs', 'A sheet with this id was sent already, and it was another one.');
      }),
    );
    const { user } = open();
    await user.click(await row('Asha Rao'));
    await waitFor(async () => expect(await bar()).toHaveTextContent('sent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.sheetId).not.toBe(ids[0]);
  });

  it('shows the marks of another phone as they come, and its own unsent ones above them', async () => {
    const live = createLiveServer();
    setOnline(false);
    const { user } = open({ live: live.open });
    await live.connected();
    await user.click(await row('Asha Rao'));
    roster = { ...roster, people: [person('1', 'Asha Rao', 'absent'), person('2', 'Bina Das', 'late'), person('3', 'Chitra Iyer')] };
    live.push('training-session:changed', { id: ID, batchId: 'b1', state: 'taken', taken: 2, present: 1, version: 2, at: new Date().toISOString() });
    await waitFor(async () => expect(await row('Bina Das')).toHaveTextContent('Late'));
    expect(await row('Asha Rao')).toHaveTextContent('Present');
  });
});

describe('what the server answers', () => {
  const theirs = { userId: '2', yours: 'present', theirs: 'absent', by: 'Dev Shah', at: '2026-11-29T04:34:00Z' };

  it('keeps the mark of another account, or replaces it when told so', async () => {
    answers = { conflicts: [theirs] };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'All present' }));
    expect(await screen.findByText('Bina Das: you marked present, Dev Shah marked absent at 10:04 am')).toBeInTheDocument();
    answers = {};
    await user.click(screen.getByRole('button', { name: 'Change to present' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.marks).toEqual([{ userId: '2', mark: 'present', was: 'absent' }]);
    expect(screen.queryByRole('button', { name: 'Keep absent' })).toBeNull();
  });

  it('leaves a mark alone that is to be kept', async () => {
    answers = { conflicts: [theirs] };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'All present' }));
    await user.click(await screen.findByRole('button', { name: 'Keep absent' }));
    await waitFor(() => expect(screen.queryByText(/Dev Shah/u)).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it('names who is not on the list, and who came to it meanwhile', async () => {
    answers = { notMembers: ['3'], notSeen: ['9', '2'] };
    const { user } = open();
    await user.click(await row('Asha Rao'));
    roster = { ...roster, people: [...roster.people.slice(0, 2), person('9', 'Zoya Khan')] };
    expect(await screen.findByText('Not on the list of this session, and not marked: Chitra Iyer')).toBeInTheDocument();
    // People that the phone has shown, and the trainer has not marked yet, are no news.
    expect(await screen.findByText('On the list by now, and without a mark: Zoya Khan')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/Zoya Khan$/u, { selector: 'div' })).toBeNull();
  });

  it('keeps marks of a batch that is no longer taught, and discards them only on purpose', async () => {
    server.use(refuses(404, 'not_found', 'Not found.'));
    const { user, store } = open();
    await user.click(await row('Asha Rao'));
    server.use(http.get(`${SESSION}/roster`, () => problem(404, 'not_found', 'Not found.')));
    expect(await screen.findByText('This session is not there, or it is not one of your batches.')).toBeInTheDocument();
    expect(screen.getByText(/You do not teach this batch any more/u)).toBeInTheDocument();
    expect(screen.getByText('1 person · Present: 1')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard these marks?' }));
    expect(dialog.getByText('They are nowhere else. 1 person of Welding would be left without them.')).toBeInTheDocument();
    expect(store.getState().sheets.all).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(store.getState().sheets.all).toHaveLength(0));
  });

  it('asks for the reason of late marks, and sends the same sheet with it', async () => {
    roster = { ...roster, isLate: true };
    server.use(refuses(422, 'validation_failed', 'Validation failed', { errors: { reason: 'Say why it comes now' } }));
    const { user } = open();
    expect(await screen.findByText(/You will be asked why/u)).toBeInTheDocument();
    await user.click(await row('Asha Rao'));
    await user.click(await screen.findByRole('button', { name: 'Give a Reason' }));
    server.use(takes);
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'No network for three days');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.reason).toBe('No network for three days'));
  });

  it('takes no marks of a session that is cancelled, or has not begun', async () => {
    roster = { ...roster, session: { ...roster.session, state: 'cancelled', reason: 'Power cut' } };
    const { unmount } = open();
    expect(await screen.findByText('This session was cancelled: Power cut')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'All present' })).toBeNull();
    unmount();
    const startsAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
    roster = { ...roster, session: { ...roster.session, state: 'planned', startsAt, endsAt: new Date(Date.now() + 4 * 3_600_000).toISOString() } };
    open();
    expect(await screen.findByText(/^This session has not begun\. Its attendance can be taken from/u)).toBeInTheDocument();
    expect(screen.getByText('Asha Rao')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Asha Rao/u })).toBeNull();
  });
});

describe('a phone of one’s own', () => {
  it('keeps nothing before the yes', async () => {
    const store = createDeviceStore();
    vi.stubGlobal('indexedDB', store.indexedDB);
    setOnline(false);
    const { user } = open();
    await user.click(await row('Asha Rao'));
    expect(await screen.findByText('Lost when this page is closed.')).toBeInTheDocument();
    expect(store.rows('sheets')).toEqual([]);
    await user.click(screen.getByRole('switch', { name: 'This is my phone' }));
    await waitFor(() => expect(store.rows('sheets')).toHaveLength(1));
    expect(screen.queryByText('Lost when this page is closed.')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'This is my phone' }));
    await waitFor(() => expect(store.rows('sheets')).toEqual([]));
  });

  it('keeps rosters by names, codes and marks alone, and opens the page of one without a network', async () => {
    const store = ownPhone();
    roster = { ...roster, people: [{ ...person('1', 'Asha Rao', 'late'), note: 'bus', markedBy: 'Dev Shah', fields: { aadhaar: '••••' } }] };
    const { unmount } = open();
    await waitFor(() => expect(store.rows('rosters')).toHaveLength(1));
    expect(JSON.stringify(store.rows('rosters'))).not.toMatch(/bus|Dev Shah|aadhaar/u);
    unmount();
    server.use(http.get(`${SESSION}/roster`, () => HttpResponse.error()));
    setOnline(false);
    const { user } = open();
    expect(await screen.findByText(/^The list as it was at/u)).toBeInTheDocument();
    await user.click(await row('Asha Rao'));
    expect(await row('Asha Rao')).toHaveTextContent('Absent');
    await waitFor(async () => expect(await bar()).toHaveTextContent('0 of 1 · On this phone · not sent'));
    await waitFor(() => expect(store.rows('sheets')).toHaveLength(1));
  });

  it('asks again for rosters that it could not fetch, and does not blame the device', async () => {
    const phone = ownPhone();
    let asked = 0;
    server.use(
      http.get('*/api/v1/dashboard', () => HttpResponse.json({ sections: [], serverTime: new Date().toISOString() })),
      http.get(`${SESSION}/roster`, () => {
        asked += 1;
        return asked === 1 ? HttpResponse.error() : HttpResponse.json(roster);
      }),
    );
    const { store } = open({ path: '/dashboard' });
    await waitFor(() => expect(asked).toBe(1));
    await waitFor(() => {
      setOnline(true);
      expect(phone.rows('rosters')).toHaveLength(1);
    });
    expect(store.getState().sheets.canKeep).toBe(true);
  });

  it('lists its sessions without a network, and says where marks are not sent', async () => {
    ownPhone();
    await keepRoster(TARA, roster);
    await keepRoster(TARA, { ...roster, session: { ...roster.session, id: 'tomorrow', batchName: 'Plumbing', startsAt: '2099-01-01T04:00:00Z', endsAt: '2099-01-01T05:00:00Z' } });
    await KEPT_SHEETS.keep(kept(TARA));
    server.use(http.get('*/api/v1/training/*', () => HttpResponse.error()), isLost);
    setOnline(false);
    const { user, router } = open({ path: '/dashboard/training' });
    const list = await screen.findByRole('table', { name: 'On this phone' });
    const lines = within(list).getAllByRole('row').slice(1);
    expect(lines.map((line) => line.textContent)).toEqual([expect.stringMatching(/Welding.*On this phone · not sent$/u), 'Thu, 01 Jan 2099, 9:30 am – 10:30 amPlumbingJointsHall 2Planned']);
    await user.click(within(list).getByRole('link', { name: /, Welding$/u }));
    expect(await row('Asha Rao')).toHaveTextContent('Late');
    expect(router.state.location.pathname).toBe(PAGE);
  });

  it('lists them too where only the server is out of reach, and the day’s sessions as soon as it answers', async () => {
    ownPhone();
    await keepRoster(TARA, roster);
    const answer = { data: [roster.session], timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() };
    let isReached = false;
    server.use(http.get('*/api/v1/training/*', ({ request }) => (isReached && request.url.includes('/sessions') ? HttpResponse.json(answer) : HttpResponse.error())));
    open({ path: '/dashboard/training' });
    expect(await screen.findByRole('table', { name: 'On this phone' })).toHaveTextContent('Now, not marked yet');
    isReached = true;
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByRole('table', { name: /^Today/u })).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'On this phone' })).toBeNull();
  });

  it('sends what it has kept after the next login, from any page', async () => {
    const store = ownPhone();
    await KEPT_SHEETS.keep(kept(TARA));
    server.use(http.get('*/api/v1/dashboard', () => HttpResponse.json({ sections: [], serverTime: new Date().toISOString() })));
    open({ path: '/dashboard' });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.sheetId).toBe('a'.repeat(32));
    await waitFor(() => expect(store.rows('sheets')).toEqual([]));
  });

  it('neither shows nor sends the sheets of another user', async () => {
    const store = ownPhone('dev');
    await KEPT_SHEETS.keep(kept('dev'));
    await keepRoster('dev', roster);
    const { user } = open();
    expect(await row('Asha Rao')).toHaveTextContent('No mark');
    await user.click(await row('Bina Das'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.marks).toEqual([{ userId: '2', mark: 'present', was: null }]);
    expect(store.rows('sheets')).toHaveLength(1);
    server.use(http.get(`${SESSION}/roster`, () => HttpResponse.error()));
  });

  it('forgets rosters after 36 hours, and at the end of the session', async () => {
    const store = ownPhone();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 37 * 3_600_000);
    await keepRoster(TARA, { ...roster, session: { ...roster.session, id: 'old' } });
    vi.mocked(Date.now).mockRestore();
    const live = createLiveServer();
    open({ live: live.open });
    await live.connected();
    await waitFor(() => expect(store.rows('rosters')).toEqual([expect.objectContaining({ id: ID })]));
    live.push('session:ended', { reason: 'revoked', limit: null });
    await waitFor(() => expect(store.rows('rosters')).toEqual([]));
  });

  it('says that it could not keep the marks', async () => {
    const store = ownPhone();
    store.breakDown();
    setOnline(false);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { user } = open();
    await user.click(await row('Asha Rao'));
    expect(await screen.findByText(/This browser could not keep the marks/u)).toBeInTheDocument();
  });
});

describe('logging out with unsent marks', () => {
  async function askToLogOut(user: ReturnType<typeof open>['user']) {
    await user.click(await screen.findByRole('button', { name: /^Account:/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return within(await screen.findByRole('alertdialog'));
  }

  beforeEach(() => {
    server.use(http.post('*/api/v1/login/logout', () => HttpResponse.json({ message: 'Successfully logged out' })));
  });

  it('asks first, where they would be lost', async () => {
    setOnline(false);
    const { user, store } = open();
    await user.click(await row('Asha Rao'));
    const dialog = await askToLogOut(user);
    expect(dialog.getByText('Marks of 1 session or interview are not sent, and are lost when you log out.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Log Out and Lose Marks' }));
    await waitFor(() => expect(store.getState().session.claims).toBeNull());
    expect(store.getState().sheets.all).toEqual([]);
  });

  it('says where they wait, and takes the rosters along', async () => {
    const phone = ownPhone();
    const { user, store } = open();
    await waitFor(() => expect(phone.rows('rosters')).toHaveLength(1));
    setOnline(false);
    await user.click(await row('Asha Rao'));
    const dialog = await askToLogOut(user);
    expect(dialog.getByText(/They stay on this phone, and go out after your next login/u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(store.getState().session.claims).toBeNull());
    await waitFor(() => expect(phone.rows('rosters')).toEqual([]));
    expect(phone.rows('sheets')).toHaveLength(1);
  });
});
