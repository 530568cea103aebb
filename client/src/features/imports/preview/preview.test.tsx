import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportRow } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSnapshot, IMPORT_ID, nth, OWNER_ID, readySnapshot, rowOf, snapshotOf } from '../testing';
import { headingOf } from '../states';

const invalid = rowOf(3, {
  status: 'invalid',
  values: { ...rowOf(3).values, email: 'not-an-email', gender: '' },
  errors: [
    { field: 'email', message: 'Invalid email format' },
    { field: 'gender', message: 'Missing gender' },
  ],
});
const warned = rowOf(5, {
  status: 'warning',
  warnings: [{ field: 'role', message: 'Role Faculty is not usual for profile Trainee' }],
});

/** The rows of a file of twelve: one invalid, one warned. */
let rows: ImportRow[];

const fits: Readonly<Record<string, (row: ImportRow) => boolean>> = {
  valid: ({ status }) => status !== 'invalid',
  warning: ({ status }) => status === 'warning',
  invalid: ({ status }) => status === 'invalid',
};

beforeEach(() => {
  rows = Array.from({ length: 11 }, (_, index) => [invalid, warned].find(({ row }) => row === index + 1) ?? rowOf(index + 1));
  const snapshot = () =>
    readySnapshot({
      totalRows: rows.length,
      validRows: rows.filter(({ status }) => status !== 'invalid').length,
      warningRows: 1,
      invalidRows: rows.filter(({ status }) => status === 'invalid').length,
      remarks: ['Columns as Krishna Sharma chose them on 12 Nov 2026.', 'Dates with slashes are read as day/month/year.'],
      unknownHeaders: ['department', 'Sr. No.'],
      version: 20 - rows.length,
    });
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noImports,
    answersSnapshot(snapshot),
    answersProblems(() => []),
    answersRows((status) => rows.filter(fits[status ?? ''] ?? (() => true))),
  );
});

async function preview(query = '') {
  const app = renderPage({ path: ADDRESS + query, as: { userId: OWNER_ID } });
  const table = await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, table, bodyRows: () => screen.getAllByRole('row').slice(1) };
}

describe('the preview', () => {
  it('shows what the server found: counts, remarks, columns left aside, how rows are numbered', async () => {
    const { user } = await preview();
    const filters = screen.getByRole('group', { name: 'Which rows are shown' });
    expect(within(filters).getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All rows 11',
      'Valid 10',
      'With warnings 1',
      'Invalid 1',
    ]);
    await user.click(screen.getByRole('button', { name: 'Columns as Krishna Sharma chose them on 12 Nov 2026. + 2 more' }));
    const notes = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(screen.getAllByText('98000')[0]?.parentElement).toHaveTextContent('+919800000001');
    expect(notes).toEqual(expect.arrayContaining(['Dates with slashes are read as day/month/year.', 'These columns are not imported: department, Sr. No.']));
    expect(screen.getByText(/Row 1 is the first row below the header; its line is the one in your spreadsheet\. The password is made when the invitation goes out/u)).toBeInTheDocument();
  });

  it('each cell holds its own error, tied to its value', async () => {
    const { bodyRows } = await preview();
    const row = within(nth(bodyRows(), 2));
    expect(row.getByText('Invalid')).toBeInTheDocument();
    expect(row.getByText('not-an-email')).toHaveAccessibleDescription(/Invalid email format/u);
    const [cell] = row.getAllByRole('gridcell').filter((each) => within(each).queryByText('Missing gender'));
    expect(cell).toHaveTextContent('empty');
    const warning = within(nth(bodyRows(), 4));
    expect(warning.getByText('Role Faculty is not usual for profile Trainee')).toBeInTheDocument();
  });

  it('the password is dots in every row', async () => {
    const { bodyRows } = await preview();
    for (const row of bodyRows()) expect(within(row).getByText('••••••••')).toBeInTheDocument();
  });

  it('counts are filters, kept in the address', async () => {
    const { user, router, bodyRows } = await preview();
    await user.click(screen.getByRole('button', { name: /^Invalid/u }));
    await waitFor(() => {
      expect(bodyRows()).toHaveLength(1);
    });
    expect(router.state.location.search).toBe('?status=invalid');
    expect(screen.getByRole('button', { name: /^Invalid/u })).toHaveAttribute('aria-pressed', 'true');
  });

  it('an address with filter and page opens there', async () => {
    const { bodyRows } = await preview('?page=2');
    expect(bodyRows()).toHaveLength(1);
    expect(screen.getByText('11–11 of 11')).toBeInTheDocument();
  });

  it('a page beyond the last leads to the last', async () => {
    const { router } = await preview('?page=7');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?page=2');
    });
  });
});

describe('deleting an invalid row', () => {
  it('says so, and the rows close up', async () => {
    server.use(
      http.delete(`*/api/v1/users/imports/${IMPORT_ID}/rows/3`, () => {
        rows = rows.filter(({ row }) => row !== 3).map((row, index) => ({ ...row, position: index + 1 }));
        return HttpResponse.json({ message: 'Invalid row deleted successfully' });
      }),
    );
    const { user, router } = await preview('?status=invalid');
    await user.click(screen.getByRole('button', { name: 'Delete row 3' }));
    expect(await screen.findByText('Invalid row deleted successfully')).toBeInTheDocument();
    expect(await screen.findByText('Every row can be uploaded.')).toBeInTheDocument();
    expect(await screen.findByText('Every row will be uploaded.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^All rows/u }));
    await waitFor(() => {
      const table = screen.getByRole('grid', { name: 'Rows of the file' });
      const numbers = within(table).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
      expect(numbers.slice(0, 4)).toEqual(['1Line 2Valid', '2Line 3Valid', '3Line 5Valid', '4Line 6Warning']);
    });
    expect(router.state.location.search).toBe('');
  });

  it('a refusal is shown and the row stays', async () => {
    server.use(
      http.delete(`*/api/v1/users/imports/${IMPORT_ID}/rows/3`, () =>
        problem(409, 'wrong_import_state', 'Rows can be deleted only in the preview, before the import is started.'),
      ),
    );
    const { user } = await preview();
    await user.click(screen.getByRole('button', { name: 'Delete row 3' }));
    expect(
      await screen.findByText('Rows can be deleted only in the preview, before the import is started.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete row 3' })).toBeInTheDocument();
  });
});

describe('deciding', () => {
  it('starts the import and shows it being processed', async () => {
    server.use(http.post(`*/api/v1/users/imports/${IMPORT_ID}/start`, () => HttpResponse.json(snapshotOf({ version: 30 }))));
    const { user } = await preview();
    await user.click(screen.getByRole('button', { name: 'Upload 10 Valid Users' }));
    expect(await screen.findByRole('heading', { name: 'Processing Users...' })).toBeInTheDocument();
    expect(screen.getByText('Creating user accounts and sending notifications')).toBeInTheDocument();
  });

  it.each([
    [{ invite: false }, 'Creating user accounts'],
    [{ mode: 'update' }, 'Updating accounts'],
  ] as const)('says what is done of %j', (given, sentence) => {
    expect(headingOf(snapshotOf({ state: 'processing', ...given })).subtitle).toBe(sentence);
  });

  it.each([
    [
      'a refusal',
      () => problem(403, 'forbidden', 'Access denied. You do not have permission to perform this action.'),
      'Access denied. You do not have permission to perform this action.',
    ],
    ['a failure without a word', () => new HttpResponse('<html>', { status: 500 }), 'Upload failed. Please try again.'],
  ])('%s stands where it was asked for', async (_what, answer, sentence) => {
    server.use(http.post(`*/api/v1/users/imports/${IMPORT_ID}/start`, answer));
    const { user } = await preview();
    await user.click(screen.getByRole('button', { name: 'Upload 10 Valid Users' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('is impossible without a valid row', async () => {
    rows = [{ ...invalid, position: 1 }];
    await preview();
    expect(screen.getByRole('button', { name: 'Upload 0 Valid Users' })).toBeDisabled();
  });

  it('to choose a different file keeps the checked one among the imports: nothing cancels it', async () => {
    const { user } = await preview();
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') asked.push(new URL(request.url).pathname);
    });
    await user.click(screen.getByRole('button', { name: 'Choose Different File' }));
    expect(await screen.findByRole('button', { name: 'Choose Spreadsheet' })).toBeInTheDocument();
    expect(asked.filter((path) => path.includes('/imports/'))).toEqual([]);
  });
});

describe('batches in a preview', () => {
  it('are named by row, and those that the start makes above the rows', async () => {
    rows[0] = rowOf(1, { batch: 'Pune July' });
    rows[1] = rowOf(2, { status: 'invalid', batch: 'Old', errors: [{ field: 'batch', message: 'This batch is archived' }] });
    server.use(answersSnapshot(() => readySnapshot({ validRows: 9, invalidRows: 2, newBatches: ['Pune July', 'Pune October'] })));
    await preview();
    expect(screen.getByText('Batch: Pune July')).toBeInTheDocument();
    expect(screen.getByText('This batch is archived')).toBeInTheDocument();
    expect(screen.getByText(/2 new batches are made:/u)).toHaveTextContent('2 new batches are made: Pune July, Pune October');
  });
});
