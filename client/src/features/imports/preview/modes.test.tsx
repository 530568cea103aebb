import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportRow, ImportSnapshot } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSnapshot, IMPORT_ID, nth, OWNER_ID, readySnapshot, rowOf, snapshotOf } from '../testing';

const taken = { field: 'email', message: 'Email already registered' } as const;
const changed = rowOf(2, {
  status: 'invalid',
  change: 'changed',
  before: { fullName: 'Asha Verma', workLocation: 'Delhi', role: 'MENTOR' },
  errors: [taken],
});
const unchanged = rowOf(3, { status: 'invalid', change: 'unchanged', errors: [taken] });
const forbidden = rowOf(4, { status: 'invalid', errors: [taken], updateErrors: [{ field: 'profile', message: 'You cannot change your own profile.' }] });
const broken = rowOf(5, { status: 'invalid', errors: [{ field: 'phone', message: 'Invalid phone number' }] });
const ROWS = [rowOf(1), changed, unchanged, forbidden, broken];

const fits: Readonly<Record<string, (row: ImportRow) => boolean>> = {
  changed: ({ change }) => change === 'changed',
  unchanged: ({ change }) => change === 'unchanged',
  new: ({ status }) => status !== 'invalid',
  refused: ({ status, change }) => status === 'invalid' && change === null,
};

const given = { totalRows: 5, validRows: 1, newRows: 1, warningRows: 0, invalidRows: 4, changedRows: 1, unchangedRows: 1 };

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, answersProblems(() => [{ ...taken, rows: 3 }]), answersRows((status) => ROWS.filter(fits[status ?? ''] ?? (() => true))));
});

async function preview(snapshot: Partial<ImportSnapshot> = given, query = '') {
  server.use(answersSnapshot(() => readySnapshot({ serverTime: new Date().toISOString(), ...snapshot })));
  const app = renderPage({ path: ADDRESS + query, as: { userId: OWNER_ID } });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, row: (index: number) => within(nth(screen.getAllByRole('row').slice(1), index)) };
}

const filters = () =>
  within(screen.getByRole('group', { name: 'Which rows are shown' }))
    .getAllByRole('button')
    .map((button) => button.textContent);

describe('a file with people who have an account', () => {
  it('offers to update them, with the counts of each mode', async () => {
    await preview();
    const modes = within(screen.getByRole('radiogroup', { name: 'What to do with people who have an account' }));
    expect(screen.getByRole('heading', { name: '2 people have an account already' })).toBeInTheDocument();
    expect(modes.getByRole('radio', { name: 'Add new people only' })).toBeChecked();
    const counts = (name: string) => modes.getByRole('radio', { name });
    expect(counts('Add new people only')).toHaveAccessibleDescription(/^1 new ?, ?2 refused ?, ?2 left out ?,?$/u);
    expect(counts('Update people who are there')).toHaveAccessibleDescription(/^1 changed ?, ?1 unchanged ?, ?2 refused ?, ?1 left out ?,?$/u);
    expect(counts('Both: add and update')).toHaveAccessibleDescription(/^1 new ?, ?1 changed ?, ?1 unchanged ?, ?2 refused ?,?$/u);
    expect(screen.getByText('2 people have an account already and will be left out. 2 people won’t be added until their rows are fixed.')).toBeInTheDocument();
  });

  it('shows of a file that updates the people by name, and the fields that it has', async () => {
    const person = rowOf(2, { ...changed, accountName: 'Asha Verma', before: { workLocation: 'Delhi' }, values: { ...changed.values, fullName: '', phone: '' } });
    const stranger = rowOf(3, { status: 'invalid', errors: [{ field: 'phone', message: 'Missing phone' }] });
    server.use(answersRows(() => [person, stranger]));
    const { row } = await preview({ ...given, mode: 'update', validRows: 0, newRows: 0, columns: ['email', 'workLocation', 'gender'] });
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(['Row', 'Full name', 'email', 'Work location', 'Actions']);
    expect(row(0).getByText('Asha Verma')).toBeInTheDocument();
    expect(row(0).getByText('Delhi')).toBeInTheDocument();
    expect(row(1).getAllByTitle('Error')).toHaveLength(1);
    expect(row(1).getByText('No account has this email')).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument();
  });

  it('lists their email as no cause: the choice of the mode counts them', async () => {
    server.use(answersProblems(() => [{ ...taken, rows: 2 }, { field: 'phone', message: 'Missing phone', rows: 1 }]));
    const { user } = await preview();
    await user.click(await screen.findByRole('button', { name: 'Why rows are refused (1)' }));
    const causes = within(await screen.findByRole('list', { name: 'Why rows are refused' }));
    expect(causes.getAllByRole('button').map((button) => button.textContent)).toEqual(['1 row: Missing phone']);
  });

  it.each([
    [{ ...given, validRows: 5, invalidRows: 61, changedRows: 16, unchangedRows: 45 }, '61 of 66 people are in Waymark already. Update them?', 'Update 16 people and add 5 new', 'Both: add and update'],
    [{ ...given, validRows: 0, invalidRows: 61, changedRows: 1, unchangedRows: 60 }, '61 of 61 people are in Waymark already. Update them?', 'Update 1 person', 'Update people who are there'],
  ])('where most are there suggests to update them, and chooses nothing in silence: %#', async (counts, sentence, button, mode) => {
    const { user } = await preview({ ...counts, totalRows: counts.validRows + counts.invalidRows });
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Add new people only' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: button }));
    expect(screen.getByRole('radio', { name: mode })).toBeChecked();
    expect(screen.getByRole('radio', { name: mode })).toHaveFocus();
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it.each([
    { ...given, validRows: 10, invalidRows: 10, changedRows: 5, unchangedRows: 5 },
    { ...given, validRows: 1, invalidRows: 10, changedRows: 0, unchangedRows: 10 },
  ])('suggests nothing where few are there, or an update would change nothing: %#', async (counts) => {
    await preview(counts);
    expect(screen.queryByText(/Update them\?$/u)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: '10 people have an account already' })).toBeInTheDocument();
  });

  it('refuses their email as long as only new people are added', async () => {
    const { row } = await preview();
    expect(row(1).getByText('Invalid')).toBeInTheDocument();
    expect(row(1).getByText('Email already registered')).toBeInTheDocument();
    expect(row(1).queryByText('Asha Verma')).not.toBeInTheDocument();
    expect(filters()).toEqual(['All rows 5', 'Valid 1', 'With warnings 0', 'Invalid 4']);
  });

  it('shows each cell that an update changes before and after, and why others are refused', async () => {
    const { user, row, router } = await preview();
    await user.click(screen.getByRole('radio', { name: 'Both: add and update' }));
    expect(filters()).toEqual(['All rows 5', 'New 1', 'Changed 1', 'Unchanged 1', 'Refused 2']);
    expect(router.state.location.search).toBe('?mode=upsert');
    expect(screen.queryByText('3 rows:')).not.toBeInTheDocument();
    expect(row(0).getByText('New')).toBeInTheDocument();
    expect(row(1).getByText('Changed')).toBeInTheDocument();
    expect(row(1).queryByText('Email already registered')).not.toBeInTheDocument();
    expect(row(1).getAllByRole('deletion').map((each) => each.textContent)).toEqual(['Before: Asha Verma', 'Before: Delhi', 'Before: Mentor']);
    expect(row(1).getAllByRole('insertion').map((each) => each.textContent)).toEqual(['After: Person 2', 'After: Pune', 'After: Trainee']);
    expect(row(2).getByText('Unchanged')).toBeInTheDocument();
    expect(row(2).queryByRole('deletion')).not.toBeInTheDocument();
    expect(row(3).getByText('You cannot change your own profile.')).toBeInTheDocument();
    expect(row(4).getByText('Invalid phone number')).toBeInTheDocument();
  });

  it('filters by what happens to the row, in the address', async () => {
    const { user, router } = await preview(given, '?mode=upsert&status=changed');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Refused 2' }));
    await waitFor(() => {
      expect(screen.getAllByRole('row')).toHaveLength(3);
    });
    expect(router.state.location.search).toBe('?status=refused&mode=upsert');
    await user.click(screen.getByRole('radio', { name: 'Add new people only' }));
    expect(router.state.location.search).toBe('');
  });

  it.each([
    ['Update people who are there', 'Update 1 Person', { mode: 'update', invite: true }, '1 new person won’t be added. 2 people won’t be updated until their rows are fixed.'],
    ['Both: add and update', 'Add 1 and Update 1 People', { mode: 'upsert', invite: true }, '2 people won’t be added until their rows are fixed.'],
  ])('starts in the chosen mode: %s', async (mode, button, body, sentence) => {
    const asked: unknown[] = [];
    server.use(
      http.post(`*/api/v1/users/imports/${IMPORT_ID}/start`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(snapshotOf({ version: 30 }));
      }),
    );
    const { user } = await preview();
    await user.click(screen.getByRole('radio', { name: mode }));
    expect(screen.getByText(sentence)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('heading', { name: 'Processing Users...' });
    expect(asked).toEqual([body]);
  });

  it('asks before it updates a hundred people, without a word on invitations', async () => {
    const { user } = await preview({ ...given, totalRows: 205, invalidRows: 204, changedRows: 200, unchangedRows: 2 }, '?mode=update');
    await user.click(screen.getByRole('button', { name: 'Update 200 People' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Update 200 people?' }));
    expect(dialog.queryByRole('radio')).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Update 200 People' })).toBeInTheDocument();
  });

  it('has nothing to start where an update would change nothing', async () => {
    await preview({ ...given, changedRows: 0, unchangedRows: 2 }, '?mode=update');
    expect(screen.getByRole('button', { name: 'Upload 0 Valid Users' })).toBeDisabled();
  });
});

describe('a file of new people', () => {
  it('has no word of modes, whatever the address says', async () => {
    await preview({ ...given, changedRows: 0, unchangedRows: 0 }, '?mode=upsert&status=changed');
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument();
    expect(filters()).toEqual(['All rows 5', 'Valid 1', 'With warnings 0', 'Invalid 4']);
    expect(screen.getByRole('button', { name: 'All rows 5' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the same content again', () => {
  it('names the import before, with a link', async () => {
    const year = new Date().getFullYear();
    await preview({
      ...given,
      sameAs: { id: '0199f000-1111-7000-8000-00000000000a', fileName: 'june.csv', createdAt: `${year}-07-03T10:00:00Z`, uploadedBy: { id: OWNER_ID, fullName: 'Olive Owner' } },
    });
    expect(screen.getByText(/The same file was imported on 3 July by Olive Owner/u)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'june.csv' })).toHaveAttribute('href', '/dashboard/users/imports/0199f000-1111-7000-8000-00000000000a');
  });

  it('of another year names the year, and no one where the account is gone', async () => {
    await preview({ ...given, sameAs: { id: '0199f000-1111-7000-8000-00000000000a', fileName: 'june.csv', createdAt: '2019-07-03T10:00:00Z', uploadedBy: null } });
    expect(screen.getByRole('link', { name: 'june.csv' }).parentElement).toHaveTextContent('The same file was imported on 3 July 2019: june.csv');
  });
});
