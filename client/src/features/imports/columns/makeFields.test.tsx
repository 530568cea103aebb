import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { describedField, FILE_FIELDS } from '~/api/fields';
import type { CreateFieldRequest, FieldRecord } from '~/api/generated/serverApi';
import { extendsSession, noBatches, noImports, ownProfile, problem } from '~/testing/answers';
import { fieldOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { Column, ColumnsRequest, ColumnsResponse } from '../api';
import { answersSamples, answersSnapshot, IMPORT_ID, snapshotOf } from '../testing';

const column = (index: number, name: string, guess: Column['guess'] = null): Column => ({ index, name, samples: ['CNC'], field: null, suggestion: null, partOf: null, guess, noGuess: null });

const columns: ColumnsResponse = {
  ...{ sheets: [], sheet: null, headerRow: 1, encoding: 'utf-8', delimiter: ',', dateOrder: null, sampledRows: 120 },
  columns: [
    column(0, 'Trade', { label: 'Trade', kind: 'one', choices: ['CNC', 'Fitter'] }),
    column(1, 'CGPA', { label: 'CGPA', kind: 'number', choices: [] }),
    column(2, 'Father', { label: 'Father', kind: 'text', choices: [] }),
    { ...column(3, 'UID'), noGuess: 'Aadhaar numbers are not kept here' },
    { ...column(4, 'E-mail'), field: 'email' },
  ],
  splits: {},
  values: { fullName: 'x', phone: '1', gender: 'OTHER', role: 'TRAINEE', profile: 'TRAINEE', workLocation: 'Pune' },
  fields: [...FILE_FIELDS],
  optional: FILE_FIELDS.filter((name) => !describedField(name).isRequired || name === 'dateOfBirth'),
};

/** The page of an import that waits for its columns, the fields that are asked for, and the columns that are sent. */
async function columnsPage({ shown = columns, taken = [] }: { readonly shown?: ColumnsResponse; readonly taken?: readonly string[] } = {}) {
  const asked: CreateFieldRequest[] = [];
  const chosen: ColumnsRequest[] = [];
  const fields: FieldRecord[] = [];
  const waiting = snapshotOf({ state: 'mapping', reason: 'Please confirm which columns are the required fields.', startedAt: null, startedBy: null });
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noBatches,
    noImports,
    answersSamples(() => []),
    answersSnapshot(() => waiting),
    http.get('*/api/v1/fields', () => HttpResponse.json({ fields, version: fields.length })),
    http.get('*/api/v1/users/imports/:id/columns', () => HttpResponse.json(shown)),
    http.put('*/api/v1/users/imports/:id/columns', async ({ request }) => {
      chosen.push((await request.json()) as ColumnsRequest);
      return HttpResponse.json({ ...waiting, state: 'validating', reason: null, version: 6 });
    }),
    http.post('*/api/v1/fields', async ({ request }) => {
      const field = (await request.json()) as CreateFieldRequest;
      asked.push(field);
      if (taken.includes(field.label)) return problem(422, 'validation_failed', 'Please check the fields', { errors: { label: 'A field has this name already' } });
      fields.push(fieldOf(field.label.toLowerCase(), { label: field.label, kind: field.kind }));
      return HttpResponse.json(fields.at(-1), { status: 201 });
    }),
  );
  const app = renderPage({ path: `/dashboard/users/imports/${IMPORT_ID}`, as: {} });
  await screen.findByRole('list', { name: 'Columns of the file' });
  return { ...app, asked, chosen };
}

describe('a column that is no field', () => {
  it('becomes one as it was guessed, or as it is corrected, and is read as it', async () => {
    const { user, asked, chosen } = await columnsPage();
    expect(screen.getByText('Aadhaar numbers are not kept here')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Make a field of Trade' }));
    const form = screen.getByRole('dialog', { name: 'Make a field of this column' });
    expect(within(form).getByLabelText('Choices')).toHaveValue('CNC\nFitter');
    await user.clear(within(form).getByLabelText('Name of the field'));
    await user.type(within(form).getByLabelText('Name of the field'), 'Course');
    await user.click(within(form).getByRole('button', { name: 'Make the field' }));
    await screen.findByDisplayValue('Course');
    expect(asked).toEqual([{ label: 'Course', kind: 'one', choices: [{ label: 'CNC' }, { label: 'Fitter' }] }]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(chosen[0]?.columns).toMatchObject({ 0: 'field:course', 1: null });
  });

  it('becomes one together with all others that are left, but for those that are not wanted or refused', async () => {
    const { user, asked } = await columnsPage({ taken: ['CGPA'] });
    await user.click(screen.getByRole('button', { name: 'Make fields of all 3 columns that are left' }));
    const dialog = screen.getByRole('dialog', { name: 'Make fields of columns' });
    await user.click(within(dialog).getByRole('checkbox', { name: 'Father · Text' }));
    await user.click(within(dialog).getByRole('button', { name: 'Make 2 fields' }));
    expect(await within(dialog).findByText('CGPA: A field has this name already')).toBeInTheDocument();
    expect(asked.map(({ label }) => label)).toEqual(['Trade', 'CGPA']);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Field of Trade')).toHaveDisplayValue('Trade');
    expect(screen.getByLabelText('Field of CGPA')).toHaveDisplayValue('Leave out');
  });

  it('is offered as none to who may not make fields, and own fields are offered to who edits them', async () => {
    await columnsPage({ shown: { ...columns, columns: columns.columns.map((each) => ({ ...each, guess: null })) } });
    expect(screen.queryByRole('button', { name: /Make a field/u })).not.toBeInTheDocument();
  });
});
