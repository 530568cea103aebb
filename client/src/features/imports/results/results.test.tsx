import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile, roomFor } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportRow } from '../api';
import { ADDRESS, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, rowOf, snapshotOf } from '../testing';

const created = rowOf(1, { status: 'created', message: 'Created', userId: 'u1', invitation: 'sent' });
const failed = rowOf(2, { status: 'failed', message: 'Email already registered' });
const invalid = rowOf(3, {
  status: 'invalid',
  values: { ...rowOf(3).values, email: '' },
  errors: [
    { field: 'email', message: 'Missing email' },
    { field: 'role', message: 'Invalid role' },
  ],
});
const undelivered = rowOf(4, { status: 'created', message: 'Created', userId: 'u4', invitation: 'failed' });

function rowsFor(status: string | null): ImportRow[] {
  const all = [created, failed, invalid, undelivered];
  if (status === null) return all;
  return all.filter((row) => (row.status === 'created') === (status === 'created'));
}

beforeEach(() => {
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noImports,
    answersSnapshot(() => completedSnapshot()),
    answersRows(rowsFor),
  );
});

async function results(query = '') {
  const app = renderPage({ path: ADDRESS + query, as: {} });
  await screen.findByRole('table', { name: 'Results by row' });
  return app;
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent));

describe('the results', () => {
  it('say when the invitations that wait go out, and why they wait', async () => {
    server.use(answersSnapshot(() => completedSnapshot({ invite: true, invitationsLeft: 58 })), roomFor(0, 58));
    await results();
    expect(await screen.findByText(/No invitation can go out today: they go out from .* on, at most 50 a day. In its first week/u)).toBeInTheDocument();
  });

  it('count created, failed and all, and say so in words', async () => {
    await results();
    expect(screen.getByRole('heading', { name: 'Upload Complete' })).toBeInTheDocument();
    expect(screen.getByText(/staff\.csv · completed 01 Mar 2026/u)).toBeInTheDocument();
    const figure = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(['Users Created', 'Failed', 'Total Records', 'Invited so far'].map(figure)).toEqual(['98', '22', '120', '40']);
    expect(screen.getByText('Successfully created 98 user(s)')).toBeInTheDocument();
    expect(screen.getByText('22 user(s) failed to create')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show These People' })).toHaveAttribute('href', `/dashboard/users?tab=manage&fromImport=${IMPORT_ID}`);
  });

  it('show each row with its line and outcome; an invalid one failed, with its errors joined', async () => {
    await results();
    expect(cells()).toEqual([
      ['1Line 2', 'Person 1', 'person1@example.com', 'Created', 'Created', 'Sent'],
      ['2Line 3', 'Person 2', 'person2@example.com', 'Failed', 'Email already registered', '—'],
      ['3Line 4', 'Person 3', 'Unknown', 'Failed', 'Missing email; Invalid role', '—'],
      ['4Line 5', 'Person 4', 'person4@example.com', 'Created', 'Created', 'Could not be delivered'],
    ]);
    expect(screen.getByRole('link', { name: 'Person 1' })).toHaveAttribute('href', '/dashboard/users/people/u1');
    expect(screen.queryByRole('link', { name: /Person [23]/u })).not.toBeInTheDocument();
  });

  it('name the person of a row that has a code alone', async () => {
    const named = rowOf(1, { values: { ...rowOf(1).values, fullName: '', email: '', code: 'CS-23-101' }, accountName: 'Asha Rao' });
    server.use(answersRows(() => [named]));
    await results();
    expect(cells()[0]?.slice(1, 3)).toEqual(['Asha Rao', 'CS-23-101']);
  });

  it('can be filtered, in the address too', async () => {
    const { user, router } = await results();
    await user.click(screen.getByRole('button', { name: 'Failed 22' }));
    await waitFor(() => {
      expect(cells()).toHaveLength(2);
    });
    expect(router.state.location.search).toBe('?status=failed');
  });

  it.each([
    ['This file is larger than what your company may import.', 'This file is larger than what your company may import.'],
    [null, 'Upload failed. Please try again.'],
  ])('of an import that failed say why: %s', async (reason, sentence) => {
    server.use(answersSnapshot(() => snapshotOf({ state: 'failed', reason, startedAt: null, version: 3 })));
    renderPage({ path: ADDRESS, as: {} });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('count invitations live', async () => {
    const live = createLiveServer();
    live.answer('import:watch', () => ({ ok: true, snapshot: completedSnapshot() }));
    renderApp({ path: ADDRESS, as: {}, live: live.open });
    await screen.findByText('40');
    act(() => {
      live.push('import:progress', completedSnapshot({ invited: 77, version: 91 }));
    });
    expect(await screen.findByText('77')).toBeInTheDocument();
  });

  it('of an import without invitations say so, and invite once after a question', async () => {
    let invite = false;
    let calls = 0;
    const snapshot = () => completedSnapshot({ invite, invited: 0, successCount: 20_000, version: invite ? 91 : 90 });
    server.use(
      answersSnapshot(snapshot),
      answersRows(() => [{ ...created, invitation: invite ? 'queued' : 'none' }]),
      http.post(`*/api/v1/users/imports/${IMPORT_ID}/invite`, () => {
        invite = true;
        calls += 1;
        return HttpResponse.json(snapshot());
      }),
    );
    const { user } = await results();
    expect(screen.getByText('20,000 people have not been invited yet.')).toBeInTheDocument();
    expect(screen.getByText('22 user(s) failed to create')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Invite Now' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Email 20,000 people an invitation now?' }));
    await user.click(dialog.getByRole('button', { name: 'Invite Now' }));
    expect(dialog.getByText('Type 20,000 to continue.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Number of people'), '20000');
    await user.click(dialog.getByRole('button', { name: 'Invite Now' }));
    await waitFor(() => {
      expect(screen.queryByText('20,000 people have not been invited yet.')).not.toBeInTheDocument();
    });
    expect(await screen.findByText('Waiting')).toBeInTheDocument();
    expect(calls).toBe(1);
  });

  it('hand over the failed rows, and those shown as CSV or workbook, under the name of their file', async () => {
    let asked = '';
    server.use(
      http.get(`*/api/v1/users/imports/${IMPORT_ID}/results.csv`, ({ request }) => {
        asked = `${new URL(request.url).search} ${request.headers.get('Authorization')?.slice(0, 7) ?? ''}`;
        return HttpResponse.text('rowNumber,reason\r\n');
      }),
      http.get(`*/api/v1/users/imports/${IMPORT_ID}/results.xlsx`, ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.arrayBuffer(new ArrayBuffer(8));
      }),
    );
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:saved', revokeObjectURL: () => undefined }));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Download Failed Rows' }));
    await waitFor(() => {
      expect(names).toEqual(['staff-failed.csv']);
    });
    expect(asked).toBe('?status=failed Bearer ');
    await user.click(screen.getByRole('button', { name: 'CSV of the rows shown' }));
    await waitFor(() => {
      expect(names).toEqual(['staff-failed.csv', 'staff-results.csv']);
    });
    expect(asked).toBe('?status=all Bearer ');
    await user.click(screen.getByRole('button', { name: 'Created 98' }));
    await user.click(screen.getByRole('button', { name: 'Excel file of the rows shown' }));
    await waitFor(() => {
      expect(names.at(-1)).toBe('staff-created.xlsx');
    });
    expect(asked).toBe('?status=created');
  });

  it('ask for rows again while an invitation on screen is on its way', async () => {
    let invitation: ImportRow['invitation'] = 'queued';
    server.use(answersRows(() => [{ ...created, invitation }]));
    await results();
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    invitation = 'sent';
    expect(await screen.findByText('Sent')).toBeInTheDocument();
  });
});

it('a further sheet of the workbook that holds people is imported by one press', async () => {
  const asked: unknown[] = [];
  server.use(
    answersSnapshot(() => completedSnapshot({ nextSheets: ['Staff'] })),
    http.post('*/api/v1/users/imports/:id/sheets', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ id: 'next', state: 'mapping' }, { status: 201 });
    }),
  );
  const { user, router } = await results();
  await user.click(screen.getByRole('button', { name: 'Import “Staff”' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/dashboard/users/imports/next');
  });
  expect(asked).toEqual([{ sheet: 'Staff' }]);
});
