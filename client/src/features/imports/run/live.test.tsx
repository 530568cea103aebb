import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, rowOf, snapshotOf } from '../testing';

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, answersRows(() => [rowOf(1, { status: 'created' })]));
});

/** Watches a processing import; the live connection answers with `watched`. */
async function watch(watched = snapshotOf({ processed: 10, successCount: 10, version: 10 })) {
  const live = createLiveServer();
  live.answer('import:watch', () => ({ ok: true, snapshot: watched }));
  server.use(answersSnapshot(() => snapshotOf()));
  const app = renderApp({ path: ADDRESS, as: {}, live: live.open });
  await screen.findByText('10 of 100 rows of', { exact: false });
  return { ...app, live };
}

const progress = (processed: number, version: number) => snapshotOf({ processed, successCount: processed, version });

describe('an import that is watched', () => {
  it('is asked for once the connection stands, and follows what is pushed', async () => {
    const { live } = await watch();
    expect(live.asked).toContainEqual({ event: 'import:watch', payload: { importId: IMPORT_ID } });
    act(() => {
      live.push('import:progress', progress(40, 11));
    });
    expect(await screen.findByText('40%')).toBeInTheDocument();
  });

  it('says that it waits for a worker, until one works on it', async () => {
    const { live } = await watch({ ...progress(10, 10), isWorkerAway: true });
    expect(await screen.findByRole('note')).toHaveTextContent('is not running right now');
    act(() => {
      live.push('import:progress', progress(40, 11));
    });
    await screen.findByText('40%');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });

  it('an older state that comes late changes nothing', async () => {
    const { live } = await watch();
    act(() => {
      live.push('import:progress', progress(40, 12));
      live.push('import:progress', progress(30, 11));
    });
    expect(await screen.findByText('40%')).toBeInTheDocument();
  });

  it('an answer that was long on its way does not undo what was pushed meanwhile', async () => {
    const { live, store } = await watch();
    let answered = false;
    server.use(
      http.get(`*/api/v1/users/imports/${IMPORT_ID}`, async () => {
        await delay(50);
        answered = true;
        return HttpResponse.json(progress(20, 11));
      }),
    );
    act(() => {
      store.dispatch({ type: 'api/invalidateTags', payload: [{ type: 'Import', id: IMPORT_ID }] });
      live.push('import:progress', progress(60, 15));
    });
    await waitFor(() => {
      expect(answered).toBe(true);
    });
    await waitFor(() => {
      expect(Object.values(store.getState().api.queries).every((query) => query?.status !== QueryStatus.pending)).toBe(true);
    });
    expect(await screen.findByText('60%')).toBeInTheDocument();
  });

  it('what is pushed of another import is not shown here', async () => {
    const { live } = await watch();
    act(() => {
      live.push('import:progress', { ...progress(90, 99), id: '0199f000-1111-7000-8000-000000000002' });
      live.push('import:progress', progress(11, 11));
    });
    expect(await screen.findByText('11%')).toBeInTheDocument();
  });

  it('every reconnect takes up the state of then', async () => {
    const { live } = await watch();
    live.answer('import:watch', () => ({ ok: true, snapshot: completedSnapshot() }));
    act(() => {
      live.goAway();
    });
    act(() => {
      live.comeBack();
    });
    expect(await screen.findByRole('heading', { name: 'Upload Complete' })).toBeInTheDocument();
  });

  it('is not watched any more soon after its page was left', async () => {
    const { live, router } = await watch();
    await act(() => router.navigate('/dashboard'));
    await waitFor(() => {
      expect(live.asked).toContainEqual({ event: 'import:unwatch', payload: { importId: IMPORT_ID } });
    });
  });

  it('is asked for every two seconds where nothing can be pushed', async () => {
    let processed = 10;
    server.use(answersSnapshot(() => progress(processed, processed)));
    renderPage({ path: ADDRESS, as: {} });
    await screen.findByText('10%');
    processed = 80;
    expect(await screen.findByText('80%')).toBeInTheDocument();
  });
});

describe('an import that cannot be shown', () => {
  it('of another company or none at all: says so and leads on', async () => {
    server.use(
      http.get(`*/api/v1/users/imports/${IMPORT_ID}`, () => problem(404, 'not_found', 'The requested resource was not found.')),
    );
    renderPage({ path: ADDRESS, as: {} });
    expect(await screen.findByRole('heading', { name: 'There is no such import' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all imports' })).toHaveAttribute('href', '/dashboard/users');
  });

  it('not allowed any more: says what it would take', async () => {
    server.use(http.get(`*/api/v1/users/imports/${IMPORT_ID}`, () => problem(403, 'forbidden', 'Access denied.')));
    renderPage({ path: ADDRESS, as: {} });
    expect(await screen.findByText('Required permission: user.create')).toBeInTheDocument();
  });

  it('without an answer: can be tried again', async () => {
    server.use(http.get(`*/api/v1/users/imports/${IMPORT_ID}`, () => problem(503, 'unavailable', 'Service temporarily unavailable. Please try again later.')));
    const { user } = renderPage({ path: ADDRESS, as: {} });
    await screen.findByText('Service temporarily unavailable. Please try again later.');
    server.use(answersSnapshot(() => completedSnapshot()));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Upload Complete' })).toBeInTheDocument();
  });
});
