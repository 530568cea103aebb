import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { FILE_FIELDS, type FileField, isOptionalInFiles } from '~/api/fields';
import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, nth, OWNER_ID, rowOf } from '../testing';
import { cell, previewOfThree } from './testing';

/** The page of a preview of these rows. */
async function openPreview(preview = previewOfThree()) {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
  const app = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, ...preview };
}

const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

describe('a block of a spreadsheet', () => {
  it('is pasted from the focused cell on, after a question, as one change', async () => {
    const { user, calls } = await openPreview();
    cell(1, 'gender').focus();
    await user.paste('Male\tNashik\nFemale\tNagpur\r\n');
    const dialog = await question('Change 3 cells in 2 rows?');
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Row 1, gender: Female → Male',
      'Row 1, work location: Pune → Nashik',
      'Row 2, work location: Pune → Nagpur',
    ]);
    expect(calls).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Change 3 Cells' }));
    expect(await screen.findByText('2 rows changed.')).toBeInTheDocument();
    expect(calls).toEqual([
      {
        what: 'edit all',
        body: {
          rows: [
            { row: 1, version: 1, values: { gender: 'MALE', workLocation: 'Nashik' } },
            { row: 2, version: 1, values: { workLocation: 'Nagpur' } },
          ],
        },
      },
    ]);
    await waitFor(() => {
      expect(cell(2, 'work location')).toHaveTextContent('Nagpur');
    });
    expect(screen.getByRole('button', { name: 'Undo change of 2 rows' })).toBeInTheDocument();
  });

  it('reaches the rows of the next page', async () => {
    const preview = previewOfThree();
    preview.stored.rows = Array.from({ length: 12 }, (_, index) => rowOf(index + 1));
    const { user, calls } = await openPreview(preview);
    cell(10, 'work location').focus();
    await user.paste('Nashik\nNagpur\nSatara\nThane');
    const dialog = await question('Change 3 cells in 3 rows?');
    expect(dialog.getByText(/1 value has no cell here and will be left out\./u)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Change 3 Cells' }));
    await waitFor(() => {
      expect(calls.map(({ body }) => (body as { rows: { row: number }[] }).rows.map(({ row }) => row))).toEqual([[10, 11, 12]]);
    });
  });

  it('is not pasted at all where a row was changed meanwhile', async () => {
    const { user, replace, stored } = await openPreview();
    cell(1, 'full name').focus();
    await user.paste('Asha\nMeera');
    const dialog = await question('Change 2 cells in 2 rows?');
    replace(2, { version: 2, values: { ...nth(stored.rows, 1).values, fullName: 'Leela' }, editedBy: { id: 'other', fullName: 'Ravi Menon' } });
    await user.click(dialog.getByRole('button', { name: 'Change 2 Cells' }));
    expect(await screen.findByText('Ravi Menon changed row 2 meanwhile. Nothing was pasted.')).toBeInTheDocument();
    await waitFor(() => {
      expect(cell(2, 'full name')).toHaveTextContent('Leela');
    });
    expect(cell(1, 'full name')).toHaveTextContent('Person 1');
  });

  it.each([
    ['Person 1\nPerson 2', 'These cells have these values already.'],
    [Array.from({ length: 201 }, () => 'x').join('\n'), 'Paste at most 200 rows at once.'],
  ])('asks nothing where it changes nothing or is too large: %#', async (text, sentence) => {
    const { user, calls } = await openPreview();
    cell(1, 'full name').focus();
    await user.paste(text);
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });
});

describe('selected rows', () => {
  it('are copied as a spreadsheet takes them, as text', async () => {
    const preview = previewOfThree();
    preview.replace(1, { values: { ...nth(preview.stored.rows, 0).values, fullName: '=1+1' } });
    const { user } = await openPreview(preview);
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select row 1' }));
    const clipboardData = { setData: vi.fn() };
    fireEvent.copy(screen.getByRole('checkbox', { name: 'Select row 1' }), { clipboardData });
    const alike = { phone: '+919800000001', dateOfBirth: '1999-03-12', gender: 'FEMALE', role: 'TRAINEE', profile: 'TRAINEE' };
    const lineOf = (cells: Partial<Record<FileField, string>>) => FILE_FIELDS.filter((name) => !isOptionalInFiles(name)).map((name) => cells[name] ?? '').join('\t');
    expect(clipboardData.setData.mock.calls).toEqual([
      [
        'text/plain',
        [
          lineOf({ ...alike, fullName: '=1+1', email: 'person1@example.com', workLocation: 'Pune' }),
          lineOf({ ...alike, fullName: 'Person 3', email: 'person3@example.com', workLocation: 'Bombay' }),
        ].join('\n'),
      ],
    ]);
    expect(await screen.findByText('2 rows copied.')).toBeInTheDocument();
  });
});
