import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TrainingBatch } from '~/api/batches';
import type { AttendanceGrid, PatternAnswer, RiskItem, TrainingSession } from '~/api/training';
import { keepRegion } from '~/lib/region';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const ID = '0199f000-6666-7000-8000-000000000001';
const TRAINING = '*/api/v1/training';
const SESSIONS = `${TRAINING}/sessions`;
const HOUR = 3_600_000;

const moment = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const batch: TrainingBatch = { id: ID, name: 'Pune July', code: null, location: null, startsOn: '2026-12-01', endsOn: '2027-03-31', archivedAt: null, people: 60, trainers: [] };

function sessionOf(given: Partial<TrainingSession> = {}): TrainingSession {
  return {
    id: 's1',
    batchId: ID,
    batchName: 'Pune July',
    startsAt: '2026-12-07T04:00:00Z',
    endsAt: '2026-12-07T05:30:00Z',
    topic: 'Welding',
    place: 'Room 4',
    link: null,
    state: 'planned',
    reason: null,
    people: 60,
    marked: 0,
    present: 0,
    takenAt: null,
    takenBy: null,
    version: 3,
    ...given,
  };
}

const riskOf = (given: Partial<RiskItem> = {}): RiskItem => ({ person: { id: 'p1', fullName: 'Asha Rao', code: '21CS042' }, batchId: ID, batchName: 'Pune July', held: 8, attended: 4, excused: 0, percent: 50, left: 6, needs: 4, mayMiss: 2, ...given });

const pageOf = (data: unknown[], more: object = {}) => HttpResponse.json({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true, ...more });

let sessions: TrainingSession[];
let asked: string[];

beforeEach(() => {
  keepRegion({ region: 'IN', timeZone: 'Asia/Kolkata', dateOrder: 'day' });
  sessions = [];
  asked = [];
  server.use(
    extendsSession,
    noImports,
    ownProfile('SUPER_ADMIN'),
    http.get(SESSIONS, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const isUnmarked = ({ state, endsAt }: TrainingSession) => state === 'planned' && Date.parse(endsAt) < Date.now();
      return HttpResponse.json({ data: searchParams.get('unmarked') === 'true' ? sessions.filter(isUnmarked) : sessions, timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() });
    }),
    http.get(`${TRAINING}/batches`, () => pageOf([batch])),
    http.get(`${TRAINING}/batches/${ID}`, () => HttpResponse.json(batch)),
    http.get(`${TRAINING}/at-risk`, () => pageOf([], { threshold: 75, days: null })),
  );
});

const open = (path: string) => renderApp({ path: `/dashboard/training${path}`, as: {} });

describe('the sessions of a day', () => {
  it('say what has become of them, and lead to where they are marked', async () => {
    sessions = [
      sessionOf({ id: 'a', startsAt: moment(-6), endsAt: moment(-5), state: 'taken', marked: 60, present: 57 }),
      sessionOf({ id: 'b', startsAt: moment(-4), endsAt: moment(-3), state: 'cancelled', reason: 'Trainer is ill' }),
      sessionOf({ id: 'c', startsAt: moment(-2), endsAt: moment(-1) }),
      sessionOf({ id: 'd', startsAt: moment(-0.5), endsAt: moment(1) }),
      sessionOf({ id: 'e', startsAt: moment(2), endsAt: moment(3) }),
    ];
    open('');
    const table = await screen.findByRole('table', { name: /^Today, / });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual(['57 of 60 present', 'Cancelled: Trainer is ill', 'Not marked', 'Now, not marked yet', 'Planned']);
    expect(rows.map((row) => within(row).getAllByRole('link')[0]?.getAttribute('href'))).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `/dashboard/training/sessions/${id}`));
    const missing = screen.getByRole('table', { name: 'Not marked in the last 7 days' });
    expect(within(missing).getAllByRole('row')).toHaveLength(2);
  });

  it('are those of another day by its address', async () => {
    const { user, router } = open('?day=2026-12-07');
    const day = await screen.findByRole('region', { name: 'Mon, 07 Dec 2026' });
    expect(await within(day).findByText('No sessions on this day.')).toBeInTheDocument();
    expect(asked).toContain('?day=2026-12-07');
    await user.click(screen.getByRole('button', { name: 'Earlier day' }));
    await screen.findByRole('region', { name: 'Sun, 06 Dec 2026' });
    expect(router.state.location.search).toBe('?day=2026-12-06');
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await screen.findByRole('region', { name: /^Today, / });
    expect(router.state.location.search).toBe('');
  });

  it('are fetched again when one of them has changed elsewhere', async () => {
    const live = createLiveServer();
    renderApp({ path: '/dashboard/training', as: {}, live: live.open });
    await screen.findByText('No sessions on this day.');
    await live.connected();
    sessions = [sessionOf({ startsAt: moment(-0.5), endsAt: moment(1) })];
    live.push('training-session:changed', { batchId: ID, id: 's1', state: 'planned', taken: 0, present: 0, version: 1 });
    expect(await screen.findByText('Now, not marked yet')).toBeInTheDocument();
  });

  it('say where they could not be loaded', async () => {
    server.use(http.get(SESSIONS, () => new HttpResponse(null, { status: 500 })));
    open('');
    expect(await screen.findByText('The sessions could not be loaded.')).toBeInTheDocument();
  });
});

describe('people at risk', () => {
  const risk = [riskOf(), riskOf({ person: { id: 'p2', fullName: 'Meera Nair', code: null }, percent: 12.5, attended: 1, needs: 10 })];

  it.each(['?tab=risk', '?below=60'])('are listed by the address %s', async (address) => {
    const limits: (string | null)[] = [];
    server.use(
      http.get(`${TRAINING}/at-risk`, ({ request }) => {
        limits.push(new URL(request.url).searchParams.get('below'));
        return pageOf(risk, { threshold: 75, days: 20 });
      }),
    );
    open(address);
    const table = await screen.findByRole('table', { name: 'At risk' });
    expect(within(table).getAllByRole('row').slice(1).map((row) => row.textContent)).toEqual([
      'Asha Rao21CS042Pune July50 % · 4 of 8 sessionsNeeds 4 of the next 6 for 75 %',
      'Meera Nair—Pune July12.5 % · 1 of 8 sessionsCan no longer reach 75 %',
    ]);
    expect(screen.getByRole('tab', { name: 'At risk · 2', selected: true })).toBeInTheDocument();
    expect(screen.getByText(/^People need 75 % of the sessions within the first 20 days of their batch\./u)).toBeInTheDocument();
    expect(new Set(limits)).toEqual(new Set([address === '?below=60' ? '60' : null]));
    expect(within(table).getByRole('link', { name: 'Asha Rao' })).toHaveAttribute('href', '/dashboard/users/people/p1');
  });

  it('have no links to accounts where a trainer reads them', async () => {
    server.use(ownProfile('TRAINER'), http.get(`${TRAINING}/at-risk`, () => pageOf(risk, { threshold: 75, days: null })));
    renderApp({ path: '/dashboard/training?tab=risk', as: { profile: 'TRAINER', role: 'FACULTY', authorities: ['dashboard.view'] } });
    const table = await screen.findByRole('table', { name: 'At risk' });
    expect(within(table).queryByRole('link', { name: 'Asha Rao' })).toBeNull();
  });
});

describe('the attendance of a batch', () => {
  const { person, held, attended, excused, percent, left, needs, mayMiss } = riskOf();
  const grid: AttendanceGrid = {
    threshold: 75,
    days: null,
    sessions: [sessionOf({ id: 'a', state: 'taken' }), sessionOf({ id: 'b', state: 'taken', startsAt: '2026-12-08T04:00:00Z', endsAt: '2026-12-08T05:30:00Z' })],
    people: [
      { person, held, attended, excused, percent, left, needs, mayMiss, marks: ['late', 'absent'] },
      { person: { id: 'p3', fullName: 'Ravi Rao', code: null }, held, attended: 8, excused, percent: 100, left, needs: 0, mayMiss: 3, marks: ['present', null] },
    ],
  };

  it('shows people by sessions, with marks as letters that are read as words', async () => {
    const counts: (string | null)[] = [];
    server.use(
      http.get(`${TRAINING}/batches/${ID}/attendance`, ({ request }) => {
        counts.push(new URL(request.url).searchParams.get('sessions'));
        return HttpResponse.json(grid);
      }),
    );
    const { user } = open(`/${ID}`);
    const table = await screen.findByRole('table', { name: 'Attendance' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['Name%Still to attend7 Dec8 Dec', 'Asha Rao21CS04250 %Needs 4 of the next 6 for 75 %LLateAAbsent', 'Ravi Rao100 %Has reached 75 %, whatever comesPPresent–No mark']);
    expect(within(table).getByRole('link', { name: /^Mon, 07 Dec 2026, .*Welding/u })).toHaveAttribute('href', '/dashboard/training/sessions/a');
    await user.selectOptions(screen.getByLabelText('Sessions shown'), 'Last 30 sessions');
    await waitFor(() => expect(counts.at(-1)).toBe('30'));
  });

  it('opens at the newest marks; on a phone each person stands at the name, which stays', async () => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('767'), media: query, addEventListener: () => undefined, removeEventListener: () => undefined, addListener: () => undefined, removeListener: () => undefined }));
    server.use(http.get(`${TRAINING}/batches/${ID}/attendance`, () => HttpResponse.json(grid)));
    open(`/${ID}`);
    const region = await screen.findByRole('region', { name: 'Attendance by session' });
    expect(region.scrollLeft).toBe(900);
    expect(within(region).getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', '7 Dec', '8 Dec']);
    const name = within(region).getByRole('rowheader', { name: /^Asha Rao/u });
    expect(name).toHaveTextContent('Asha Rao21CS04250 % · Needs 4 of the next 6 for 75 %');
    expect(name).toHaveStyle({ position: 'sticky', left: 0 });
  });

  it('before the first mark leads to the sessions', async () => {
    server.use(http.get(`${TRAINING}/batches/${ID}/attendance`, () => HttpResponse.json({ ...grid, sessions: [], people: [] })));
    open(`/${ID}`);
    expect(await screen.findByRole('link', { name: 'Sessions' })).toHaveAttribute('href', `/dashboard/training/${ID}?tab=sessions`);
  });
});

describe('the sessions of a batch', () => {
  const AT = `/${ID}?tab=sessions&month=2026-12`;

  it('are those of a month, what is to come apart from what was, with who marked it', async () => {
    sessions = [sessionOf({ id: 'a', startsAt: moment(-30), endsAt: moment(-29), state: 'taken', present: 57, marked: 60, takenBy: 'Tara Trainer', takenAt: '2026-11-20T04:10:00Z' }), sessionOf({ id: 'b', startsAt: moment(30), endsAt: moment(31) })];
    const { user } = open(AT);
    expect(await screen.findByRole('table', { name: 'Upcoming' })).toHaveTextContent('Planned');
    expect(screen.getByRole('table', { name: 'Past' })).toHaveTextContent(/57 of 60 present.*Tara Trainer · 20 Nov 2026/u);
    expect(asked.at(-1)).toBe(`?batch=${ID}&from=2026-12-01&to=2026-12-31`);
    await user.click(screen.getByRole('button', { name: 'Go to the Next Month' }));
    expect(await screen.findByRole('region', { name: 'January 2027' })).toBeInTheDocument();
    expect(asked.at(-1)).toBe(`?batch=${ID}&from=2027-01-01&to=2027-01-31`);
  });

  async function fillIn(user: ReturnType<typeof open>['user'], dialog: Pick<typeof screen, 'getByRole' | 'getByLabelText'>, days: Readonly<Record<string, string>>) {
    for (const [label, typed] of Object.entries(days)) {
      await user.click(dialog.getByRole('combobox', { name: label }));
      await user.keyboard(`{Delete}${typed}`);
    }
    await user.type(dialog.getByLabelText('Starts at'), '09:30');
    await user.type(dialog.getByLabelText('Ends at'), '11:00');
  }

  it('take one more, and a trainer in two places is a warning', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(SESSIONS, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...sessionOf(), clashes: [{ trainer: 'Ravi Rao', batchName: 'Pune June', startsAt: '2026-12-07T04:00:00Z' }] }, { status: 201 });
      }),
    );
    const { user } = open(AT);
    await user.click(await screen.findByRole('button', { name: 'Add Session' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add session' }));
    await user.click(dialog.getByRole('button', { name: 'Add Session' }));
    expect(dialog.getAllByText('Please fill this in')).toHaveLength(3);
    await fillIn(user, dialog, { Day: '07122026' });
    await user.type(dialog.getByLabelText('Place (optional)'), 'Room 4');
    await user.type(dialog.getByLabelText('Link (optional)'), 'http://example.com');
    await user.click(dialog.getByRole('button', { name: 'Add Session' }));
    expect(await dialog.findByText('Please enter a web address that starts with https://')).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Link (optional)'));
    await user.click(dialog.getByRole('button', { name: 'Add Session' }));
    expect(await screen.findByText('The session is planned. At that time these trainers teach another batch too: Ravi Rao (Pune June).')).toBeInTheDocument();
    expect(sent).toEqual([{ batchId: ID, day: '2026-12-07', starts: '09:30', ends: '11:00', topic: '', place: 'Room 4', link: '' }]);
  });

  it('show at its field that an hour is taken, and that a session ends before it starts', async () => {
    server.use(http.post(SESSIONS, () => problem(422, 'validation_failed', 'Please check.', { errors: { starts: 'The batch has a session at this hour already' } })));
    const { user } = open(AT);
    await user.click(await screen.findByRole('button', { name: 'Add Session' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add session' }));
    await fillIn(user, dialog, { Day: '07122026' });
    await user.clear(dialog.getByLabelText('Ends at'));
    await user.type(dialog.getByLabelText('Ends at'), '08:00');
    await user.click(dialog.getByRole('button', { name: 'Add Session' }));
    expect(await dialog.findByText('A session ends later than it starts, on the same day')).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Ends at'));
    await user.type(dialog.getByLabelText('Ends at'), '10:00');
    await user.click(dialog.getByRole('button', { name: 'Add Session' }));
    expect(await dialog.findByText('The batch has a session at this hour already')).toBeInTheDocument();
  });

  it('are planned by the week, once their days were seen', async () => {
    const sent: { dryRun: boolean }[] = [];
    const dayOf = (day: string, state: PatternAnswer['days'][number]['state'], isShifted = false) => ({ day, startsAt: `${day}T04:00:00Z`, endsAt: `${day}T05:30:00Z`, state, isShifted });
    const answer: PatternAnswer = {
      days: [dayOf('2026-12-07', 'new'), dayOf('2026-12-09', 'new', true), dayOf('2026-12-25', 'skipped'), dayOf('2026-12-28', 'exists')],
      created: 0,
      clashes: [{ trainer: 'Ravi Rao', batchName: 'Pune June', startsAt: '2026-12-07T04:00:00Z' }],
    };
    server.use(
      http.post(`${SESSIONS}/pattern`, async ({ request }) => {
        const body = (await request.json()) as { dryRun: boolean };
        sent.push(body);
        return HttpResponse.json(body.dryRun ? answer : { ...answer, created: 2 });
      }),
    );
    const { user, router } = open(`/${ID}?tab=sessions&month=2027-05`);
    await user.click(await screen.findByRole('button', { name: 'Weekly Sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Weekly sessions' }));
    expect(dialog.getByRole('combobox', { name: 'First day' })).toHaveValue('01/12/2026');
    await user.click(dialog.getByRole('button', { name: 'See the Days' }));
    expect(await dialog.findByText('Choose at least one day of the week')).toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Monday' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Wednesday' }));
    await fillIn(user, dialog, { 'Last day': '31122026' });
    await user.click(dialog.getByLabelText('Holidays (optional)'));
    await user.paste('25/12/2026, Republic Day');
    await user.click(dialog.getByRole('button', { name: 'See the Days' }));
    expect(await dialog.findByText('We can\'t read “Republic Day”. Write each day as DD/MM/YYYY.')).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Holidays (optional)'));
    await user.paste('25/12/2026, 2027-01-26\n1.1.2027');
    await user.click(dialog.getByRole('button', { name: 'See the Days' }));
    expect(await dialog.findByText('2 sessions · 1 day without one · 1 is there already · 1 moved by a clock change')).toBeInTheDocument();
    const days = within(dialog.getByRole('list', { name: 'Days' })).getAllByRole('listitem');
    expect(days.map((day) => day.textContent.replace(/, [^,]*[ap]m( \(Kolkata\))?/u, ''))).toEqual(['Mon, 07 Dec 2026', 'Wed, 09 Dec 2026An hour later: clocks go forward', 'Fri, 25 Dec 2026Skipped', 'Mon, 28 Dec 2026Already there']);
    expect(dialog.getByRole('note')).toHaveTextContent(/Ravi Rao · Pune June · 07 Dec 2026/u);
    await user.click(dialog.getByRole('button', { name: 'Plan 2 Sessions' }));
    expect(await screen.findByText('2 sessions planned')).toBeInTheDocument();
    const form = { batchId: ID, weekdays: [1, 3], fromDay: '2026-12-01', untilDay: '2026-12-31', starts: '09:30', ends: '11:00', topic: '', place: '', link: '', skipped: ['2026-12-25', '2027-01-26', '2027-01-01'] };
    expect(sent).toEqual([{ ...form, dryRun: true }, { ...form, dryRun: false }]);
    await screen.findByRole('region', { name: 'December 2026' });
    expect(router.state.location.search).toBe('?tab=sessions&month=2026-12');
  });

  it('by the week go back to the form, as it was, where the server refuses them', async () => {
    let answers = 0;
    server.use(
      http.post(`${SESSIONS}/pattern`, () => {
        answers += 1;
        return answers === 1 ? HttpResponse.json({ days: [{ day: '2026-12-07', startsAt: '2026-12-07T04:00:00Z', endsAt: '2026-12-07T05:30:00Z', state: 'new', isShifted: false }], created: 0, clashes: [] }) : problem(422, 'validation_failed', 'Please check.', { errors: { untilDay: 'Choose other days' } });
      }),
    );
    const { user } = open(AT);
    await user.click(await screen.findByRole('button', { name: 'Weekly Sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Weekly sessions' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Monday' }));
    await fillIn(user, dialog, {});
    await user.click(dialog.getByRole('button', { name: 'See the Days' }));
    await user.click(await dialog.findByRole('button', { name: 'Back' }));
    expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'See the Days' }));
    expect(await dialog.findByText('Choose other days')).toBeInTheDocument();
  });

  const act = async (user: ReturnType<typeof open>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Actions for Mon, 07 Dec 2026/u }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  it('are changed; a change meanwhile is shown before it is overwritten', async () => {
    sessions = [sessionOf()];
    const sent: unknown[] = [];
    server.use(
      http.patch(`${SESSIONS}/s1`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length > 1) return HttpResponse.json({ ...sessionOf(), clashes: [] });
        return problem(409, 'edit_conflict', 'This session was changed meanwhile. Check the current version, then save again.', { current: sessionOf({ version: 4, place: 'Hall' }) });
      }),
    );
    const { user } = open(AT);
    await act(user, 'Change Session');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change session' }));
    expect(dialog.getByRole('combobox', { name: 'Day' })).toHaveValue('07/12/2026');
    expect(dialog.getByLabelText('Starts at')).toHaveValue('09:30');
    await user.clear(dialog.getByLabelText('Topic (optional)'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/It is now: Mon, 07 Dec 2026, .* · Welding · Hall\. Save overwrites/u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The session is changed.')).toBeInTheDocument();
    expect(sent).toEqual([{ topic: '', version: 3 }, { topic: '', version: 4 }]);
  });

  it('keep their day and hours once they were marked', async () => {
    sessions = [sessionOf({ state: 'taken' })];
    const { user } = open(AT);
    await act(user, 'Change Session');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change session' }));
    expect(dialog.queryByRole('combobox')).toBeNull();
    expect(dialog.queryByLabelText('Starts at')).toBeNull();
  });

  it('are cancelled with a reason', async () => {
    sessions = [sessionOf()];
    const sent: unknown[] = [];
    server.use(
      http.post(`${SESSIONS}/s1/cancel`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length === 1) return problem(409, 'edit_conflict', 'This session was changed meanwhile.', { current: sessionOf({ version: 4 }) });
        sessions = [sessionOf({ state: 'cancelled', reason: 'Trainer is ill' })];
        return HttpResponse.json(sessions[0]);
      }),
    );
    const { user } = open(AT);
    await act(user, 'Cancel Session');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel session' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel Session' }));
    expect(await dialog.findByText('Please give the reason')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'Trainer is ill');
    await user.click(dialog.getByRole('button', { name: 'Cancel Session' }));
    expect(await dialog.findByText(/It is now: .* Cancel it all the same\?/u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel Session' }));
    expect(await screen.findByText('Cancelled: Trainer is ill')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Actions for/u })).toBeNull();
    expect(sent).toEqual([{ reason: 'Trainer is ill', version: 3 }, { reason: 'Trainer is ill', version: 4 }]);
  });
});
