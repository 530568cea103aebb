import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import type { TrainingSession } from '~/api/training';
import { chooseLanguage } from '~/lib/language';
import { APPLICATION, dashboard, extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { Section, UserSummary } from './api';
import { AccountsByDay } from './components/CompanyPanels';

const DASHBOARD = '*/api/v1/dashboard';

const summary: UserSummary = {
  total: 1_234,
  active: 1_200,
  byProfile: [
    { profile: 'SUPER_ADMIN', count: 2 },
    { profile: 'TRAINEE', count: 1_220 },
    { profile: null, count: 12 },
  ],
  invitations: { none: 4, queued: 30, sent: 1_000, lapsed: 0, failed: 5, accepted: 195 },
  createdByDay: [
    { day: '2026-03-01', count: 3 },
    { day: '2026-03-02', count: 1_220 },
  ],
  batches: [],
  firstSteps: null,
  recent: [
    {
      id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a01',
      action: 'user_created',
      actorId: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a02',
      actorName: 'Olive Owner',
      subjectId: null,
      subjectLabel: 'a***a@example.com',
      subjectName: null,
      subjectEmail: null,
      address: null,
      before: null,
      after: null,
      createdAt: new Date().toISOString(),
    },
  ],
  serverTime: new Date().toISOString(),
};

const answers = (given: UserSummary) => dashboard({ kind: 'people', ...given });

beforeEach(() => {
  server.use(extendsSession, noImports);
});

it('a profile that is not known lands on a dashboard of its own', async () => {
  server.use(ownProfile('ASTRONAUT'));
  renderApp({ path: '/dashboard', as: { profile: 'ASTRONAUT' } });
  expect(await screen.findByRole('heading', { name: 'Dashboard', level: 1 })).toBeInTheDocument();
  expect(screen.getByText('Welcome to your dashboard')).toBeInTheDocument();
});

it('says when it could not be loaded, and tries again when asked', async () => {
  server.use(http.get('*/api/v1/users/profile', () => problem(503, 'unavailable', 'Down.')));
  const { user } = renderApp({ path: '/dashboard', as: {} });
  expect(await screen.findByText('Error: Failed to load dashboard. Please try refreshing the page.')).toBeInTheDocument();
  server.use(ownProfile('SUPER_ADMIN'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
});

it('opened anew while offline says so, and appears by itself once online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.error()));
  renderApp({ path: '/dashboard', as: {} });
  expect(await screen.findByText('You are offline. Your dashboard appears once you are online again.')).toBeInTheDocument();
  server.use(ownProfile('TRAINEE'));
  online.mockRestore();
  fireEvent(window, new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
});

describe('what is true of the company now', () => {
  it('is listed where it is counted', async () => {
    server.use(ownProfile('SUPER_ADMIN'), answers({ ...summary, invitations: { ...summary.invitations, lapsed: 7 } }));
    renderApp({ path: '/dashboard', as: {} });
    const list = '/dashboard/users?tab=manage';
    const links: readonly (readonly [string, string])[] = [
      ['1,234 People', list],
      ['1,223 New accounts', list],
      ['1,030 Invitations waiting or sent', `${list}&invitation=waiting`],
      ['7 expired', `${list}&invitation=lapsed`],
      ['5 Invitations failed', `${list}&invitation=failed`],
      ['Trainee', `${list}&profile=TRAINEE`],
      ['Applicants', `${list}&role=APPLICANT`],
    ];
    await screen.findByRole('region', { name: 'People in numbers' });
    for (const [name, href] of links) expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  });

  const figure = (term: string) =>
    within(screen.getByRole('region', { name: 'People in numbers' })).getByText(term).nextElementSibling;

  it('counts people exactly, also where there are many', async () => {
    server.use(ownProfile('SUPER_ADMIN'), answers({ ...summary, total: 115_421, createdByDay: [{ day: '2026-11-21', count: 3 }, { day: '2026-11-22', count: 115_421 }] }));
    renderApp({ path: '/dashboard', as: {} });
    await screen.findByRole('table', { name: 'New accounts by day' });
    expect(screen.getAllByText('1,15,421').length).toBeGreaterThan(2);
    expect(document.body).not.toHaveTextContent(/\d[KM]\b/u);
  });

  it.each([
    [[0, 0], 'No new accounts in the last 14 days.'],
    [[1, 0], '1 new account in the last 14 days: on 1 Mar.'],
    [[0, 7], '7 new accounts in the last 14 days, all of them today.'],
  ])('says accounts of %j in a sentence instead of a chart', (counts, sentence) => {
    const createdByDay = counts.map((count, index) => ({ day: `2026-03-0${index + 1}`, count }));
    render(<AccountsByDay createdByDay={createdByDay} />);
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'New accounts by day' })).toBeNull();
  });

  it('draws a bar as a share of all people: equal profiles are no full bars', async () => {
    const byProfile = summary.byProfile.map((each) => ({ ...each, count: 4 }));
    server.use(ownProfile('SUPER_ADMIN'), answers({ ...summary, byProfile }));
    renderApp({ path: '/dashboard', as: {} });
    const bars = (await screen.findByRole('table', { name: 'People by profile' })).querySelectorAll('[role=progressbar]');
    expect([...bars].map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(byProfile.map(() => String(100 / byProfile.length)));
  });

  it.each([
    ['SUPER_ADMIN', 'Super Admin Dashboard', 'Complete system oversight and administration'],
    ['ADMIN', 'Admin Dashboard', 'Manage team and oversee operations'],
    ['MANAGEMENT', 'Management Dashboard', 'Supervise teams and follow their progress'],
  ])('is shown to %s on “%s”, to administrators with what was done last', async (profile, title, subtitle) => {
    server.use(ownProfile(profile), answers(profile === 'MANAGEMENT' ? { ...summary, recent: [] } : summary));
    renderApp({ path: '/dashboard', as: { profile } });
    await screen.findByRole('region', { name: 'People in numbers' });
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeInTheDocument();
    expect(screen.getByText(subtitle)).toBeInTheDocument();
    const recent = screen.queryByRole('region', { name: 'Recent activity' });
    if (profile === 'MANAGEMENT') expect(recent).toBeNull();
    else {
      const activity = within(screen.getByRole('region', { name: 'Recent activity' }));
      expect(activity.getByRole('listitem')).toHaveTextContent('Olive Owner created a***a@example.comJust now');
      expect(activity.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/dashboard/users/audit');
    }
    expect(figure('People')).toHaveTextContent('1,234');
    expect(figure('Invitations waiting or sent')).toHaveTextContent('1,030');
    expect(figure('Invitations failed')).toHaveTextContent('5');
    expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/dashboard/users?tab=manage&invitation=failed');
    const rows = within(screen.getByRole('table', { name: 'People by profile' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['ProfilePeople', 'Super Admin2', 'Trainee1,220', 'Applicants12']);
    const days = within(screen.getByRole('table', { name: 'New accounts by day' })).getAllByRole('row');
    expect(days.map((row) => row.textContent)).toEqual(['DayNew accounts', '1 Mar3', '2 Mar1,220']);
    expect(await screen.findByText('No import is running.')).toBeInTheDocument();
  });

  it.each([
    ['TRAINER', 'Trainer Dashboard', 'Run training and conduct interviews'],
    ['INTERVIEW_PANELIST', 'Interview Panelist Dashboard', 'Conduct interviews and share your assessments'],
    ['PLACEMENT', 'Placement Dashboard', 'Connect trained talent with opportunities'],
    ['TRAINEE', 'Trainee Dashboard', 'Follow your training and your next steps'],
    [null, 'Applicant Portal', 'Track your application status and next steps'],
  ])('is not for %s, who lands on “%s”', async (profile, title, subtitle) => {
    server.use(ownProfile(profile), profile === null ? dashboard(APPLICATION) : dashboard());
    const as = profile === null ? { profile, redirectTo: '/applicant-dashboard' } : { profile };
    renderApp({ path: '/dashboard', as });
    await screen.findByRole('region', { name: 'Your account' });
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeInTheDocument();
    expect(screen.getByText(subtitle)).toBeInTheDocument();
    if (profile === null) {
      const steps = within(await screen.findByRole('region', { name: 'Your application' })).getAllByRole('listitem');
      expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
      expect(steps[1]).toHaveTextContent('Your application of 25 Nov 2026 is being looked at.');
    }
    expect(screen.queryByRole('region', { name: 'People in numbers' })).toBeNull();
  });

  it('shows its own shape on its way, and says when it could not be loaded', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      ownProfile('ADMIN'),
      http.get(DASHBOARD, async () => {
        await held;
        return problem(503, 'unavailable', 'Down.');
      }),
    );
    const { user } = renderApp({ path: '/dashboard', as: { profile: 'ADMIN' } });
    expect(await screen.findByRole('status', { name: 'Loading figures' })).toBeInTheDocument();
    release();
    expect(await screen.findByText('Down.')).toBeInTheDocument();
    server.use(answers(summary));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'People in numbers' })).toBeInTheDocument();
  });

  it('a new Super Admin sees the first steps, those that are done ticked, until they are dismissed', async () => {
    const firstSteps = { hasDetails: true, hasColleagues: false, hasFile: false, hasFactor: true, hasInvited: false };
    let dismissed = 0;
    server.use(
      ownProfile('SUPER_ADMIN'),
      http.get(DASHBOARD, () =>
        HttpResponse.json({ sections: [{ kind: 'people', ...summary, firstSteps: dismissed === 0 ? firstSteps : null }], serverTime: summary.serverTime }),
      ),
      http.post('*/api/v1/users/first-steps/dismiss', () => {
        dismissed += 1;
        return HttpResponse.json({ message: 'The first steps are no longer shown' });
      }),
    );
    const { user } = renderApp({ path: '/dashboard', as: {} });
    const panel = within(await screen.findByRole('region', { name: 'First steps' }));
    expect(panel.getByText('2 of 5 done')).toBeVisible();
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent.startsWith('Done: '))).toEqual([true, false, false, true, false]);
    expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard/users/new', '/dashboard/users/imports/new', '/dashboard/users/new']);
    await user.click(panel.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
    });
    expect(dismissed).toBe(1);
  });

  it('first steps that are all done are not shown', async () => {
    const firstSteps = { hasDetails: true, hasColleagues: true, hasFile: true, hasFactor: true, hasInvited: true };
    server.use(ownProfile('SUPER_ADMIN'), answers({ ...summary, firstSteps }));
    renderApp({ path: '/dashboard', as: {} });
    await screen.findByRole('region', { name: 'People in numbers' });
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
  });

  it.each([0, 100])('is asked for once at each visit, where the profile comes after %d ms', async (late) => {
    const asked: string[] = [];
    const note = ({ request }: { readonly request: Request }) => {
      if (request.method === 'GET') asked.push(new URL(request.url).pathname.replace('/api/v1', ''));
    };
    server.events.on('request:start', note);
    server.use(http.get('*/api/v1/users/profile', () => delay(late)), ownProfile('ADMIN'), answers(summary));
    const { router } = renderApp({ path: '/dashboard', as: { profile: 'ADMIN' } });
    await screen.findByRole('region', { name: 'People in numbers' });
    await screen.findByText('No import is running.');
    await expect.poll(() => asked.toSorted()).toEqual(['/dashboard', '/notifications', '/stages/funnel', '/users/bulk', '/users/imports', '/users/profile']);
    await router.navigate('/dashboard?again');
    await router.navigate('/terms');
    await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' });
    server.use(answers({ ...summary, total: 1_235 }));
    await router.navigate('/dashboard');
    await expect.poll(() => figure('People')?.textContent).toBe('1,235');
    expect(asked.filter((path) => path === '/dashboard')).toHaveLength(2);
    server.events.removeListener('request:start', note);
  });

  it('follows what others do', async () => {
    server.use(ownProfile('SUPER_ADMIN'), answers(summary));
    const live = createLiveServer();
    renderApp({ path: '/dashboard', as: {}, live: live.open });
    await screen.findByRole('region', { name: 'People in numbers' });
    server.use(answers({ ...summary, total: 1_235 }));
    act(() => {
      live.push('users:changed', { kind: 'created', ids: [] });
    });
    await expect.poll(() => figure('People')?.textContent).toBe('1,235');
  });
});

const DAYS = { startsOn: '2026-01-05', endsOn: '2026-06-30' };
const BATCH = { id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a03', name: 'Java, July', ...DAYS };

it('a trainer sees own batches by name, each a link to its people', async () => {
  server.use(ownProfile('TRAINER'), dashboard({ kind: 'batches', items: [{ ...BATCH, people: 42, percent: 91.5, away: ['Asha Rao'] }] }));
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER' } });
  const panel = within(await screen.findByRole('region', { name: 'Your batches' }));
  expect(panel.getByRole('listitem')).toHaveTextContent('Java, July42 people · 91.5 % present · 05 Jan 2026 – 30 Jun 2026Absent three times in a row: Asha Rao');
  expect(panel.getByRole('link', { name: 'Java, July' })).toHaveAttribute('href', `/dashboard/training/${BATCH.id}`);
});

const SESSION: TrainingSession = {
  id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a31',
  batchId: BATCH.id,
  batchName: BATCH.name,
  startsAt: '2026-11-26T03:30:00Z',
  endsAt: '2026-11-26T05:30:00Z',
  topic: 'Loops',
  place: 'Hall 2',
  link: null,
  state: 'taken',
  reason: null,
  people: 60,
  marked: 60,
  present: 57,
  takenAt: null,
  takenBy: null,
  version: 2,
};

it('a trainer is one tap away from marking the session that is now', async () => {
  const [startsAt, endsAt] = [-3_600_000, 3_600_000].map((shift) => new Date(Date.now() + shift).toISOString());
  const now: TrainingSession = { ...SESSION, id: BATCH.id, state: 'planned', batchName: 'Welding', startsAt: startsAt ?? '', endsAt: endsAt ?? '' };
  server.use(
    ownProfile('TRAINER'),
    dashboard({ kind: 'sessions', day: '2026-11-26', timeZone: 'Asia/Kolkata', items: [now, SESSION], running: 1, notMarked: 0, marked: 1, sessions: 2, overdue: 3 }),
  );
  renderApp({ path: '/dashboard', as: { profile: 'TRAINER' } });
  const panel = within(await screen.findByRole('region', { name: 'Sessions today' }));
  expect(panel.getByRole('link', { name: 'Mark Welding now' })).toHaveAttribute('href', `/dashboard/training/sessions/${BATCH.id}`);
  expect(panel.getByText('2 sessions · 1 running · 1 marked')).toBeInTheDocument();
  expect(panel.getByText('9:00 am – 11:00 am · Hall 2 · 57 of 60 present')).toBeInTheDocument();
  expect(panel.getByRole('link', { name: '3 sessions of the last 7 days were not marked' })).toBeInTheDocument();
});

it('an administrator sees who is at risk, and each number opens its list', async () => {
  server.use(
    ownProfile('ADMIN'),
    http.get('*/api/v1/dashboard', () => HttpResponse.json({ sections: [{ kind: 'people', ...summary }, { kind: 'atRisk', threshold: 75, people: 12, isExact: true, batches: [{ id: BATCH.id, name: BATCH.name, people: 12 }] }], serverTime: '2026-11-26T08:00:00Z' })),
  );
  renderApp({ path: '/dashboard', as: { profile: 'ADMIN' } });
  const panel = within(await screen.findByRole('region', { name: 'Attendance at risk' }));
  expect(panel.getByRole('link', { name: '12 people below 75 %' })).toHaveAttribute('href', '/dashboard/training?below=75');
  expect(panel.getByRole('link', { name: BATCH.name })).toHaveAttribute('href', `/dashboard/training/${BATCH.id}`);
});

it('a trainee sees the next session and what may still be missed', async () => {
  const standing = { batchId: BATCH.id, batchName: BATCH.name, held: 8, attended: 7, excused: 0, percent: 87.5, left: 4, needs: 2, mayMiss: 2 };
  server.use(ownProfile('TRAINEE'), dashboard({ kind: 'attendance', threshold: 75, items: [standing], next: SESSION, timeZone: 'Asia/Kolkata' }));
  renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' } });
  const panel = within(await screen.findByRole('region', { name: 'Your attendance' }));
  expect(panel.getByText('26 Nov 2026 · 9:00 am – 11:00 am · Loops · Hall 2')).toBeInTheDocument();
  expect(panel.getByText('87.5 % (7 of 8) · You may miss 2 more')).toBeInTheDocument();
  server.use(dashboard({ kind: 'attendance', threshold: 75, items: [{ ...standing, needs: 5, mayMiss: 0 }], next: null, timeZone: 'Asia/Kolkata' }));
  fireEvent.focus(window);
  expect(await panel.findByText('87.5 % (7 of 8) · 75 % can no longer be reached: talk to your trainer')).toBeInTheDocument();
  server.use(dashboard({ kind: 'attendance', threshold: 75, items: [], next: null, timeZone: 'Asia/Kolkata' }));
  fireEvent.focus(window);
  expect(await panel.findByText('Your sessions and your attendance are shown here, once your trainer has planned them.')).toBeInTheDocument();
});

it('a trainee sees own batches with their days, place and trainers, or who puts people in one', async () => {
  server.use(ownProfile('TRAINEE'), dashboard({ kind: 'ownBatches', items: [{ ...BATCH, location: 'Pune', trainers: ['Asha Rao', 'Ravi Iyer'] }] }));
  renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' } });
  const panel = within(await screen.findByRole('region', { name: 'Your training' }));
  expect(panel.getByRole('listitem')).toHaveTextContent('Java, July05 Jan 2026 – 30 Jun 2026 · PuneWith Asha Rao and Ravi Iyer');
  server.use(dashboard({ kind: 'ownBatches', items: [] }));
  fireEvent.focus(window);
  expect(await panel.findByText('You are in no batch yet. Your administrator puts you in one.')).toBeInTheDocument();
});

const WAY = {
  kind: 'way',
  steps: [
    { publicName: 'Applied', since: '2026-11-02T08:00:00Z', isNow: false },
    { publicName: 'Interview', since: '2026-11-20T08:00:00Z', isNow: true },
    { publicName: 'Workshop', since: null, isNow: false },
  ],
  text: 'You are invited to an interview.',
  next: 'Bring your papers.',
  missing: ['course', 'marks'],
} as const;

it('a trainee sees the own way: what was, what is, what may come and what is missing; a move is shown at once', async () => {
  server.use(ownProfile('TRAINEE'), dashboard(structuredClone(WAY) as unknown as Section<'way'>));
  const live = createLiveServer();
  renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' }, live: live.open });
  const panel = within(await screen.findByRole('region', { name: 'Your way' }));
  expect(panel.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Done: Applied02 Nov 2026',
    'Now: InterviewSince 20 Nov 2026You are invited to an interview.Bring your papers.2 details are missing in your profile: fill them in',
    'Next: Workshop',
  ]);
  expect(panel.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(panel.getByRole('link', { name: /2 details are missing/u })).toHaveAttribute('href', '/dashboard/profile?edit');
  server.use(dashboard({ kind: 'way', steps: [{ publicName: 'Placed', since: '2026-11-29T08:00:00Z', isNow: true }], text: '', next: '', missing: [] }));
  act(() => live.push('way:changed', {}));
  await waitFor(() => expect(panel.getByRole('listitem')).toHaveTextContent('Now: PlacedSince 29 Nov 2026'));
  expect(panel.queryByRole('link')).toBeNull();
});

it('reads the words of the first stages in the own language, and those of the company as they are', async () => {
  await chooseLanguage('hi');
  onTestFinished(() => chooseLanguage('en'));
  server.use(ownProfile('TRAINEE', { language: 'hi' }), dashboard(structuredClone(WAY) as unknown as Section<'way'>));
  renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' } });
  const text = await screen.findByText('आपको इंटरव्यू के लिए बुलाया गया है।');
  expect(text).toBeInTheDocument();
  expect(await screen.findByText('Bring your papers.')).toBeInTheDocument();
  expect(await screen.findByText('Workshop')).toBeInTheDocument();
});

it('an applicant who waits reads the own way, and who is declined the reason, too', async () => {
  const way = { ...structuredClone(WAY), missing: [] } as unknown as Section<'way'>;
  server.use(ownProfile(null), dashboard(APPLICATION, way));
  renderApp({ path: '/applicant-dashboard', as: { profile: null, redirectTo: '/applicant-dashboard' } });
  expect(await screen.findByRole('region', { name: 'Your way' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Your application' })).toBeNull();
  server.use(dashboard({ ...APPLICATION, state: 'declined', reason: 'The course is full.', decidedAt: '2026-11-26T08:00:00Z' }, way));
  fireEvent.focus(window);
  expect(await screen.findByText(/The reason: The course is full\./u)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Your way' })).toBeInTheDocument();
});

it('a declined applicant sees the reason on coming back to the page, as text and without a link', async () => {
  const reason = 'The course is full. See <b>https://evil.example</b>';
  server.use(ownProfile(null), dashboard(APPLICATION));
  renderApp({ path: '/applicant-dashboard', as: { profile: null, redirectTo: '/applicant-dashboard' } });
  await screen.findByText(/being looked at/u);
  server.use(dashboard({ ...APPLICATION, state: 'declined', reason, decidedAt: '2026-11-26T08:00:00Z' }));
  fireEvent.focus(window);
  const step = await screen.findByText(`Demo Company has declined your application. The reason: ${reason}`);
  expect(within(step).queryByRole('link')).toBeNull();
  expect(screen.queryByText(/being looked at/u)).not.toBeInTheDocument();
});
