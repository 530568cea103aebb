import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import type { FieldRecord } from '~/api/generated/serverApi';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { fieldOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const FIELDS = '*/api/v1/fields';
const SETS = [
  { key: 'collegePlacement', label: 'Placement sheet of a college', about: 'What recruiters ask.', fields: ['Course', '10th %', 'CGPA'] },
  { key: 'skillMission', label: 'Skill-mission candidate', about: 'What a skill mission asks.', fields: ['Category', 'Religion'] },
];

const choices = [
  { number: 1, label: 'CNC', archived: false },
  { number: 2, label: 'Fitter', archived: false },
];
const COURSE = fieldOf('course', { label: 'Course', kind: 'one', choices, people: 120, version: 3, editors: ['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'], usedBy: [{ kind: 'view', name: 'CNC July' }] });
const MARKS = fieldOf('marks', { label: '10th %', people: 1, keyed: true, ready: false, sensitive: true, requiredFor: ['TRAINEE'] });
const OLD = fieldOf('old', { label: 'Old', people: 7, archivedAt: '2026-11-20T08:00:00Z', version: 9 });

const sent: { readonly path: string; readonly body: unknown }[] = [];
let stored: readonly FieldRecord[] = [];

/** Answers a call by what `change` makes of it, and keeps what was sent. */
function answers(method: 'post' | 'put', path: string, change: (body: Record<string, unknown>) => Response | object) {
  server.use(
    http[method](`${FIELDS}${path}`, async ({ request }) => {
      const text = await request.text();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      sent.push({ path, body });
      const answer = change(body);
      return answer instanceof Response ? answer : HttpResponse.json(answer);
    }),
  );
}

beforeEach(() => {
  sent.length = 0;
  stored = [COURSE, MARKS, OLD];
  server.use(
    ...[extendsSession, noImports, ownProfile('SUPER_ADMIN')],
    http.get(FIELDS, ({ request }) => {
      expect(new URL(request.url).searchParams.get('counts')).toBe('true');
      return HttpResponse.json({ fields: stored, version: 12 });
    }),
    http.get(`${FIELDS}/starter-sets`, () => HttpResponse.json({ sets: SETS })),
  );
});

const page = () => renderPage({ path: '/dashboard/settings/fields', as: { profile: 'SUPER_ADMIN' } });
const open = () => page().user;
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
type User = ReturnType<typeof open>;

async function act(user: User, field: string, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${field}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function edit(user: User, label: string) {
  await user.click(await screen.findByRole('button', { name: label }));
  return within(await screen.findByRole('form', { name: `Edit ${label}` }));
}

it('lists the fields with their kind, people, readers and marks, the archived ones at the end', async () => {
  open();
  const course = await row(/^Course/u);
  expect(course.getByText('One of several · 2 choices')).toBeInTheDocument();
  expect(course.getByText('120')).toBeInTheDocument();
  expect(course.getByText('Super Admin, Admin and Management')).toBeInTheDocument();
  const marks = await row(/^10th %/u);
  for (const mark of ['Required', 'Sensitive', 'Sortable', 'Being prepared']) expect(marks.getByText(mark)).toBeInTheDocument();
  expect((await row(/^Old/u)).getByText('Archived')).toBeInTheDocument();
});

it('adds a field with choices pasted as lines; errors stand at their inputs', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add field' }));
  const form = within(await screen.findByRole('form', { name: 'New field' }));
  await user.click(form.getByRole('button', { name: 'Add field' }));
  expect(await form.findByText('Please give the field a name')).toBeInTheDocument();
  await user.type(form.getByLabelText('Name'), 'Category');
  await user.click(form.getByRole('radio', { name: 'One of several' }));
  await user.click(form.getByLabelText('Choices'));
  await user.paste('General\n OBC \n\nSC, ST');
  await user.click(form.getByRole('checkbox', { name: 'Management: Sees it' }));
  await user.click(form.getByRole('checkbox', { name: 'The person: Edits it' }));
  await user.click(form.getByRole('checkbox', { name: 'Trainee: Required' }));
  await user.click(form.getByRole('checkbox', { name: /^Sensitive/u }));

  answers('post', '', () => problem(422, 'validation_failed', 'Please check.', { errors: { choices: '“SC, ST” is there twice' } }));
  await user.click(form.getByRole('button', { name: 'Add field' }));
  expect(await form.findByText('“SC, ST” is there twice')).toBeInTheDocument();
  expect(form.getByLabelText('Choices')).toHaveFocus();
  answers('post', '', (body) => fieldOf('category', { label: String(body['label']) }));
  await user.click(form.getByRole('button', { name: 'Add field' }));

  expect(await screen.findByText('Category is added.')).toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({
    ...{ label: 'Category', kind: 'one', help: '', choices: [{ label: 'General' }, { label: 'OBC' }, { label: 'SC, ST' }] },
    ...{ requiredFor: ['TRAINEE'], viewers: ['SUPER_ADMIN', 'ADMIN'], editors: ['SUPER_ADMIN', 'ADMIN'], ownView: true, ownEdit: true },
    ...{ sensitive: true, unique: false, keyed: false, forEmployers: false },
  });
});

it('choices are renamed, moved and archived, and nothing else is sent', async () => {
  const user = open();
  const form = await edit(user, 'Course');
  await user.type(form.getByLabelText('Choice 1'), ' Operator');
  await act(user, 'Fitter', 'Move up');
  await act(user, 'Fitter', 'Archive');
  expect(form.getByLabelText('Choice 1')).toBeDisabled();
  await user.type(form.getByLabelText('More choices'), 'Welder');
  answers('put', '/course', () => COURSE);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Course is saved.')).toBeInTheDocument();
  const wanted = [{ number: 2, label: 'Fitter', archived: true }, { number: 1, label: 'CNC Operator', archived: false }, { label: 'Welder' }];
  expect(sent).toEqual([{ path: '/course', body: { choices: wanted, version: 3 } }]);
});

it('says how many values do not fit another kind, or are not unique, before anything is saved', async () => {
  const user = open();
  const form = await edit(user, '10th %');
  answers('post', '/marks/check', ({ kind }) => ({ misfits: kind === 'number' ? 2 : 1, examples: kind === 'number' ? ['about 60', 'pass'] : [] }));
  await user.click(form.getByRole('radio', { name: 'Number' }));
  expect(await form.findByText(/values of 2 people do not fit. Such as about 60 and pass. Mend them first/u)).toBeInTheDocument();
  await user.click(form.getByRole('checkbox', { name: /^Unique/u }));
  expect(await form.findByText(/1 person has a value that another has, too/u)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ kind: 'number', unique: false }, { kind: null, unique: true }]);
  answers('put', '/marks', () => problem(422, 'validation_failed', 'Please check.', { errors: { kind: '2 people have values that do not fit: about 60; pass' } }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('2 people have values that do not fit: about 60; pass')).toBeInTheDocument();
});

it('two definers: what was typed stays, what only the other changed is taken over, or all of theirs', async () => {
  const user = open();
  const form = await edit(user, 'Course');
  await user.type(form.getByLabelText('Name'), ' of study');
  const current = { ...COURSE, label: 'Trade', help: 'As on the certificate', version: 4 };
  answers('put', '/course', ({ version }) => (version === 3 ? problem(409, 'edit_conflict', 'Another administrator has changed this field.', { current }) : current));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/Another administrator has changed this field/u)).toBeInTheDocument();
  expect(form.getByText('Trade')).toBeInTheDocument();
  expect(form.getByLabelText('Name')).toHaveValue('Course of study');
  expect(form.getByLabelText('Help (optional)')).toHaveValue('As on the certificate');
  // A press beside it closes nothing that was typed.
  await user.keyboard('{Escape}');
  await user.click(form.getByRole('button', { name: 'Take theirs' }));
  expect(form.getByLabelText('Name')).toHaveValue('Trade');
  await user.type(form.getByLabelText('Name'), '!');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ label: 'Trade!', version: 4 }));
});

it('fields are moved by the menu with one write, and where they were meanwhile moved their present order is shown', async () => {
  const user = open();
  answers('put', '/order', ({ keys }) => {
    stored = (keys as string[]).flatMap((key) => stored.filter((field) => field.key === key)).concat(OLD);
    return { fields: stored, version: 13 };
  });
  await act(user, 'Course', 'Move down');
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('10th %'));
  expect(await screen.findByText('Course is now 2 of 2')).toBeInTheDocument();
  expect(sent).toEqual([{ path: '/order', body: { keys: ['marks', 'course'], version: 12 } }]);

  answers('put', '/order', () => problem(409, 'edit_conflict', 'The fields have been changed meanwhile.'));
  await act(user, 'Course', 'Move up');
  expect(await screen.findByText('The fields have been changed meanwhile.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('10th %'));
});

it('archives after it has said who has a value and what uses the field, and restores', async () => {
  const user = open();
  answers('post', '/course/archive', () => COURSE);
  answers('post', '/old/restore', () => OLD);
  await act(user, 'Course', 'Archive');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Archive Course?' }));
  expect(dialog.getByText(/120 people have values: they are kept/u)).toBeInTheDocument();
  expect(dialog.getByText('It is used by: View “CNC July”.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Course is archived.')).toBeInTheDocument();
  await act(user, 'Old', 'Restore');
  expect(await screen.findByText('Old is restored.')).toBeInTheDocument();
  expect(sent).toEqual([
    { path: '/course/archive', body: { version: 3 } },
    { path: '/old/restore', body: { version: 9 } },
  ]);
});

it('opens the people who have a value, unless the list is not asked for them', async () => {
  open();
  const where = encodeURIComponent('[{"field":"course","none":false}]');
  expect((await row(/^Course/u)).getByRole('link', { name: '120 people, Course' })).toHaveAttribute('href', `/dashboard/users?tab=manage&where=${where}`);
  expect((await row(/^10th %/u)).queryByRole('link')).not.toBeInTheDocument();
  expect((await row(/^Old/u)).queryByRole('link')).not.toBeInTheDocument();
});

it('keeps what was typed over a reload, with the version that was edited, until it is cancelled', async () => {
  const { user, unmount } = page();
  const first = await edit(user, 'Course');
  await user.type(first.getByLabelText('Choice 1'), ' Operator');
  await user.click(first.getByRole('checkbox', { name: 'Trainee: Required' }));
  unmount();
  const current = fieldOf('course', { ...COURSE, label: 'Trade', version: 4 });
  stored = [current, MARKS, OLD];

  const again = page();
  const form = within(await screen.findByRole('form', { name: 'Edit Course' }));
  expect(form.getByLabelText('Choice 1')).toHaveValue('CNC Operator');
  expect(form.getByRole('checkbox', { name: 'Trainee: Required' })).toBeChecked();
  answers('put', '/course', () => problem(409, 'edit_conflict', 'Another has changed it.', { current }));
  await again.user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/Another has changed it/u)).toBeInTheDocument();
  expect(sent.at(-1)?.body).toMatchObject({ version: 3, requiredFor: ['TRAINEE'] });
  expect(form.getByLabelText('Name')).toHaveValue('Trade');
  expect(form.getByLabelText('Choice 1')).toHaveValue('CNC Operator');
  await again.user.click(form.getByRole('button', { name: 'Cancel' }));
  again.unmount();
  page();
  expect(await row(/^Trade/u)).toBeDefined();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

it('offers starter sets first where there are no fields, and later only what is missing', async () => {
  stored = [];
  const user = open();
  const college = within(await screen.findByRole('region', { name: 'Placement sheet of a college' }));
  answers('post', '/starter-sets/collegePlacement', () => {
    stored = [COURSE, MARKS];
    return { fields: stored, version: 13 };
  });
  await user.click(college.getByRole('button', { name: 'Add 3 fields' }));
  expect(await row(/^Course/u)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Starter sets' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Starter sets' }));
  expect(await dialog.findByRole('button', { name: 'Add 1 field' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: 'Add 2 fields' })).toBeEnabled();
});

it('is for a Super Admin alone', async () => {
  server.use(ownProfile('ADMIN'));
  renderPage({ path: '/dashboard/settings/fields', as: { profile: 'ADMIN' } });
  expect(await screen.findByText('Required profile: Super Admin')).toBeInTheDocument();
});
