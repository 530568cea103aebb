import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Card, TrainingBatch } from '~/api/batches';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { entryOf, fieldOf, stageOf } from '~/testing/company';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const ID = '0199f000-6666-7000-8000-000000000001';
const BATCHES = '*/api/v1/training/batches';
const tara: Card = { id: 't1', fullName: 'Tara Trainer', code: null };
const ravi: Card = { id: 't2', fullName: 'Ravi Rao', code: 'T-2' };

const pageOf = (data: unknown[], total = data.length) => ({ data, page: 1, pageSize: 20, total, totalIsExact: true });

let batch: TrainingBatch;
let chosen: unknown;

beforeEach(() => {
  batch = { id: ID, name: 'Pune July', code: 'PJ-26', location: 'Pune', startsOn: '2026-02-06', endsOn: '2026-03-31', archivedAt: null, people: 1, trainers: [tara] };
  chosen = undefined;
  server.use(
    extendsSession,
    noImports,
    http.get('*/api/v1/training/sessions', () => HttpResponse.json({ data: [], timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() })),
    http.get('*/api/v1/training/at-risk', () => HttpResponse.json({ ...pageOf([]), threshold: 75, days: null })),
    http.get(`${BATCHES}/${ID}/attendance`, () => HttpResponse.json({ sessions: [], people: [], threshold: 75, days: null })),
    http.get(BATCHES, () => HttpResponse.json(pageOf([batch]))),
    http.get(`${BATCHES}/${ID}`, () => HttpResponse.json(batch)),
    http.get(`${BATCHES}/${ID}/people`, () => HttpResponse.json({ ...pageOf([{ id: 'p1', fullName: 'Asha Rao', code: '21CS042', stageId: null }]), stages: [] })),
    http.put(`${BATCHES}/${ID}/trainers`, async ({ request }) => {
      chosen = await request.json();
      batch = { ...batch, trainers: [ravi] };
      return HttpResponse.json(batch);
    }),
    http.get(`*/api/v1/batches/${ID}/leavings`, () =>
      HttpResponse.json(
        pageOf([
          { batchId: ID, batchName: 'Pune July', userId: 'p2', fullName: 'Meera Nair', joinedAt: '2026-02-06T04:00:00Z', leftAt: '2026-03-01T20:00:00Z', leftBy: 'Olive Owner', reason: 'Found a job' },
          { batchId: ID, batchName: 'Pune July', userId: null, fullName: null, joinedAt: '2026-02-06T04:00:00Z', leftAt: '2026-03-01T04:00:00Z', leftBy: null, reason: null },
        ]),
      ),
    ),
    http.get('*/api/v1/users', () => HttpResponse.json(pageOf([tara, ravi]))),
  );
});

const trainer = () => {
  server.use(ownProfile('TRAINER'));
  return { profile: 'TRAINER', role: 'FACULTY', authorities: ['dashboard.view'] };
};

const [screening, interview] = [stageOf(12, 'Screening'), stageOf(13, 'Interview')] as const;
let moved: unknown;

/** The page of a trainer who may move people. Once asked, the person is in the next stage, whatever is answered. */
function openStages(answer = () => HttpResponse.json({ entry: entryOf(interview) })) {
  let stageId = screening.id;
  server.use(
    http.get(`${BATCHES}/${ID}/people`, () => HttpResponse.json({ ...pageOf([{ id: 'p1', fullName: 'Asha Rao', code: '21CS042', stageId }]), stages: [screening, interview] })),
    http.put('*/api/v1/users/p1/stage', async ({ request }) => {
      moved = await request.json();
      stageId = interview.id;
      return answer();
    }),
  );
  return renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: trainer() });
}

describe('a trainer', () => {
  it('finds own batches in the sidebar, and in one of them its people by name and code', async () => {
    const { user } = renderApp({ path: '/dashboard/training', as: trainer() });
    await user.click(await screen.findByRole('link', { name: 'Pune July' }));
    await user.click(await screen.findByRole('tab', { name: 'People' }));
    const people = await screen.findByRole('list', { name: 'People' });
    expect(within(people).getByRole('listitem')).toHaveTextContent('Asha Rao21CS042');
    expect(screen.getByRole('link', { name: 'Training', current: 'page' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Choose Trainers' })).toBeNull();
    expect(screen.queryByText('Have left')).toBeNull();
  });

  it('reads of people what the company has opened to trainers', async () => {
    server.use(
      http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [fieldOf('course', { label: 'Course', viewers: ['SUPER_ADMIN', 'TRAINER'] })], version: 1 })),
      http.get(`${BATCHES}/${ID}/people`, () => HttpResponse.json({ ...pageOf([{ id: 'p1', fullName: 'Asha Rao', code: null, stageId: null, fields: { course: 'CNC' } }]), stages: [] })),
    );
    renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: trainer() });
    expect(await screen.findByText('Course: CNC')).toBeInTheDocument();
  });

  it('moves people between the stages that the company opens to trainers, and reads where they are', async () => {
    const { user } = openStages();
    const row = within(await within(await screen.findByRole('list', { name: 'People' })).findByRole('listitem'));
    expect(row.getByText('Screening · 21CS042')).toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Move to…: Asha Rao' }));
    const menu = within(await screen.findByRole('menu', { name: 'Move Asha Rao to…' }));
    expect(menu.getAllByRole('menuitem').map((each) => each.textContent)).toEqual(['Interview']);
    await user.click(menu.getByRole('menuitem', { name: 'Interview' }));
    expect(await screen.findByText('Asha Rao is in the stage Interview now.')).toBeInTheDocument();
    expect(await row.findByText('Interview · 21CS042')).toBeInTheDocument();
    expect(moved).toEqual({ stageId: interview.id, from: screening.id, reason: null });
  });

  it('reads why a person was not moved, and where they are now', async () => {
    const { user } = openStages(() => problem(409, 'stage_moved', 'This person has been moved to another stage meanwhile. Check where they are now.'));
    await user.click(await screen.findByRole('button', { name: 'Move to…: Asha Rao' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Interview' }));
    expect(await screen.findByText(/moved to another stage meanwhile/u)).toBeInTheDocument();
    expect(await screen.findByText('Interview · 21CS042')).toBeInTheDocument();
  });

  it('moves no one where the company does not allow it', async () => {
    renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: trainer() });
    expect(await screen.findByText('Asha Rao')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Move to/u })).toBeNull();
  });

  it('who teaches nothing yet is told who decides that', async () => {
    server.use(http.get(BATCHES, () => HttpResponse.json(pageOf([]))));
    renderApp({ path: '/dashboard/training', as: trainer() });
    expect(await screen.findByText('An administrator chooses who teaches a batch. Yours are shown here.')).toBeInTheDocument();
  });

  it('of another batch reads that it is not found', async () => {
    server.use(http.get(`${BATCHES}/${ID}`, () => problem(404, 'not_found', 'Not found.')));
    renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: trainer() });
    expect(await screen.findByText('Not found.')).toBeInTheDocument();
  });
});

describe('an administrator', () => {
  beforeEach(() => {
    server.use(ownProfile('SUPER_ADMIN'));
  });

  it('chooses who teaches a batch, and sends what has changed alone', async () => {
    const { user } = renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Choose Trainers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose trainers' }));
    expect(dialog.getByRole('checkbox', { name: 'Tara Trainer' })).toBeChecked();
    await user.click(await dialog.findByRole('checkbox', { name: 'Ravi Rao' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Tara Trainer' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('T-2')).toBeInTheDocument();
    expect(chosen).toEqual({ add: ['t2'], remove: ['t1'] });
  });

  it('reads why trainers were not saved, in the dialog', async () => {
    server.use(http.put(`${BATCHES}/${ID}/trainers`, () => problem(409, 'conflict', 'This batch is archived: it takes no new people, sessions or marks. Restore it, or choose another batch.')));
    const { user } = renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Choose Trainers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose trainers' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/This batch is archived/u)).toBeInTheDocument();
  });

  it('sees who has left, on the day of the company, who removed them and why', async () => {
    renderApp({ path: `/dashboard/training/${ID}?tab=people`, as: {} });
    const left = await screen.findByRole('list', { name: 'Have left' });
    const lines = within(left).getAllByRole('listitem').map((line) => line.textContent);
    expect(lines).toEqual(['Meera NairLeft on 02 Mar 2026, removed by Olive Owner · Found a job', 'A deleted personLeft on 01 Mar 2026']);
  });
});
