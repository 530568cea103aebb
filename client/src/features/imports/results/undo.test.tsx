import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportSnapshot } from '../api';
import { ADDRESS, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, rowOf } from '../testing';

const UNDO = `*/api/v1/users/imports/${IMPORT_ID}/undo`;
const done = completedSnapshot({ mode: 'upsert', successCount: 130, changed: 25, unchanged: 7, errorCount: 22, failedCount: 2 });
const plan = {
  accounts: 95,
  kept: [
    { reason: 'The person has logged in.', rows: 2 },
    { reason: 'The account was changed since.', rows: 1 },
  ],
  updates: 24,
  reactivated: 0,
  keptInactive: [],
  keptUpdates: [{ reason: 'The account was changed since.', rows: 1 }],
};

beforeEach(() => {
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noImports,
    answersRows(() => [rowOf(1, { status: 'updated', change: 'changed', message: 'Updated', userId: 'u1' }), rowOf(2, { status: 'unchanged', change: 'unchanged', message: 'No change' })]),
    http.get(UNDO, () => HttpResponse.json(plan)),
  );
});

async function results(first: ImportSnapshot = done) {
  let snapshot = first;
  const live = createLiveServer();
  live.answer('import:watch', () => ({ ok: true, snapshot }));
  server.use(answersSnapshot(() => snapshot));
  const app = renderApp({ path: ADDRESS, as: {}, live: live.open });
  await screen.findByRole('table', { name: 'Results by row' });
  const push = (next: ImportSnapshot) => {
    snapshot = next;
    act(() => {
      live.push('import:progress', next);
    });
  };
  return { ...app, push };
}

const figure = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the results of an import that updated', () => {
  it('count created, updated and unchanged apart, and filter by them', async () => {
    await results();
    expect(['Users Created', 'Updated', 'Failed'].map(figure)).toEqual(['98', '25', '22']);
    expect(screen.getByText('7 unchanged')).toBeInTheDocument();
    expect(screen.getByText('Successfully created 98 user(s)')).toBeInTheDocument();
    expect(screen.getByText('25 accounts updated')).toBeInTheDocument();
    const pills = within(screen.getByRole('group', { name: 'Which rows are shown' })).getAllByRole('button');
    expect(pills.map((each) => each.textContent)).toEqual(['All rows 120', 'Created 98', 'Updated 25', 'Unchanged 7', 'Failed 22']);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent)).toEqual(['Updated', 'Unchanged']);
  });
});

describe('undoing an import', () => {
  it('says what will happen, what will not and why, and is live to its end', async () => {
    let asked = 0;
    server.use(
      http.post(UNDO, () => {
        asked += 1;
        return HttpResponse.json({ ...done, state: 'undoing', version: 91 });
      }),
    );
    const { user, push } = await results();
    await user.click(screen.getByRole('button', { name: 'Undo Import' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }));
    expect(await dialog.findByText('95 accounts that it created will be deleted.')).toBeInTheDocument();
    expect(dialog.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      '95 accounts that it created will be deleted.',
      '24 accounts that it updated will be as before.',
      '2 accounts: The person has logged in.',
      '1 account: The account was changed since.',
      '1 account: The account was changed since.',
    ]);
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Undo Import' }));
    expect(await screen.findByRole('heading', { name: 'Undoing the import', level: 1 })).toBeInTheDocument();
    push({ ...done, state: 'undoing', undone: 60, version: 92 });
    expect(await screen.findByText('60 of 123')).toBeInTheDocument();
    push({ ...done, state: 'undone', undone: 119, version: 93 });
    expect(await screen.findByText('119 rows were undone. 4 rows were left as they are.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Import undone' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo Import' })).not.toBeInTheDocument();
    expect(asked).toBe(1);
  });

  it('of a thousand accounts has the number typed', async () => {
    let asked = 0;
    server.use(
      http.get(UNDO, () => HttpResponse.json({ ...plan, accounts: 990, updates: 10 })),
      http.post(UNDO, () => {
        asked += 1;
        return HttpResponse.json({ ...done, state: 'undoing', version: 91 });
      }),
    );
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Undo Import' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await dialog.findByLabelText('Number to undo');
    await user.click(dialog.getByRole('button', { name: 'Undo Import' }));
    expect(await dialog.findByText('Type 1,000 to continue.')).toBeInTheDocument();
    expect(asked).toBe(0);
    await user.type(dialog.getByLabelText('Number to undo'), '1000');
    await user.click(dialog.getByRole('button', { name: 'Undo Import' }));
    expect(await screen.findByRole('heading', { name: 'Undoing the import', level: 1 })).toBeInTheDocument();
    expect(asked).toBe(1);
  });

  it('is not offered once nothing of it is left', async () => {
    server.use(http.get(UNDO, () => HttpResponse.json({ ...plan, accounts: 0, updates: 0 })));
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Undo Import' }));
    expect(await screen.findByText(/nothing of this import can be undone any more/u)).toBeInTheDocument();
    expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo Import' })).toBeDisabled();
  });

  it('that cannot be counted says so, and counts again', async () => {
    server.use(http.get(UNDO, () => problem(503, 'unavailable', 'Try again later.'), { once: true }));
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Undo Import' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('95 accounts that it created will be deleted.')).toBeInTheDocument();
  });

  it('that is refused is said, and the results stay', async () => {
    server.use(http.post(UNDO, () => problem(409, 'wrong_import_state', 'This import is being undone.')));
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Undo Import' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await dialog.findByText('95 accounts that it created will be deleted.');
    await user.click(dialog.getByRole('button', { name: 'Undo Import' }));
    expect(await screen.findByText('This import is being undone.')).toBeInTheDocument();
    // The dialog hides the page until it has gone.
    expect(await screen.findByRole('heading', { name: 'Upload Complete' })).toBeInTheDocument();
  });

  it('of an import without an account is not offered', async () => {
    await results(completedSnapshot({ successCount: 0 }));
    expect(screen.queryByRole('button', { name: 'Undo Import' })).not.toBeInTheDocument();
  });
});

describe('the results of an undone import', () => {
  it('say of each row what was taken back, and what was not and why', async () => {
    server.use(
      answersRows((status) =>
        [
          rowOf(1, { status: 'undone', message: 'The account was deleted' }),
          rowOf(2, { status: 'undone', change: 'changed', message: 'The changes were taken back', userId: 'u2' }),
          rowOf(3, { status: 'kept', message: 'The person has logged in', userId: 'u3' }),
        ].filter((row) => status === null || row.status === status),
      ),
    );
    const { user, router } = await results({ ...done, state: 'undone', undone: 119, version: 93 });
    const shown = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell').slice(3, 5).map((cell) => cell.textContent));
    expect(shown()).toEqual([
      ['Undone', 'The account was deleted'],
      ['Undone', 'The changes were taken back'],
      ['Not undone', 'The person has logged in'],
    ]);
    expect(screen.queryByText(/^Successfully/u)).not.toBeInTheDocument();
    expect(['119 rows undone', '4 rows not undone', '4 not undone'].map((text) => screen.queryAllByText(text).length)).toEqual([1, 1, 1]);
    const pills = within(screen.getByRole('group', { name: 'Which rows are shown' }));
    expect(pills.getAllByRole('button').map((each) => each.textContent)).toEqual(['All rows 120', 'Undone 119', 'Not undone 4', 'Unchanged 7', 'Failed 22']);
    await user.click(pills.getByRole('button', { name: 'Not undone 4' }));
    await waitFor(() => {
      expect(shown()).toEqual([['Not undone', 'The person has logged in']]);
    });
    expect(router.state.location.search).toBe('?status=kept');
  });
});

describe('invitations', () => {
  it('that are planned say when, and can be sent now', async () => {
    const planned = completedSnapshot({ invite: false, inviteAt: '2026-12-01T09:00:00+05:30', invited: 0, successCount: 3 });
    server.use(http.post(`*/api/v1/users/imports/${IMPORT_ID}/invite`, () => HttpResponse.json({ ...planned, invite: true, inviteAt: null, version: 91 })));
    const { user } = await results(planned);
    expect(screen.getByText(/3 people are invited on (?:30 Nov|01 Dec) 2026/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Invite Now' }));
    await waitFor(() => {
      expect(screen.queryByText(/people are invited on/u)).not.toBeInTheDocument();
    });
  });

  it('that are on their way are counted live, and none is sent again before they are out', async () => {
    const { push } = await results({ ...done, invited: 40, invitationsLeft: 58 });
    expect(screen.getByText('of 98, 58 waiting')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Invite Again' })).not.toBeInTheDocument();
    push({ ...done, invited: 97, invitationsLeft: 1, version: 91 });
    expect(await screen.findByText('of 98, 1 waiting')).toBeInTheDocument();
    push({ ...done, invited: 97, invitationsLeft: 0, version: 92 });
    expect(await screen.findByRole('button', { name: 'Invite Again' })).toBeInTheDocument();
    expect(screen.getByText('of 98')).toBeInTheDocument();
  });

  it('are sent again, after a question, to those who never logged in', async () => {
    const asked: string[] = [];
    server.use(
      http.post(`*/api/v1/users/imports/${IMPORT_ID}/invite`, async ({ request }) => {
        asked.push(await request.text());
        return HttpResponse.json(done);
      }),
    );
    const { user } = await results();
    await user.click(screen.getByRole('button', { name: 'Invite Again' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Invite those again who never logged in?' }));
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Invite Again' }));
    expect(await screen.findByText('New invitations wait to be sent.')).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });
});
