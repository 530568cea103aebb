import { act as pushed, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import type { StageRecord } from '~/api/generated/serverApi';
import { extendsSession, noImports, noNotifications, ownProfile, problem } from '~/testing/answers';
import { stageOf } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const STAGES = '*/api/v1/stages';

const APPLIED = stageOf(1, 'Applied', { kind: 'entry', colour: 'grey', people: 12 });
const TALK = stageOf(2, 'Talk', { colour: 'violet', publicName: 'Interview', publicText: 'You are invited.', publicNext: 'Bring papers.', people: 3, version: 4 });
const CHOSEN = stageOf(3, 'Selected', { colour: 'teal', forAccepted: true });
const PLACED = stageOf(4, 'Placed', { kind: 'won', colour: 'green' });

const sent: { readonly path: string; readonly body: unknown }[] = [];
let stored: readonly StageRecord[] = [];

/** Answers a call by what `change` makes of it, and keeps what was sent. */
function answers(method: 'post' | 'put', path: string, change: (body: Record<string, unknown>) => Response | object) {
  server.use(
    http[method](`${STAGES}${path}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ path, body });
      const answer = change(body);
      return answer instanceof Response ? answer : HttpResponse.json(answer);
    }),
  );
}

beforeEach(() => {
  sent.length = 0;
  stored = [APPLIED, TALK, CHOSEN, PLACED];
  server.use(...[extendsSession, noImports, ownProfile('ADMIN')], http.get(STAGES, () => HttpResponse.json({ stages: stored })));
});

const visit = { path: '/dashboard/settings/stages', as: { profile: 'ADMIN' } } as const;
const page = () => renderPage(visit);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
type User = ReturnType<typeof page>['user'];

async function act(user: User, stage: string, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${stage}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function edit(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('form', { name: `Edit ${name}` }));
}

it('lists the stages in their order with kind, colour, what their people read and a link to these; others’ changes are shown', async () => {
  const live = createLiveServer();
  server.use(noNotifications);
  renderApp({ ...visit, live: live.open });
  const talk = await row(/Talk/u);
  for (const words of ['Under way', 'Violet', 'Interview · You are invited. Bring papers.']) expect(talk.getByText(words)).toBeInTheDocument();
  expect(talk.getByRole('link', { name: '3 people, Talk' })).toHaveAttribute('href', `/dashboard/users?tab=manage&stage=${TALK.id}`);
  expect((await row(/Selected/u)).getByText('Accepted people come here')).toBeInTheDocument();
  expect((await row(/Selected/u)).queryByRole('link')).toBeNull();
  expect((await row(/Applied/u)).getByText('Applicants wait')).toBeInTheDocument();
  stored = [{ ...APPLIED, people: 13 }];
  pushed(() => live.push('stages:changed', { stageIds: [], userIds: [] }));
  expect(await screen.findByRole('link', { name: '13 people, Applied' })).toBeInTheDocument();
  expect(screen.queryByRole('row', { name: /Talk/u })).toBeNull();
});

it('says that there are none, and why they could not be loaded', async () => {
  stored = [];
  const { unmount } = page();
  expect(await screen.findByText('There are no stages. Add the first one.')).toBeInTheDocument();
  unmount();
  server.use(http.get(STAGES, () => problem(503, 'unavailable', 'Down.')));
  page();
  expect(await screen.findByText('Down.')).toBeInTheDocument();
});

it('adds a stage whose sentence is seen as its people see it; errors stand at their inputs', async () => {
  const { user } = page();
  await user.click(await screen.findByRole('button', { name: 'Add stage' }));
  const form = within(await screen.findByRole('form', { name: 'New stage' }));
  await user.click(form.getByRole('button', { name: 'Add stage' }));
  expect(await form.findByText('Please give the stage a name')).toBeInTheDocument();
  await user.type(form.getByLabelText('Name'), 'Medical');
  await user.click(form.getByRole('radio', { name: 'Lime' }));
  await user.click(form.getByRole('checkbox', { name: 'Accepted people come here' }));
  await user.type(form.getByLabelText('Public text'), 'See our doctor.');
  await user.type(form.getByLabelText('What comes next'), 'Then you start.');
  const preview = within(form.getByRole('region', { name: 'As its people see it' }));
  expect(preview.getByText('Medical')).toBeInTheDocument();
  expect(preview.getByText('See our doctor. Then you start.')).toBeInTheDocument();
  answers('post', '', () => problem(422, 'validation_failed', 'Please check.', { errors: { name: 'A stage has this name already' } }));
  await user.click(form.getByRole('button', { name: 'Add stage' }));
  expect(await form.findByText('A stage has this name already')).toBeInTheDocument();
  expect(form.getByLabelText('Name')).toHaveFocus();
  answers('post', '', () => stageOf(5, 'Medical'));
  await user.click(form.getByRole('button', { name: 'Add stage' }));
  expect(await screen.findByText('Medical is added.')).toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({ name: 'Medical', kind: 'open', colour: 'lime', forAccepted: true, publicName: 'Medical', publicText: 'See our doctor.', publicNext: 'Then you start.' });
});

it('two administrators: what was typed stays, also over a reload, and what only the other changed is taken over', async () => {
  const first = page();
  const typed = await edit(first.user, 'Talk');
  await first.user.type(typed.getByLabelText('Name'), ' with us');
  first.unmount();
  stored = [APPLIED];
  const { user } = page();
  const form = within(await screen.findByRole('form', { name: 'Edit Talk' }));
  expect(form.getByLabelText('Name')).toHaveValue('Talk with us');
  const current = { ...TALK, name: 'Panel', publicText: 'Come at ten.', version: 5 };
  answers('put', `/${TALK.id}`, ({ version }) => (version === 4 ? problem(409, 'edit_conflict', 'Another administrator has changed this stage.', { current }) : current));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/Another administrator has changed this stage/u)).toBeInTheDocument();
  expect(form.getByText('Panel')).toBeInTheDocument();
  expect(form.getByLabelText('Public text')).toHaveValue('Come at ten.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Panel is saved.')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Talk with us', version: 4 },
    { name: 'Talk with us', version: 5 },
  ]);
});

it('stages are moved by the menu with one write, and where they are others meanwhile their present order is shown', async () => {
  const { user } = page();
  answers('put', '/order', ({ ids }) => {
    stored = (ids as string[]).flatMap((id) => stored.filter((stage) => stage.id === id));
    return { stages: stored };
  });
  await act(user, 'Talk', 'Move down');
  expect(await screen.findByText('Talk is now 3 of 4')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')[2]).toHaveTextContent('Selected'));
  expect(sent.at(-1)?.body).toEqual({ ids: [APPLIED, CHOSEN, TALK, PLACED].map(({ id }) => id) });
  answers('put', '/order', () => problem(409, 'edit_conflict', 'The stages have been changed meanwhile.'));
  await act(user, 'Talk', 'Move up');
  expect(await screen.findByText('The stages have been changed meanwhile.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')[2]).toHaveTextContent('Selected'));
});

it('archives a stage once it is said where its people are moved', async () => {
  const { user } = page();
  answers('post', `/${TALK.id}/archive`, () => ({ jobId: 'job' }));
  await act(user, 'Talk', 'Archive');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Archive Talk?' }));
  expect(dialog.getByText('3 people are in this stage, and are moved to another one.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Archive' })).toBeDisabled();
  await user.selectOptions(dialog.getByLabelText('Move them to'), 'Placed');
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Talk is archived, and its people are being moved.')).toBeInTheDocument();
  expect(sent).toEqual([{ path: `/${TALK.id}/archive`, body: { moveTo: PLACED.id, version: 4 } }]);
});

it('asks where people are moved who came to the stage meanwhile, and archives what another has changed as it is now', async () => {
  const { user } = page();
  const refusals = [
    () => problem(409, 'edit_conflict', 'Another administrator has changed this stage.', { current: { ...PLACED, version: 2 } }),
    () => problem(409, 'stage_in_use', 'People are in this stage.'),
  ];
  answers('post', `/${PLACED.id}/archive`, () => refusals.shift()?.() ?? { jobId: null });
  await act(user, 'Placed', 'Archive');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Archive Placed?' }));
  expect(dialog.getByText('No one is in this stage.')).toBeInTheDocument();
  const archive = () => user.click(dialog.getByRole('button', { name: 'Archive' }));
  await archive();
  expect(await dialog.findByText('Another administrator has changed this stage.')).toBeInTheDocument();
  await archive();
  expect(await dialog.findByText('People are in this stage.')).toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Move them to'), 'Talk');
  await archive();
  expect(await screen.findByText('Placed is archived.')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { moveTo: null, version: 1 },
    { moveTo: null, version: 2 },
    { moveTo: TALK.id, version: 2 },
  ]);
});

it('keeps the stages to which applicants and accepted people come', async () => {
  const { user } = page();
  await user.click(await screen.findByRole('button', { name: 'Actions for Selected' }));
  expect(await screen.findByRole('menuitem', { name: 'Archive' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  const form = await edit(user, 'Selected');
  expect(form.getByText('Accepted people come here. To change that, choose it at another stage.')).toBeInTheDocument();
  expect(form.queryByRole('checkbox')).toBeNull();
});

it('is for administrators alone', async () => {
  server.use(ownProfile('MANAGEMENT'));
  renderPage({ path: '/dashboard/settings/stages', as: { profile: 'MANAGEMENT' } });
  expect(await screen.findByText('Required profiles: Super Admin, Admin')).toBeInTheDocument();
});
