import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { fieldOf } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, IMPORT_ID, nth, OWNER_ID, readySnapshot } from '../testing';
import { cell, previewOfThree } from './testing';

/** The page of a preview of three rows. */
async function openPreview(preview: ReturnType<typeof previewOfThree>, query = '') {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
  const live = createLiveServer();
  const app = renderApp({ path: ADDRESS + query, as: { userId: OWNER_ID }, live: live.open });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, live };
}

describe('a cell of a field of the company', () => {
  it('is named by its label, and mended by one of its choices', async () => {
    const preview = previewOfThree();
    preview.stored.columns = ['fullName', 'email', 'field:course'];
    for (const row of preview.stored.rows) preview.replace(row.row, { values: { ...row.values, 'field:course': row.row === 1 ? 'cnc' : '' } });
    preview.replace(1, { status: 'invalid', errors: [{ field: 'field:course', message: 'Course: give one of its choices' }] });
    const choices = [{ number: 1, label: 'CNC Operator', archived: false }];
    const course = fieldOf('course', { label: 'Course', kind: 'one', choices });
    server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [course], version: 1 })));
    const { user } = await openPreview(preview);
    expect(await screen.findByRole('columnheader', { name: 'Course' })).toBeInTheDocument();
    await user.click(screen.getByText('cnc'));
    await user.selectOptions(screen.getByLabelText('Course, row 1'), 'CNC Operator');
    await waitFor(() => {
      expect(preview.calls).toContainEqual({ what: 'edit 1', body: { values: { 'field:course': 'CNC Operator' }, version: 1 } });
    });
  });
});

describe('a phone cell with two numbers', () => {
  it('offers the first of them by one press', async () => {
    const preview = previewOfThree();
    const message = 'Invalid phone format: the cell holds more than one number. Keep one, such as +919876543210';
    preview.replace(1, { status: 'invalid', errors: [{ field: 'phone', message }] });
    const { user } = await openPreview(preview);
    await user.click(within(cell(1, 'phone')).getByRole('button', { name: 'Use +919876543210' }));
    await waitFor(() => {
      expect(preview.calls).toContainEqual({ what: 'edit 1', body: { values: { phone: '+919876543210' }, version: 1 } });
    });
  });
});

describe('a mended row', () => {
  it('stays where it is under the filter that it no longer fits, until another one is chosen', async () => {
    const preview = previewOfThree();
    const { replace, stored } = preview;
    replace(1, { status: 'invalid', errors: [{ field: 'phone', message: 'Missing phone' }] });
    const { user } = await openPreview(preview, '?status=invalid');
    expect(cell(2, 'row')).toHaveTextContent('2Line 3Invalid');
    cell(2, 'email').focus();
    await user.keyboard('ravi@example.com{Enter}');
    await waitFor(() => {
      expect(cell(2, 'row')).toHaveTextContent('2Line 3Valid');
    });
    expect(stored.rows.filter(({ status }) => status === 'invalid')).toHaveLength(1);
    await waitFor(() => {
      expect(screen.getByText('1–1 of 1')).toBeInTheDocument();
    });
    expect(cell(2, 'email')).toHaveTextContent('ravi@example.com');
  });

  it('of another administrator is fetched, and marked with the name', async () => {
    const preview = previewOfThree();
    const { replace, change, stored } = preview;
    const { live } = await openPreview(preview);
    replace(3, { version: 2, values: { ...nth(stored.rows, 2).values, fullName: 'Meera Nair' }, editedBy: { id: 'other', fullName: 'Ravi Menon' } });
    change({ row: 3, position: 3, field: 'fullName', from: 'Person 3', to: 'Meera Nair' }, { id: 'other', fullName: 'Ravi Menon' });
    act(() => {
      live.push('import:rows', { id: IMPORT_ID, version: stored.version, rows: [3], by: { id: 'other', fullName: 'Ravi Menon' } });
    });
    expect(cell(3, 'row')).toHaveTextContent('Ravi Menon is editing');
    await waitFor(() => {
      expect(cell(3, 'full name')).toHaveTextContent('Meera Nair');
    });
    expect(await screen.findByRole('button', { name: 'Undo Ravi Menon’s change of full name in row 3' })).toBeInTheDocument();
    expect(screen.queryByText('Full name of row 3 changed.')).not.toBeInTheDocument();
  });
});

describe('the last change', () => {
  it('that a colleague has undone already is not offered again', async () => {
    const preview = previewOfThree();
    const sentence = 'No change of this preview is left to undo.';
    const { user } = await openPreview(preview);
    server.use(
      http.post(`*/api/v1/users/imports/${IMPORT_ID}/rows/undo`, () => {
        preview.stored.changes = [];
        preview.stored.version += 1;
        return problem(409, 'nothing_to_undo', sentence);
      }),
    );
    cell(1, 'full name').focus();
    await user.keyboard('Asha Rao{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo change of full name in row 1' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Undo change/u })).not.toBeInTheDocument();
    });
    expect(screen.getByRole('region', { name: 'Rows' })).toHaveFocus();
  });
});

describe('the last change after a reload', () => {
  it('is offered again, and once it is undone the one before it', async () => {
    const preview = previewOfThree();
    const offered = [
      [{ field: 'phone', position: 2, row: 5 }, 'Undo Ravi Menon’s change of phone in row 2'],
      [{ position: 2, row: 5 }, 'Undo Ravi Menon’s change of row 2'],
      [{ kind: 'deletion', rows: 12 }, 'Undo Ravi Menon’s deletion of 12 rows'],
      [{ kind: 'mapping', rows: 3, field: 'role', from: 'Trainer', to: 'FACULTY' }, 'Undo Ravi Menon’s Trainer → Faculty'],
      [{ kind: 'deletion', by: null }, 'Undo another administrator’s deletion of 1 row'],
      [{ kind: 'deletion', by: { id: OWNER_ID, fullName: 'Olive Owner' } }, 'Undo deletion of 1 row'],
    ] as const;
    for (const [given] of offered.toReversed()) preview.change(given, { id: 'other', fullName: 'Ravi Menon' });
    const { user } = await openPreview(preview);
    // Only a change made here is announced.
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    for (const [, name] of offered) await user.click(await screen.findByRole('button', { name }));
    // Each undo says so: the toast of an earlier one may go while it is looked at.
    await waitFor(() => {
      expect(screen.getByText('The last change was undone.')).toBeInTheDocument();
    });
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Undo/u })).not.toBeInTheDocument();
    });
  });

  it('is that before the one which a colleague takes back', async () => {
    const preview = previewOfThree();
    preview.change({ kind: 'deletion', rows: 2 });
    preview.change({ field: 'phone', position: 1, row: 1 });
    const { live } = await openPreview(preview);
    expect(screen.getByRole('button', { name: 'Undo change of phone in row 1' })).toBeInTheDocument();
    act(() => {
      const lastChange = nth(preview.stored.changes, 0);
      live.push('import:progress', readySnapshot({ version: preview.stored.version + 1, lastChange }));
    });
    expect(await screen.findByRole('button', { name: 'Undo deletion of 2 rows' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('a value of several rows', () => {
  it('is changed in all of them after the number is shown', async () => {
    const preview = previewOfThree();
    const { calls, stored } = preview;
    stored.mapped = 214;
    const { user } = await openPreview(preview);
    cell(3, 'work location').focus();
    await user.keyboard('Mumbai{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Apply to all 214 rows with this value' }));
    expect(await screen.findByText('Bombay → Mumbai in 214 rows, remembered for later files.')).toBeInTheDocument();
    expect(calls.slice(1).map(({ body }) => body)).toEqual([
      { field: 'workLocation', from: 'Bombay', to: 'Mumbai', dryRun: true },
      { field: 'workLocation', from: 'Bombay', to: 'Mumbai' },
    ]);
    expect(screen.getByRole('button', { name: 'Undo Bombay → Mumbai' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Apply to all/u })).not.toBeInTheDocument();
  });

  it('is not offered where no other row has it', async () => {
    const preview = previewOfThree();
    const { calls } = preview;
    const { user } = await openPreview(preview);
    cell(3, 'work location').focus();
    await user.keyboard('Mumbai{Enter}');
    await waitFor(() => {
      expect(calls.map(({ what }) => what)).toEqual(['edit 3', 'map']);
    });
    expect(screen.queryByRole('button', { name: /^Apply to/u })).not.toBeInTheDocument();
  });
});

describe('selected rows', () => {
  it('are deleted after one question that counts the valid ones, and the deletion can be undone', async () => {
    const preview = previewOfThree();
    const { calls } = preview;
    const { user } = await openPreview(preview);
    await user.click(screen.getByRole('checkbox', { name: 'Select row 1' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 rows selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
    await user.click(screen.getByRole('button', { name: 'Delete 2 Rows' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 rows?' }));
    expect(dialog.getByText(/1 of them is valid: no account is created for that person\./u)).toBeInTheDocument();
    await waitFor(() => {
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    });
    await user.click(dialog.getByRole('button', { name: 'Delete 2 Rows' }));
    expect(await screen.findByText('2 rows deleted.')).toBeInTheDocument();
    expect(calls).toEqual([{ what: 'delete', body: { rows: [1, 2] } }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The last change was undone.')).toBeInTheDocument();
    expect(calls.at(-1)?.what).toBe('undo');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Undo/u })).not.toBeInTheDocument();
    });
  });
});
