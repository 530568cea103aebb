import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { fieldOf } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { BulkSnapshot } from '../api';
import { completedJob, JOB_ADDRESS, JOB_ID, jobOf, jobRowOf } from '../testing';

const JOB = `*/api/v1/users/bulk/${JOB_ID}`;
let job: BulkSnapshot;

beforeEach(() => {
  job = jobOf();
  server.use(
    extendsSession,
    noImports,
    ownProfile('SUPER_ADMIN'),
    http.get('*/api/v1/users/bulk', () => HttpResponse.json({ data: [job], page: 1, pageSize: 10, total: 1, totalIsExact: true })),
    http.get(JOB, () => HttpResponse.json(job)),
    http.get(`${JOB}/rows`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      const rows = [jobRowOf(1), jobRowOf(2, { status: 'failed', message: 'The account was deleted' })].filter((row) => status === null || row.status === status);
      return HttpResponse.json({ data: rows, page: 1, pageSize: 10, total: rows.length, totalIsExact: true });
    }),
  );
});

async function jobPage() {
  const live = createLiveServer();
  live.answer('bulk:watch', () => ({ ok: true, snapshot: job }));
  const app = renderApp({ path: JOB_ADDRESS, as: { authorities: ['user.view', 'user.edit'] }, live: live.open });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => {
    expect(screen.queryByRole('status', { name: 'Loading the change' })).not.toBeInTheDocument();
  });
  const push = (next: BulkSnapshot) => {
    job = next;
    act(() => {
      live.push('bulk:progress', next);
    });
  };
  return { ...app, live, push };
}

const figures = () => screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent ?? ''}`);

function feed() {
  const lines = within(screen.getByRole('list', { name: 'Latest people' })).getAllByRole('listitem');
  return lines.map((line) => `${line.querySelector('title')?.textContent ?? ''}${[...line.querySelectorAll('span')].map((part) => part.textContent).join('')}`).filter(Boolean);
}

describe('the page of a job', () => {
  it('follows it live, to its results', async () => {
    const { push, live } = await jobPage();
    expect(screen.getByRole('heading', { name: 'Deactivating people' })).toBeInTheDocument();
    await waitFor(() => {
      expect(live.asked).toContainEqual({ event: 'bulk:watch', payload: { bulkId: JOB_ID } });
    });
    push(jobOf({ version: 4, isWorkerAway: true }));
    expect(await screen.findByRole('note')).toHaveTextContent('is not running right now');
    const recent = [jobRowOf(110, { status: 'failed', message: 'Not allowed' }), jobRowOf(109, { status: 'unchanged' }), jobRowOf(108)];
    push(jobOf({ processed: 110, done: 100, unchanged: 4, failed: 6, etaSeconds: 9, version: 5, serverTime: '2026-03-01T10:00:10.000Z', recent }));
    expect(await screen.findByText('110 of 220 people')).toBeInTheDocument();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    expect(feed()).toEqual(['FailedPerson 110Not allowed', 'UnchangedPerson 109Unchanged', 'DonePerson 108Deactivated']);
    expect(figures()).toEqual(['Deactivated: 100', 'Unchanged: 4', 'Failed: 6', 'Left: 110', 'People per second: 11', 'Time left: 0:09']);
    push(completedJob());
    expect(await screen.findByRole('table', { name: 'Results by person' })).toBeInTheDocument();
    expect(screen.getByText('The change is complete: 210 people changed, 6 failed.')).toBeInTheDocument();
  });

  it('that has ended shows its people by outcome', async () => {
    job = completedJob();
    const { user, router } = await jobPage();
    const table = await screen.findByRole('table', { name: 'Results by person' });
    expect(within(table).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))).toEqual([
      ['Person 1', 'person1@example.com', 'Deactivated', '—'],
      ['Person 2', 'person2@example.com', 'Failed', 'The account was deleted'],
    ]);
    const pills = within(screen.getByRole('group', { name: 'Which people are shown' }));
    expect(pills.getAllByRole('button').map((each) => each.textContent)).toEqual(['All people 220', 'Deactivated 210', 'Unchanged 4', 'Failed 6']);
    await user.click(pills.getByRole('button', { name: 'Failed 6' }));
    await waitFor(() => {
      expect(screen.queryByText('person1@example.com')).not.toBeInTheDocument();
    });
    expect(router.state.location.search).toBe('?status=failed');
  });

  it('is cancelled after a question', async () => {
    server.use(http.post(`${JOB}/cancel`, () => HttpResponse.json(completedJob({ state: 'cancelled', processed: 100, done: 100, failed: 0, unchanged: 0 }))));
    const { user } = await jobPage();
    await user.click(screen.getByRole('button', { name: 'Cancel Change' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this change?' }));
    expect(dialog.getByRole('button', { name: 'Keep Going' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Cancel Change' }));
    expect(await screen.findByText('This change was cancelled. 120 people had not been reached and stay as they were.')).toBeInTheDocument();
  });

  it('is undone after a question, as long as it can be', async () => {
    job = completedJob();
    const refused = [{ reason: 'The account has been changed since', count: 2 }];
    server.use(
      http.post(`${JOB}/undo`, async ({ request }) => {
        const isDry = (await request.text()).includes('dryRun');
        return HttpResponse.json(isDry ? { total: 210, allowed: 208, refused } : completedJob({ state: 'undoing', canUndo: false, version: 91 }));
      }),
    );
    const { user, push } = await jobPage();
    expect(screen.getByText(/^Can be undone until/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo this change?' }));
    expect(await dialog.findByText(/208 of 210 people will be as before/u)).toBeInTheDocument();
    expect(dialog.getByRole('listitem')).toHaveTextContent('2 people: The account has been changed since');
    await user.click(dialog.getByRole('button', { name: 'Undo Change' }));
    expect(await screen.findByRole('heading', { name: 'Undoing the change' })).toBeInTheDocument();
    push(completedJob({ state: 'undone', canUndo: false, undone: 208, version: 95 }));
    expect(await screen.findByText('This change was undone for 208 people. 2 people changed since stay as they are.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('of which nothing can be undone any more does not offer to', async () => {
    job = completedJob();
    const refused = [{ reason: 'The account has been deleted since', count: 1 }];
    server.use(http.post(`${JOB}/undo`, () => HttpResponse.json({ total: 1, allowed: 0, refused })));
    const { user } = await jobPage();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo this change?' }));
    expect(await dialog.findByText(/nothing of this change can be undone any more/u)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Undo Change' })).toBeDisabled();
  });

  it('that can be undone no more offers no undo', async () => {
    job = completedJob({ canUndo: false, undoUntil: null });
    await jobPage();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('of another company or none at all says so and leads on', async () => {
    server.use(http.get(JOB, () => problem(404, 'not_found', 'The requested resource was not found.')));
    await jobPage();
    expect(await screen.findByText('There is no such change')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all changes' })).toHaveAttribute('href', '/dashboard/users/jobs');
  });
});

describe('jobs of the company', () => {
  it('are listed, and are in the tray while they run', async () => {
    job = jobOf({ action: 'add-to-batch', batch: { id: 'b1', name: 'Pune July' }, processed: 110, done: 110, version: 3 });
    const live = createLiveServer();
    const { user } = renderApp({ path: '/dashboard/users/jobs', as: { authorities: ['user.view', 'user.edit'] }, live: live.open });
    const link = await screen.findByRole('link', { name: 'Add to a batch: Pune July' });
    expect(link).toHaveAttribute('href', JOB_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Change 50%' }));
    const tray = within(await screen.findByRole('dialog', { name: 'Running changes' }));
    expect(tray.getByRole('link')).toHaveTextContent('110 done, 0 failed');
    act(() => {
      live.push('bulk:summary', completedJob({ action: 'add-to-batch', batch: { id: 'b1', name: 'Pune July' } }));
    });
    expect(await tray.findByText('210 done, 4 unchanged, 6 failed')).toBeInTheDocument();
  });

  it('are called by the company’s own fields that they set', async () => {
    job = jobOf({ action: 'set', set: { profile: null, role: null, workLocation: null, 'field:course': 'CNC', 'field:town': '' } });
    const fields = [fieldOf('course', { label: 'Course' }), fieldOf('town', { label: 'Home town' })];
    server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields, version: 1 })));
    renderPage({ path: '/dashboard/users/jobs', as: { authorities: ['user.view', 'user.edit'] } });
    expect(await screen.findByRole('link', { name: 'Course: CNC, Home town: no value' })).toHaveAttribute('href', JOB_ADDRESS);
    await jobPage();
    expect(await screen.findByText(/^Course: CNC, Home town: no value · 220 people/u)).toBeInTheDocument();
  });

  it('of which there are none yet say where they begin', async () => {
    server.use(http.get('*/api/v1/users/bulk', () => HttpResponse.json({ data: [], page: 1, pageSize: 10, total: 0, totalIsExact: true })));
    renderPage({ path: '/dashboard/users/jobs', as: {} });
    expect(await screen.findByText('No changes yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/dashboard/users?tab=manage');
  });
});
