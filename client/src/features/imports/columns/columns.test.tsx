import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { describedField, FILE_FIELDS } from '~/api/fields';
import { extendsSession, noBatches, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ColumnsRequest, ColumnsResponse, ImportSnapshot } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSamples, answersSnapshot, IMPORT_ID, readySnapshot, rowOf, snapshotOf } from '../testing';

const MISSING = 'Missing required headers: gender, role, profile';

const columns: ColumnsResponse = {
  ...{ sheets: ['Students', 'Staff'], sheet: 'Students', headerRow: 3 },
  ...{ encoding: 'utf-8', delimiter: ',', dateOrder: null },
  columns: [
    { index: 0, name: 'S.No', samples: ['1', '2'], field: null, suggestion: null, partOf: null, guess: null, noGuess: null },
    { index: 1, name: 'Student Name', samples: ['Asha Rao'], field: 'fullName', suggestion: null, partOf: null, guess: null, noGuess: null },
    { index: 2, name: 'E-mail', samples: ['asha@example.org'], field: 'email', suggestion: null, partOf: null, guess: null, noGuess: null },
    { index: 3, name: 'Mobile', samples: ['98000 00001'], field: 'phone', suggestion: null, partOf: null, guess: null, noGuess: null },
    { index: 4, name: 'DOB', samples: ['13/02/2003'], field: 'dateOfBirth', suggestion: null, partOf: null, guess: null, noGuess: null },
    { index: 5, name: '', samples: [], field: 'workLocation', suggestion: null, partOf: null, guess: null, noGuess: null },
  ],
  sampledRows: 50,
  splits: {},
  values: {},
  fields: [...FILE_FIELDS],
  optional: FILE_FIELDS.filter((name) => !describedField(name).isRequired),
};

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noBatches, noImports, answersSamples(() => []));
});

/** The page of an import that waits for its columns; `chosen` has what is sent. */
async function columnsPage(shown: ColumnsResponse = columns, answer?: () => Response, lines: ImportSnapshot['lines'] = null) {
  const chosen: ColumnsRequest[] = [];
  const waiting = snapshotOf({ state: 'mapping', reason: MISSING, remarks: ['Columns as Krishna Sharma chose them on 12 Nov 2026.'], startedAt: null, startedBy: null, lines });
  server.use(
    answersSnapshot(() => waiting),
    http.get('*/api/v1/users/imports/:id/columns', () => HttpResponse.json(shown)),
    http.put('*/api/v1/users/imports/:id/columns', async ({ request }) => {
      chosen.push((await request.json()) as ColumnsRequest);
      return answer?.() ?? HttpResponse.json({ ...waiting, state: 'validating', reason: null, version: 6 });
    }),
  );
  const app = renderPage({ path: `/dashboard/users/imports/${IMPORT_ID}`, as: {} });
  await screen.findByRole('list', { name: 'Columns of the file' });
  return { ...app, chosen };
}

describe('the columns of a file', () => {
  it('are shown with some of their cells, the field that each was taken for, and who has chosen so before', async () => {
    await columnsPage();
    expect(screen.getByRole('heading', { name: 'Columns of the file' })).toBeInTheDocument();
    expect(screen.getByText(MISSING)).toHaveTextContent('Columns as Krishna Sharma chose them on 12 Nov 2026.');
    const list = screen.getByRole('list', { name: 'Columns of the file' });
    expect(within(list).getByText('1 · 2')).toBeInTheDocument();
    expect(within(list).getByLabelText('Field of Student Name')).toHaveDisplayValue('Full name');
    expect(within(list).getByLabelText('Field of S.No')).toHaveDisplayValue('Leave out');
    expect(within(list).getByLabelText('Field of column 6')).toHaveDisplayValue('Work location');
  });

  it('that only look like a field are left out until that is pressed', async () => {
    const filled = { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' };
    const guessed = columns.columns.map((column) => (column.field === 'email' ? { ...column, field: null, suggestion: 'email' as const } : column));
    const { user, chosen } = await columnsPage({ ...columns, columns: guessed, values: filled });
    expect(screen.getByLabelText('Field of E-mail')).toHaveDisplayValue('Leave out');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Looks like Email: use it' }));
    expect(screen.getByLabelText('Field of E-mail')).toHaveDisplayValue('Email');
    expect(screen.queryByRole('button', { name: 'Looks like Email: use it' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expect.poll(() => chosen.map(({ columns: sent }) => sent?.[2])).toEqual(['email']);
  });

  it('that look like several fields are used by one press', async () => {
    const filled = { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' };
    const guessed = columns.columns.map((column) => (column.field === 'email' || column.field === 'phone' ? { ...column, field: null, suggestion: column.field } : column));
    const { user, chosen } = await columnsPage({ ...columns, columns: guessed, values: filled });
    await user.click(screen.getByRole('button', { name: 'Use all 2 suggestions' }));
    expect(screen.queryByRole('button', { name: /suggestions$/u })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expect.poll(() => chosen.map(({ columns: sent }) => [sent?.[2], sent?.[3]])).toEqual([['email', 'phone']]);
  });

  it('are shown as the people that the server makes of the first rows, with what it cannot read', async () => {
    const values = { code: '', fullName: 'Asha Rao', email: 'asha@example.org', phone: '+919800000001', dateOfBirth: '2001-05-21', gender: 'M', workLocation: '', role: '', profile: '', isActive: '' };
    const asked: ColumnsRequest[] = [];
    server.use(answersSamples((request) => (asked.push(request), [{ row: 1, values, problems: [{ field: 'gender', message: 'Invalid gender' }] }])));
    const { user } = await columnsPage();
    const people = await screen.findByRole('list', { name: 'The first rows as people' });
    expect(within(people).getByText('21 May 2001')).toBeInTheDocument();
    expect(within(people).queryByText('Role')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Gender'), 'Other');
    expect(await within(people).findByText('Invalid gender')).toBeInTheDocument();
    await expect.poll(() => asked.at(-1)?.values?.['gender']).toBe('OTHER');
  });

  it('may put all people into one batch, where no column names theirs', async () => {
    const filled = { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' };
    const { user, chosen } = await columnsPage({ ...columns, values: filled });
    await user.selectOptions(screen.getByLabelText('Field of S.No'), 'Batch');
    expect(screen.queryByText('One batch for all people (optional)')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Field of S.No'), 'Leave out');
    await user.type(screen.getByRole('combobox', { name: 'One batch for all people (optional)' }), 'July 2026; Pune');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expect.poll(() => chosen.map(({ values }) => values)).toEqual([{ ...filled, batch: 'July 2026; Pune' }]);
  });

  it('may lack those that the installation makes optional', async () => {
    const values = { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' };
    const { user } = await columnsPage({ ...columns, values, optional: [...columns.optional, 'email'] });
    await user.selectOptions(screen.getByLabelText('Field of E-mail'), 'Leave out');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });

  it('go on once each required field has a column or one value for all rows', async () => {
    const { user, chosen } = await columnsPage();
    const next = screen.getByRole('button', { name: 'Continue' });
    expect(next).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Gender'), 'Other');
    await user.selectOptions(screen.getByLabelText('Role'), 'Trainee');
    await user.selectOptions(screen.getByLabelText('Profile'), 'Trainee');
    await user.selectOptions(screen.getByLabelText('Field of column 6'), 'Leave out');
    await user.type(screen.getByLabelText('Work location'), 'Pune');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    expect(chosen).toEqual([
      {
        columns: { 0: null, 1: 'fullName', 2: 'email', 3: 'phone', 4: 'dateOfBirth', 5: null },
        splits: {},
        values: { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE', workLocation: 'Pune' },
      },
    ]);
  });

  it('say what is still to be chosen, and a profile brings its usual role', async () => {
    const { user } = await columnsPage();
    expect(screen.getByText('Still to choose: Gender, Profile, Role.')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Profile'), 'Trainee');
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('Trainee');
    await user.selectOptions(screen.getByLabelText('Profile'), 'Trainer');
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('Faculty');
    await user.selectOptions(screen.getByLabelText('Role'), 'Mentor');
    await user.selectOptions(screen.getByLabelText('Profile'), 'Trainee');
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('Mentor');
    await user.selectOptions(screen.getByLabelText('Gender'), 'Other');
    expect(screen.queryByText(/^Still to choose/u)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });

  it('can be split: the parts have fields of their own, until they are joined again', async () => {
    const centre = { ...columns, columns: columns.columns.map((each) => (each.index === 5 ? { ...each, name: 'Centre', samples: ['Pune / Trainee', 'Goa/Trainee'] } : each)) };
    const { user, chosen } = await columnsPage(centre);
    await user.selectOptions(screen.getByLabelText('Gender'), 'Other');
    await user.selectOptions(screen.getByLabelText('Profile'), 'Trainee');
    await user.click(screen.getByRole('button', { name: 'Split Centre' }));
    expect(screen.getByText('Centre is split into 2 parts.')).toHaveRole('status');
    expect(screen.getByRole('button', { name: 'Join again Centre' })).toHaveFocus();
    expect(screen.queryByLabelText('Field of Centre')).not.toBeInTheDocument();
    const parts = screen.getByRole('list', { name: 'Parts of Centre' });
    expect(within(parts).getByText('Pune · Goa')).toBeInTheDocument();
    expect(within(parts).getByLabelText('Field of Centre · part 1')).toHaveDisplayValue('Work location');
    await user.selectOptions(within(parts).getByLabelText('Field of Centre · part 2'), 'Role');
    await user.click(screen.getByRole('button', { name: 'Split S.No' }));
    expect(within(parts).getByLabelText('Field of Centre · part 2')).toHaveDisplayValue('Role');
    await user.click(screen.getByRole('button', { name: 'Join again S.No' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    expect(chosen).toEqual([
      {
        columns: { 0: null, 1: 'fullName', 2: 'email', 3: 'phone', 4: 'dateOfBirth', 5: null, 6: 'workLocation', 7: 'role' },
        splits: { 5: { separator: '/', parts: 2 } },
        values: { gender: 'OTHER', profile: 'TRAINEE' },
      },
    ]);
  });

  it('are split at another separator, which is neither empty nor a word', async () => {
    const filled = { ...columns, values: { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' } };
    const { user } = await columnsPage(filled);
    await user.click(screen.getByRole('button', { name: 'Split Student Name' }));
    expect(screen.getByLabelText('Separator in Student Name')).toHaveDisplayValue('Space');
    expect(screen.getByText('Asha')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Number of parts of Student Name'), '3 parts');
    expect(screen.getByLabelText('Field of Student Name · part 3')).toHaveDisplayValue('Leave out');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await user.selectOptions(screen.getByLabelText('Separator in Student Name'), 'Other');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    expect(screen.getByText('Still to choose: Separator.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Other separator in Student Name'), 'a');
    expect(screen.getByText('1 to 3 characters, not only letters or digits')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Other separator in Student Name'), ' ');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Join again Student Name' }));
    expect(screen.getByLabelText('Field of Student Name')).toHaveDisplayValue('Full name');
  });

  it('that are split are shown with the parts and cells that the server has', async () => {
    const part = { index: 6, name: 'Mobile · part 1', samples: ['98000'], field: 'phone' as const, suggestion: null, partOf: 3, guess: null, noGuess: null };
    await columnsPage({
      ...columns,
      splits: { 3: { separator: ' ', parts: 2 } },
      columns: [...columns.columns.map((each) => (each.index === 3 ? { ...each, field: null } : each)), part, { ...part, index: 7, name: 'Mobile · part 2', samples: ['from the server'], field: null }],
    });
    const parts = screen.getByRole('list', { name: 'Parts of Mobile' });
    expect(within(parts).getByText('from the server')).toBeInTheDocument();
    expect(within(parts).getByLabelText('Field of Mobile · part 1')).toHaveDisplayValue('Phone');
    expect(within(parts).getAllByRole('listitem')).toHaveLength(2);
  });

  it('of a field that no two people share need a column, not one value', async () => {
    const { user } = await columnsPage();
    await user.selectOptions(screen.getByLabelText('Field of Mobile'), 'Leave out');
    expect(screen.getByText(/^Choose the column of Phone below\. If the file has none, add it there/u)).toBeInTheDocument();
    expect(screen.queryByLabelText('Phone')).not.toBeInTheDocument();
  });

  it('need no more than the email or the code where people who are there are only updated', async () => {
    const { user, chosen } = await columnsPage();
    await user.click(screen.getByRole('checkbox', { name: /^Only update people who have an account/u }));
    expect(screen.queryByLabelText('Gender')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Field of E-mail'), 'Leave out');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Field of S.No'), 'Code');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await user.selectOptions(screen.getByLabelText('Field of E-mail'), 'Email');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => {
      expect(chosen).toMatchObject([{ mode: 'update', values: {} }]);
    });
  });

  it('are found anew in another sheet', async () => {
    const { user, chosen } = await columnsPage();
    await user.selectOptions(screen.getByLabelText('Sheet'), 'Staff');
    await waitFor(() => {
      expect(chosen).toEqual([{ sheet: 'Staff' }]);
    });
  });

  it('keep what was chosen where they cannot be fetched anew', async () => {
    const waiting = snapshotOf({ state: 'mapping', reason: MISSING, startedAt: null, startedBy: null });
    const { user } = await columnsPage(columns, () => HttpResponse.json({ ...waiting, version: 6 }));
    await user.selectOptions(screen.getByLabelText('Field of S.No'), 'Batch');
    const asked = vi.fn<() => void>();
    server.use(
      http.get('*/api/v1/users/imports/:id/columns', () => {
        asked();
        return problem(503, 'unavailable', 'Down.');
      }),
    );
    await user.selectOptions(screen.getByLabelText('Sheet'), 'Staff');
    await waitFor(() => {
      expect(asked).toHaveBeenCalled();
      expect(screen.getByLabelText('Sheet')).toBeEnabled();
    });
    expect(screen.queryByText('Down.')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Field of S.No')).toHaveDisplayValue('Batch');
  });

  it('of a text file can be separated in another way', async () => {
    const { user, chosen } = await columnsPage({ ...columns, sheets: [], sheet: null });
    expect(screen.queryByLabelText('Sheet')).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Cells are separated by'), 'Semicolon');
    await waitFor(() => {
      expect(chosen).toEqual([{ delimiter: ';' }]);
    });
  });

  it('of a checked file can be changed from its preview, to which Cancel leads back', async () => {
    const chosen: ColumnsRequest[] = [];
    let current = readySnapshot({ totalRows: 1, validRows: 1, warningRows: 0, invalidRows: 0 });
    server.use(
      answersSnapshot(() => current),
      answersProblems(() => []),
      answersRows(() => [rowOf(1)]),
      http.get('*/api/v1/users/imports/:id/columns', () => HttpResponse.json({ ...columns, values: { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' } })),
      http.put('*/api/v1/users/imports/:id/columns', async ({ request }) => {
        chosen.push((await request.json()) as ColumnsRequest);
        current = { ...current, state: 'validating', checkedRows: 0, version: 6 };
        return HttpResponse.json(current);
      }),
    );
    const { user, router } = renderPage({ path: ADDRESS, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    expect(await screen.findByRole('list', { name: 'Columns of the file' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.selectOptions(await screen.findByLabelText('Field of S.No'), 'Phone');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(chosen.map((request) => request.columns?.[0])).toEqual(['phone']);
  });

  it('of a checked file lead back to its preview also where it is checked again before the answer is there', async () => {
    let current = readySnapshot({ totalRows: 1, validRows: 1, warningRows: 0, invalidRows: 0 });
    server.use(
      answersSnapshot(() => current),
      answersProblems(() => []),
      answersRows(() => [rowOf(1)]),
      http.get('*/api/v1/users/imports/:id/columns', () => HttpResponse.json({ ...columns, values: { gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE' } })),
      http.put('*/api/v1/users/imports/:id/columns', () => {
        current = { ...current, version: 7 };
        return HttpResponse.json(current);
      }),
    );
    const { user } = renderPage({ path: ADDRESS, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('button', { name: 'Change columns' })).toBeInTheDocument();
  });

  it('that the server refuses say why, and nothing that was chosen is lost', async () => {
    const sentence = 'There is no header with rows below it on this line';
    const { user } = await columnsPage(columns, () => problem(422, 'validation_failed', 'Validation failed', { errors: { headerRow: sentence } }));
    await user.selectOptions(screen.getByLabelText('Gender'), 'Female');
    await user.selectOptions(screen.getByLabelText('Headings in line'), '5');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Gender')).toHaveDisplayValue('Female');
  });

  it('whose headings take two lines say so beside the list', async () => {
    await columnsPage(columns, undefined, { total: 5, above: 1, heading: 2, rows: 2, examples: 0, notes: 0, left: 0, repeated: 0, blank: 0, inside: 0 });
    const group = screen.getByRole('group', { name: 'How the file is read' });
    expect(within(group).getByLabelText('Headings in line')).toHaveDisplayValue('3 to 4');
    expect(group.compareDocumentPosition(screen.getByRole('list', { name: 'Columns of the file' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
