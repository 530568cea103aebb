import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportRow, ImportSnapshot } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, readySnapshot, rowOf } from '../testing';

const updating = { mode: 'update', validRows: 0, newRows: 0, changedRows: 2, invalidRows: 2 } as const;
let stale: readonly ImportRow[] = [];

beforeEach(() => {
  stale = [];
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, answersProblems(() => []), answersRows(() => [rowOf(1)], () => stale));
});

/** Takes how a file is to be read, and answers with the import as it is then. */
function takesColumns(snapshot: () => ImportSnapshot) {
  const chosen: unknown[] = [];
  server.use(
    http.put('*/api/v1/users/imports/:id/columns', async ({ request, params }) => {
      chosen.push([params['id'], await request.json()]);
      return HttpResponse.json(snapshot());
    }),
  );
  return chosen;
}

describe('people who have changed since the preview', () => {
  it('are counted while it is shown, and compared again by one press', async () => {
    const live = createLiveServer();
    let snapshot = readySnapshot(updating);
    live.answer('import:watch', () => ({ ok: true, snapshot }));
    server.use(answersSnapshot(() => snapshot));
    const { user } = renderApp({ path: ADDRESS, as: {}, live: live.open });
    await screen.findByRole('grid', { name: 'Rows of the file' });
    expect(screen.queryByRole('button', { name: 'Compare Again' })).not.toBeInTheDocument();
    stale = [rowOf(1)];
    act(() => {
      live.push('users:changed', { kind: 'updated', ids: [], version: 1 });
    });
    expect(await screen.findByText('1 person has changed since this preview and would be left alone.')).toBeInTheDocument();
    const chosen = takesColumns(() => (snapshot = readySnapshot({ ...updating, state: 'validating', version: 6 })));
    await user.click(screen.getByRole('button', { name: 'Compare Again' }));
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    expect(chosen).toEqual([[IMPORT_ID, {}]]);
  });

  it('and were left alone become another import of the same mode', async () => {
    stale = [rowOf(1), rowOf(2)];
    const again = 'again-1';
    let read: string | null = null;
    server.use(
      answersSnapshot(() => completedSnapshot(updating)),
      http.get('*/api/v1/users/imports/:id/results.csv', ({ request }) => {
        read = new URL(request.url).search;
        return new HttpResponse('email,workLocation');
      }),
      http.post('*/api/v1/users/imports', () => HttpResponse.json({ id: again, state: 'mapping' }, { status: 201 })),
    );
    const chosen = takesColumns(() => readySnapshot({ id: again, state: 'validating' }));
    const { user, router } = renderPage({ path: ADDRESS, as: {} });
    expect(await screen.findByText('2 people were left alone: their accounts have changed since the preview.')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Compare Again' }));
    await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(`/dashboard/users/imports/${again}?mode=update`));
    expect(read).toBe('?status=stale');
    expect(chosen).toEqual([[again, { mode: 'update' }]]);
  });
});
