import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { BulkChange, BulkDialogProps } from '~/api/bulk';
import { extendsSession, ownProfile, problem } from '~/testing/answers';
import { fieldOf, stageOf } from '~/testing/company';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { BulkPreview, BulkRequest } from '../api';
import { JOB_ID } from '../testing';
import { BulkDialog } from './BulkDialog';

const BULK = '*/api/v1/users/bulk';
const SELECT = { filter: { profile: 'TRAINEE' } } as const;
const BATCH_ID = '0199f000-6666-7000-8000-000000000001';

let asked: BulkRequest[];
let preview: BulkPreview;
let keys: (string | null)[];

const batch = { id: BATCH_ID, name: 'Pune July', code: 'PJ', location: null, startsOn: null, endsOn: null, archivedAt: null, people: 3, invited: 0, signedIn: 0, inactive: 0, version: 1, createdAt: '2026-03-01T10:00:00Z' };

beforeEach(() => {
  asked = [];
  keys = [];
  preview = { total: 220, allowed: 214, unchanged: 4, refused: [{ reason: 'You cannot change your own account', count: 1 }, { reason: 'You may not manage this profile', count: 1 }] };
  server.use(
    extendsSession,
    ownProfile('ADMIN', { creatableProfiles: ['MANAGEMENT', 'TRAINER', 'TRAINEE'] }),
    http.get('*/api/v1/batches', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      const data = [batch].filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      return HttpResponse.json({ data, page: 1, pageSize: 8, total: data.length, totalIsExact: true });
    }),
    http.get('*/api/v1/users/values', () => HttpResponse.json({ values: [{ value: 'Pune', people: 40 }] })),
    http.post(BULK, async ({ request }) => {
      const body = (await request.json()) as BulkRequest;
      asked.push(body);
      if (body.dryRun === true) return HttpResponse.json(preview);
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.json({ id: JOB_ID }, { status: 201 });
    }),
  );
});

function open(action: BulkChange, given: Partial<Omit<BulkDialogProps, 'action'>> = {}) {
  const onClose = vi.fn();
  const onStarted = vi.fn();
  const dialog = <BulkDialog action={action} select={SELECT} count={220} countIsExact onClose={onClose} onStarted={onStarted} {...given} />;
  const app = renderApp({
    path: '/',
    as: { authorities: ['user.create', 'user.edit', 'user.delete'] },
    pages: [
      { path: '/', element: dialog },
      { path: '/dashboard/users/jobs/:id', element: <p>The job</p> },
    ],
  });
  const box = async () => within(await screen.findByRole('alertdialog'));
  return { ...app, box, onClose, onStarted };
}

const started = () => asked.filter(({ dryRun }) => dryRun !== true);

describe('the dialog before a change of many people', () => {
  it('says how many, who not and why, and what it does, and leads to the page of the job', async () => {
    const { user, box, router, onStarted } = open('deactivate');
    const dialog = await box();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(await dialog.findByText('214 of 220 people will be deactivated.')).toBeInTheDocument();
    expect(dialog.getByText('4 people are inactive already.')).toBeInTheDocument();
    expect(dialog.getByText(/You can undo it for 24 hours/u)).toBeInTheDocument();
    expect(dialog.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      '1 person: You cannot change your own account',
      '1 person: You may not manage this profile',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Deactivate 214 People' }));
    expect(await screen.findByText('The job')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(`/dashboard/users/jobs/${JOB_ID}`);
    expect(onStarted).toHaveBeenCalledOnce();
    expect(started()).toEqual([{ select: SELECT, action: 'deactivate' }]);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/u);
  });

  it('sets one of the company’s own fields, or removes its values by saying so', async () => {
    const choices = [{ number: 4, label: 'CNC', archived: false }];
    const fields = [fieldOf('course', { label: 'Course', kind: 'one', choices }), fieldOf('roll', { label: 'Roll', unique: true }), fieldOf('fee', { label: 'Fee', editors: [] })];
    server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields, version: 1 })));
    const { user, box } = open('more', { stays: true });
    const dialog = await box();
    await within(dialog.getByLabelText('Field')).findByRole('option', { name: 'Course' });
    expect(within(dialog.getByLabelText('Field')).getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose a field', 'Course']);
    await user.selectOptions(dialog.getByLabelText('Field'), 'Course');
    expect(asked).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('Course'), 'CNC');
    expect(await dialog.findByText('214 of 220 people will be changed.')).toBeInTheDocument();
    await user.click(dialog.getByLabelText('Remove the value that they have'));
    await user.click(await dialog.findByRole('button', { name: 'Change 214 People' }));
    await expect.poll(started).toEqual([{ select: SELECT, action: 'set', set: { fields: { course: null } } }]);
    expect(asked[0]).toMatchObject({ set: { fields: { course: 4 } }, dryRun: true });
  });

  it('has nothing to confirm where no person would be changed', async () => {
    preview = { total: 2, allowed: 0, unchanged: 0, refused: [{ reason: 'You may not manage this profile', count: 2 }] };
    const dialog = await open('activate').box();
    expect(await dialog.findByText('All 2 people will stay as they are.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Activate' })).toBeDisabled();
  });

  it('from a thousand people on wants the number typed, where it cannot be undone', async () => {
    preview = { total: 1_200, allowed: 1_200, unchanged: 0, refused: [] };
    const { user, box } = open('delete');
    const dialog = await box();
    expect(await dialog.findByText('1,200 people will be deleted.')).toBeInTheDocument();
    expect(dialog.getByText(/This cannot be undone/u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Delete 1,200 People' }));
    expect(await dialog.findByText('Type 1,200 to continue.')).toBeInTheDocument();
    expect(started()).toEqual([]);
    await user.type(dialog.getByLabelText('Number of people'), '1,200');
    await user.click(dialog.getByRole('button', { name: 'Delete 1,200 People' }));
    await screen.findByText('The job');
    expect(started()).toEqual([{ select: SELECT, action: 'delete', confirm: 1_200 }]);
  });

  it('offers the profiles that one may give, with their roles, and counts once both are chosen', async () => {
    const { user, box } = open('position');
    const dialog = await box();
    await waitFor(() => {
      expect(within(dialog.getByLabelText('Profile')).getAllByRole('option').map((each) => each.textContent)).toEqual(['Choose a profile', 'Management', 'Trainer', 'Trainee']);
    });
    expect(dialog.getByLabelText('Role')).toBeDisabled();
    expect(asked).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('Profile'), 'Trainer');
    expect(await dialog.findByText('214 of 220 people will be changed.')).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Role'), 'Mentor');
    await user.click(await dialog.findByRole('button', { name: 'Change 214 People' }));
    await screen.findByText('The job');
    expect(asked.at(-1)).toEqual({ select: SELECT, action: 'set', set: { profile: 'TRAINER', role: 'MENTOR' } });
  });

  it('suggests the work locations of the company', async () => {
    const { user, box } = open('workLocation');
    const dialog = await box();
    await user.type(dialog.getByRole('combobox', { name: 'Work location' }), ' Nashik ');
    await user.click(await dialog.findByRole('button', { name: 'Change 214 People' }));
    await screen.findByText('The job');
    expect(started()).toEqual([{ select: SELECT, action: 'set', set: { workLocation: 'Nashik' } }]);
  });

  it('finds a batch, or makes a new one', async () => {
    let made: unknown;
    server.use(
      http.post('*/api/v1/batches', async ({ request }) => {
        made = await request.json();
        return HttpResponse.json({ ...batch, id: 'b2', name: 'Pune October' }, { status: 201 });
      }),
    );
    const { user, box } = open('add-to-batch');
    const dialog = await box();
    await user.click(await dialog.findByRole('radio', { name: /Pune July/u }));
    expect(await dialog.findByRole('button', { name: 'Add 214 People' })).toBeEnabled();
    expect(asked.at(-1)?.batchId).toBe(BATCH_ID);
    await user.type(dialog.getByRole('searchbox', { name: 'Batch' }), 'Pune October');
    await user.click(await dialog.findByRole('button', { name: 'New batch “Pune October”' }));
    await waitFor(() => {
      expect(asked.at(-1)?.batchId).toBe('b2');
    });
    expect(made).toEqual({ name: 'Pune October' });
  });

  it('that cannot be counted says so, and counts again', async () => {
    server.use(http.post(BULK, () => problem(503, 'unavailable', 'Try again later.'), { once: true }));
    const { user, box } = open('sign-out');
    const dialog = await box();
    expect(await dialog.findByText('Try again later.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('214 of 220 people will be logged out.')).toBeInTheDocument();
  });

  it('a refused start says why, and counts anew', async () => {
    const { user, box, onStarted } = open('invite');
    const dialog = await box();
    await dialog.findByText('214 of 220 people will be invited.');
    preview = { ...preview, allowed: 213 };
    server.use(
      http.post(BULK, () => problem(409, 'too_many_jobs', 'Your company has 5 changes under way.'), { once: true }),
    );
    await user.click(dialog.getByRole('button', { name: 'Invite 214 People' }));
    expect(await dialog.findByText('Your company has 5 changes under way.')).toBeInTheDocument();
    expect(await dialog.findByText('213 of 220 people will be invited.')).toBeInTheDocument();
    expect(onStarted).not.toHaveBeenCalled();
  });
});

it.each([
  ['add-to-batch', 'Batch'],
  ['position', 'Profile'],
  ['workLocation', 'Work location'],
] as const)('to choose something begins there: %s', async (action, label) => {
  expect((await open(action).box()).getByLabelText(label)).toHaveFocus();
});

it('about one person and a known batch asks for no batch, and the page stays', async () => {
  preview = { total: 1, allowed: 1, unchanged: 0, refused: [] };
  const { user, box, onStarted } = open('remove-from-batch', { count: 1, stays: true, batchId: BATCH_ID });
  await user.type((await box()).getByLabelText('Reason (optional)'), 'Found a job ');
  const remove = await (await box()).findByRole('button', { name: /1 Person$/u });
  await waitFor(() => {
    expect(remove).toBeEnabled();
  });
  await user.click(remove);
  await waitFor(() => {
    expect(onStarted).toHaveBeenCalledOnce();
  });
  expect(asked.at(-1)).toMatchObject({ action: 'remove-from-batch', batchId: BATCH_ID, reason: 'Found a job' });
  expect((await box()).queryByLabelText('Batch')).toBeNull();
  expect(screen.queryByText('The job')).toBeNull();
});

it('moves people to a stage that is chosen among those of the company, with a reason', async () => {
  server.use(http.get('*/api/v1/stages', () => HttpResponse.json({ stages: [stageOf(1, 'Screening'), stageOf(2, 'Certified', { id: 's2', people: 3 })] })));
  const { user, box } = open('move-stage');
  await user.selectOptions((await box()).getByLabelText('Stage'), await (await box()).findByRole('option', { name: 'Certified (3)' }));
  await user.type((await box()).getByLabelText('Reason (optional)'), 'Passed');
  const move = await (await box()).findByRole('button', { name: 'Move 214 People' });
  await waitFor(() => {
    expect(move).toBeEnabled();
  });
  await user.click(move);
  expect(await screen.findByText('The job')).toBeInTheDocument();
  expect(asked.at(-1)).toMatchObject({ action: 'move-stage', stageId: 's2', reason: 'Passed' });
});
