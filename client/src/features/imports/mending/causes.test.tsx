import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, answersRows, nth, OWNER_ID } from '../testing';
import { cell, previewOfThree } from './testing';

/** The page of a preview of three rows. */
async function openPreview(preview: ReturnType<typeof previewOfThree>, query = '') {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
  const app = renderPage({ path: ADDRESS + query, as: { userId: OWNER_ID } });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return app;
}

describe('the causes of refusals', () => {
  it('are listed with their rows, and filter the rows', async () => {
    const preview = previewOfThree();
    const { stored } = preview;
    stored.problems = [
      { field: 'dateOfBirth', message: 'Invalid date of birth format', rows: 41 },
      { field: 'email', message: 'Invalid email format', rows: 1 },
    ];
    const { user, router } = await openPreview(preview, '?status=invalid');
    await user.click(await screen.findByRole('button', { name: 'Why rows are refused (2)' }));
    const causes = within(await screen.findByRole('list', { name: 'Why rows are refused' }));
    expect(causes.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '41 rows: Invalid date of birth format',
      '1 row: Invalid email format',
    ]);
    await user.click(causes.getByRole('button', { name: /^41 rows/u }));
    expect(router.state.location.search).toBe('?field=dateOfBirth&problem=Invalid+date+of+birth+format');
    expect(await screen.findByRole('button', { name: /^41 rows/u, pressed: true })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^All rows/u }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });

  it('once they are mended lead back to all rows', async () => {
    const preview = previewOfThree();
    const { stored, replace } = preview;
    stored.problems = [{ field: 'email', message: 'Invalid email format', rows: 1 }];
    const { user, router } = await openPreview(preview, '?field=email&problem=Invalid+email+format');
    expect(screen.getByText(/^Rows with this problem in email:/u)).toHaveTextContent('Invalid email format');
    stored.problems = [];
    replace(2, { status: 'valid', errors: [] });
    server.use(answersRows(() => []));
    await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
    await user.click(screen.getByRole('button', { name: 'Delete 1 Row' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete 1 Row' }));
    expect(await screen.findByRole('heading', { name: 'All of these are mended' })).toBeInTheDocument();
    expect(router.state.location.search).toContain('problem=');
    await user.click(nth(screen.getAllByRole('button', { name: 'Show all rows' }), 1));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('region', { name: 'Rows' })).toHaveFocus();
  });

  it('that no row has any more are no filter of an address that is opened later', async () => {
    const preview = previewOfThree();
    const { router } = await openPreview(preview, '?field=email&problem=Missing+email');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(cell(3, 'full name')).toHaveTextContent('Person 3');
  });

  it('have their place before the rows are there: these wait until the values are counted', async () => {
    const preview = previewOfThree();
    preview.stored.problems = [{ field: 'role', message: 'Invalid role', rows: 214 }];
    let count = (): void => undefined;
    const counted = new Promise<void>((resolve) => (count = resolve));
    server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
    server.use(
      http.get(`*${ADDRESS.replace('/dashboard', '/api/v1')}/values`, async () => {
        await counted;
        return HttpResponse.json({ values: [{ value: 'Lehrer', rows: 214, mapped: null }] });
      }),
    );
    renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
    await screen.findByRole('button', { name: 'Why rows are refused (1)' });
    await screen.findByRole('status', { name: 'Loading rows' });
    count();
    const grid = await screen.findByRole('grid', { name: 'Rows of the file' });
    const values = screen.getByRole('list', { name: 'Unrecognised values' });
    expect(values.compareDocumentPosition(grid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('that are values of others are mapped once, with the number of rows on the button', async () => {
    const preview = previewOfThree();
    const { calls, stored } = preview;
    stored.problems = [{ field: 'role', message: 'Invalid role', rows: 214 }];
    stored.values = [
      { value: 'Trainer', rows: 214, mapped: null },
      { value: 'Faculty', rows: 3, mapped: null },
    ];
    stored.mapped = 214;
    const { user } = await openPreview(preview);
    const list = within(await screen.findByRole('list', { name: 'Unrecognised values' }));
    expect(await list.findByText('Trainer')).toBeInTheDocument();
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await user.selectOptions(list.getByRole('combobox', { name: 'Role for Trainer' }), 'Faculty');
    await user.click(await list.findByRole('button', { name: 'Change 214 rows' }));
    expect(await screen.findByText('Trainer → Faculty in 214 rows, remembered for later files.')).toBeInTheDocument();
    expect(calls.map(({ body }) => body)).toEqual([
      { field: 'role', from: 'Trainer', to: 'FACULTY', dryRun: true },
      { field: 'role', from: 'Trainer', to: 'FACULTY', dryRun: false },
    ]);
  });

  it('that most likely mean one of ours are suggested, and changed by one press', async () => {
    const preview = previewOfThree();
    const { calls, stored } = preview;
    stored.problems = [{ field: 'gender', message: 'Invalid gender', rows: 41 }];
    stored.values = [
      { value: 'F', rows: 20, mapped: null },
      { value: 'पुरुष', rows: 19, mapped: null },
      { value: 'X', rows: 2, mapped: null },
    ];
    stored.mapped = 20;
    const { user } = await openPreview(preview);
    const list = within(await screen.findByRole('list', { name: 'Unrecognised values' }));
    expect(await list.findByRole('combobox', { name: 'Gender for F' })).toHaveDisplayValue('Female');
    expect(list.getByRole('combobox', { name: 'Gender for पुरुष' })).toHaveDisplayValue('Male');
    expect(list.getByRole('combobox', { name: 'Gender for X' })).toHaveDisplayValue('Choose one');
    expect(list.getByRole('button', { name: 'Change rows' })).toBeDisabled();
    expect(calls).toEqual([]);
    expect(screen.getByText('F → Female in 20 rows, पुरुष → Male in 19 rows')).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'Change 20 rows' }));
    expect(await screen.findByText('F → Female in 20 rows, remembered for later files.')).toBeInTheDocument();
    expect(calls.map(({ body }) => body)).toEqual([{ field: 'gender', from: 'F', to: 'FEMALE', dryRun: false }]);
  });

  it('that are suggested are all changed by one press, with one undo', async () => {
    const preview = previewOfThree();
    const { calls, stored } = preview;
    stored.problems = [{ field: 'gender', message: 'Invalid gender', rows: 41 }];
    stored.values = [
      { value: 'F', rows: 20, mapped: null },
      { value: 'M', rows: 19, mapped: null },
      { value: 'X', rows: 2, mapped: null },
    ];
    stored.mapped = 41;
    const { user } = await openPreview(preview);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Gender for X' }), 'Other');
    expect(await screen.findByText('F → Female in 20 rows, M → Male in 19 rows, X → Other in 2 rows')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Change all suggested (3)' }));
    expect(await screen.findByText('Values changed in 41 rows, remembered for later files.')).toBeInTheDocument();
    expect(calls.filter(({ what }) => what === 'map all').map(({ body }) => body)).toEqual([
      {
        changes: [
          { field: 'gender', from: 'F', to: 'FEMALE' },
          { field: 'gender', from: 'M', to: 'MALE' },
          { field: 'gender', from: 'X', to: 'OTHER' },
        ],
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo change of values in 41 rows' }));
    expect(await screen.findByText('The last change was undone.')).toBeInTheDocument();
  });

  it('are changed all or none: a refusal is shown with them', async () => {
    const preview = previewOfThree();
    preview.stored.problems = [{ field: 'gender', message: 'Invalid gender', rows: 41 }];
    preview.stored.values = [
      { value: 'F', rows: 20, mapped: null },
      { value: 'M', rows: 19, mapped: null },
    ];
    const { user } = await openPreview(preview);
    const sentence = 'Your company has had too many rows checked today.';
    server.use(http.post('*/values/changes', () => problem(429, 'daily_rows_exceeded', sentence)));
    await user.click(await screen.findByRole('button', { name: 'Change all suggested (2)' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Gender for F' })).toBeInTheDocument();
  });
});

describe('other spellings', () => {
  const spelling = (value: string, rows: number, people: number) => ({ field: 'workLocation' as const, value, usual: 'Bombay West', rows, people });

  it('are changed by one press, all of them', async () => {
    const preview = previewOfThree();
    preview.stored.spellings = [spelling('BOMBAY WEST', 2, 40), spelling('Bombay', 1, 40)];
    preview.stored.mapped = 3;
    const { user } = await openPreview(preview);
    expect(await screen.findByText(/^You have Bombay West\. They differ in capitals/u)).toBeInTheDocument();
    expect(screen.getByText('BOMBAY WEST → Bombay West in 2 rows, Bombay → Bombay West in 1 row')).toBeInTheDocument();
    expect(preview.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change all suggested (2)' }));
    expect(await screen.findByText('Values changed in 3 rows, remembered for later files.')).toBeInTheDocument();
    expect(preview.calls.map(({ body }) => body)).toEqual([
      {
        changes: [
          { field: 'workLocation', from: 'BOMBAY WEST', to: 'Bombay West' },
          { field: 'workLocation', from: 'Bombay', to: 'Bombay West' },
        ],
      },
    ]);
  });

  it('are changed in one cell, which offers the same for the others', async () => {
    const preview = previewOfThree();
    preview.stored.spellings = [spelling('Bombay', 2, 0)];
    preview.stored.mapped = 1;
    const { user } = await openPreview(preview);
    await user.click(await screen.findByRole('button', { name: 'Use Bombay West' }));
    expect(await screen.findByRole('button', { name: 'Apply to the other row with this value' })).toBeInTheDocument();
    expect(cell(3, 'work location')).toHaveTextContent('Bombay West');
    expect(screen.queryByText(/^You have/u)).not.toBeInTheDocument();
  });
});
