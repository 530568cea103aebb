import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, fieldOf, nothingOf, OWN_ID, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const choices = ['CNC', 'Fitter', 'Welder'].map((label, index) => ({ number: index + 1, label, archived: false }));
const FIELDS = [
  fieldOf('course', { label: 'Course', kind: 'one', choices, requiredFor: ['TRAINEE'] }),
  fieldOf('skills', { label: 'Skills', kind: 'many', choices }),
  fieldOf('marks', { label: 'Marks', kind: 'number', help: 'Of the tenth class' }),
  fieldOf('category', { label: 'Category', kind: 'one', choices, sensitive: true }),
  fieldOf('waiver', { label: 'Fee waiver', editors: [] }),
  fieldOf('old', { label: 'Old one', archivedAt: '2026-03-01T10:00:00Z' }),
];
const VALUES = { course: 'CNC', skills: ['CNC', 'Welder'], category: '••••', waiver: 'Half' };
const owner = userOf(1, { id: OWN_ID, fullName: 'Olive Owner', profile: 'SUPER_ADMIN', role: 'ADMIN' });
const trainee = userOf(2, { fullName: 'Tara Trainee', fields: VALUES });

beforeEach(() => {
  server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields: FIELDS, version: 1 })));
});

/** The bodies of all edits; the first answers are these, those after the last succeed. */
function edits(...refusals: (() => Response)[]) {
  const sent: unknown[] = [];
  server.use(
    http.put(`${USERS}/:id`, async ({ request }) => {
      sent.push(await request.json());
      return refusals.shift()?.() ?? HttpResponse.json({ ...trainee, fields: { ...VALUES, course: 'Fitter' }, version: 3 });
    }),
  );
  return sent;
}

async function open() {
  companyOf([owner, trainee]);
  server.use(...nothingOf);
  const app = renderPage({ path: `/dashboard/users/people/${trainee.id}`, as: {} });
  const section = within(await screen.findByRole('region', { name: 'More details' }));
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  return { ...app, section, save };
}

it('a new person needs the fields of the profile, and a refusal stands at its field', async () => {
  companyOf([]);
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post(`${USERS}/create`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return problem(422, 'validation_failed', 'Validation failed', { errors: { 'fields.marks': 'Marks: give a number such as 72.5' } });
    }),
  );
  const { user } = renderPage({ path: '/dashboard/users/new', as: {} });
  const section = within(await screen.findByRole('region', { name: 'More details' }));
  expect(section.queryByText('Fee waiver')).not.toBeInTheDocument();
  expect(section.getByLabelText('Course (optional)')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByLabelText('Profile')).toBeEnabled();
  });
  await user.selectOptions(screen.getByLabelText('Profile'), 'TRAINEE');
  await user.selectOptions(screen.getByLabelText('Role'), 'TRAINEE');
  for (const [label, text] of [['Full name', 'Asha Rao'], ['Email', 'asha@example.com'], ['Phone', '9876543210'], ['Work location', 'Pune'], ['Temporary password', 'Many-small-steps-9'], ['Date of birth', '12-03-1999']] as const) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByLabelText('Gender'), 'FEMALE');
  await user.click(screen.getByText('Create User'));
  expect(await section.findByText('Course is required')).toBeInTheDocument();
  expect(sent).toEqual([]);

  await user.selectOptions(section.getByLabelText('Course'), 'Fitter');
  await user.selectOptions(section.getByLabelText('Skills (optional)'), 'Welder');
  await user.selectOptions(section.getByLabelText('Skills (optional)'), 'CNC');
  expect(section.getByLabelText('Marks (optional)')).toHaveAttribute('inputmode', 'decimal');
  await user.type(section.getByLabelText('Marks (optional)'), 'many');
  await user.click(screen.getByText('Create User'));
  expect(await section.findByText('Marks: give a number such as 72.5')).toBeInTheDocument();
  expect(sent.map(({ fields }) => fields)).toEqual([{ course: 2, skills: [1, 3], marks: 'many' }]);
  expect(Object.keys(sent[0] ?? {}).filter((name) => name.includes(':'))).toEqual([]);
});

it('an edit sends what has changed by numbers, and a conflict names the fields', async () => {
  const current = { ...trainee, version: 2, fields: { ...VALUES, course: 'Welder', marks: 61 } };
  const changes = [{ field: 'field:course', before: 'CNC', after: 'Welder' }, { field: 'field:marks', before: null, after: '61' }];
  const { user, section, save } = await open();
  const sent = edits(() => problem(409, 'edit_conflict', 'Changed meanwhile', { current, changedBy: { id: OWN_ID, fullName: 'Sana Second' }, changedAt: '2026-03-03T10:00:00Z', changes }));
  expect(section.getByText('Fee waiver')).toBeInTheDocument();
  expect(section.queryByLabelText(/Fee waiver/u)).not.toBeInTheDocument();
  await user.selectOptions(section.getByLabelText('Course'), 'Fitter');
  await user.click(section.getByRole('button', { name: 'Remove CNC' }));
  await save();
  expect(await screen.findByText(/^Sana Second changed Course and Marks on 03 Mar 2026/u)).toBeInTheDocument();
  const clash = within(screen.getByRole('group', { name: 'Course: yours or theirs' }));
  expect(clash.getByText('Welder')).toBeInTheDocument();
  expect(section.getByLabelText('Marks (optional)')).toHaveValue('61');
  await user.click(clash.getByRole('button', { name: 'Keep mine' }));
  await save();
  expect(await screen.findByText('Saved:')).toBeInTheDocument();
  expect(sent).toEqual([
    { fields: { course: 2, skills: [3] }, version: 1 },
    { fields: { course: 2, skills: [3] }, version: 2 },
  ]);
});

it('a sensitive value is shown when it is asked for, replaced by another one, and removed by saying so', async () => {
  const { user, section, save } = await open();
  server.use(http.post(`${USERS}/:id/fields/category/reveal`, () => HttpResponse.json({ userId: trainee.id, key: 'category', value: 'Welder' })));
  const sent = edits();
  expect(section.getByText('Viewing is recorded.')).toBeInTheDocument();
  await user.click(section.getByRole('button', { name: 'Show Category' }));
  expect(await section.findByText('Welder', { selector: '[role=status]' })).toBeInTheDocument();
  const input = section.getByLabelText('Category (optional)');
  await user.selectOptions(input, 'CNC');
  await user.selectOptions(input, '••••');
  await save();
  expect(await screen.findByText('Nothing to save: nothing has changed.')).toBeInTheDocument();
  await user.click(section.getByRole('button', { name: 'Remove Category' }));
  expect(section.getByText('It is removed when you save.')).toBeInTheDocument();
  await save();
  await screen.findByText('Saved:');
  expect(sent).toEqual([{ fields: { category: null }, version: 1 }]);
});

it('who may not change a person reads what is known, with the label of each field', async () => {
  companyOf([owner, userOf(2, { ...trainee, profile: 'ADMIN', role: 'MANAGER' })], 'ADMIN');
  server.use(
    ...nothingOf,
    http.get(`${USERS}/:id/activity`, () =>
      HttpResponse.json({
        ...{ page: 1, pageSize: 10, total: 1, totalIsExact: true, origin: null },
        data: [{ id: '1', action: 'user_edited', actorId: null, actorName: null, subjectId: trainee.id, subjectLabel: 't', address: null, before: { 'field:course': 'CNC' }, after: { 'field:course': 'Fitter' }, createdAt: '2026-03-01T10:00:00Z' }],
      }),
    ),
  );
  renderPage({ path: `/dashboard/users/people/${trainee.id}`, as: {} });
  await screen.findByRole('heading', { name: 'More details' });
  const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent ?? ''}`);
  expect(facts).toEqual(expect.arrayContaining(['Course: CNC ', 'Skills: CNC, Welder ', 'Fee waiver: Half ']));
});
