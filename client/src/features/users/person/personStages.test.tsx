import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import type { StageEntry } from '~/api/generated/serverApi';
import { problem } from '~/testing/answers';
import { companyOf, entryOf, nothingOf, OWN_ID, stageOf, userOf, USERS } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const owner = userOf(1, { id: OWN_ID, fullName: 'Olive Owner', profile: 'SUPER_ADMIN', role: 'ADMIN' });
const tara = userOf(2, { fullName: 'Tara Trainee' });
const [screening, interview, selected] = [stageOf(11, 'Screening', { publicName: 'In review' }), stageOf(12, 'Interview'), stageOf(13, 'Selected')] as const;

let entries: StageEntry[] = [];

beforeEach(() => {
  entries = [
    entryOf(interview, { enteredAt: '2026-11-20T08:00:00Z', movedBy: 'Olive Owner', reason: 'Passed the test' }),
    entryOf(screening, { leftAt: '2026-11-20T08:00:00Z' }),
  ];
});

async function open(person = tara, profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN', live?: ReturnType<typeof createLiveServer>) {
  companyOf([owner, person], profile);
  server.use(
    http.get(`${USERS}/:id/stages`, () => HttpResponse.json({ entries })),
    http.get('*/api/v1/stages', () => HttpResponse.json({ stages: [screening, interview, selected] })),
    ...nothingOf,
  );
  const visit = { path: `/dashboard/users/people/${person.id}`, as: { profile } };
  const app = live === undefined ? renderPage(visit) : renderApp({ ...visit, live: live.open });
  await screen.findByRole('region', { name: 'Batches' });
  return app;
}

const panel = async () => within(await screen.findByRole('region', { name: 'Stages' }));

it('says in which stages a person is and was, since when, by which colleague and why; a move elsewhere is shown', async () => {
  const live = createLiveServer();
  await open(tara, 'SUPER_ADMIN', live);
  await (await panel()).findByText('Passed the test');
  expect((await panel()).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'InterviewNowSince 20 Nov 2026 · moved by Olive OwnerPassed the test',
    'Screening02 Nov 2026 – 20 Nov 2026 · the person reads “In review”',
  ]);
  entries = [entryOf(selected, { enteredAt: '2026-11-21T08:00:00Z' })];
  act(() => live.push('stages:changed', { stageIds: [selected.id], userIds: [tara.id] }));
  expect(await (await panel()).findByText('Selected')).toBeInTheDocument();
});

it('moves a person with a reason; where another has moved them first it says where they are now', async () => {
  const sent: unknown[] = [];
  const { user } = await open();
  server.use(
    http.put(`${USERS}/:id/stage`, async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return problem(409, 'stage_moved', 'This person has been moved to another stage meanwhile.', { current: entryOf(screening, { movedBy: 'Ravi Iyer' }) });
      entries = [entryOf(selected), ...entries];
      return HttpResponse.json({ entry: entries[0] });
    }),
  );
  await user.click(await (await panel()).findByRole('button', { name: 'Move to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Tara Trainee' }));
  const stage = dialog.getByLabelText('Stage');
  expect(stage).toHaveFocus();
  expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Choose a stage', 'Screening', 'Selected']);
  expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await user.selectOptions(stage, 'Selected');
  await user.type(dialog.getByLabelText('Reason (optional)'), 'Best of all ');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await dialog.findByText('This person has been moved to another stage meanwhile.')).toBeInTheDocument();
  expect(dialog.getByText(/Now: Screening · Since 02 Nov 2026 · moved by Ravi Iyer/u)).toBeInTheDocument();
  expect(stage).toHaveDisplayValue('Selected');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Tara Trainee is in the stage Selected now.')).toBeInTheDocument();
  expect(sent).toEqual([
    { stageId: selected.id, from: interview.id, reason: 'Best of all' },
    { stageId: selected.id, from: screening.id, reason: 'Best of all' },
  ]);
  expect(await (await panel()).findByText('Selected')).toBeInTheDocument();
});

it('offers no move where there is no present stage, and says so', async () => {
  entries = [];
  await open();
  expect(await (await panel()).findByText('In no stage yet.')).toBeInTheDocument();
  expect((await panel()).queryByRole('button', { name: 'Move to…' })).toBeNull();
});

it('is not shown of people who work for the company, and to those who may not edit the person without moves', async () => {
  const { unmount } = await open(userOf(3, { fullName: 'Mona Manager', profile: 'MANAGEMENT', role: 'MANAGER' }), 'MANAGEMENT');
  await (await panel()).findByText('Screening');
  expect((await panel()).queryByRole('button', { name: 'Move to…' })).toBeNull();
  unmount();
  entries = [];
  await open(userOf(4, { profile: 'ADMIN', role: 'ADMIN' }));
  await screen.findByText('Nothing was sent yet.');
  expect(screen.queryByRole('region', { name: 'Stages' })).toBeNull();
});
