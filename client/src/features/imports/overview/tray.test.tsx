import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportSummary } from '../api';
import { ADDRESS, answersImports, completedSnapshot, readySnapshot, snapshotOf } from '../testing';

let imports: ImportSummary[];

beforeEach(() => {
  imports = [];
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), answersImports(() => imports));
});

/** The page's own header has no role inside main, which jsdom does not know. */
function topBar(): HTMLElement {
  const [bar] = screen.getAllByRole('banner');
  if (bar === undefined) throw new Error('There is no top bar.');
  return bar;
}

async function dashboard(authorities = ['user.create', 'user.view']) {
  const live = createLiveServer();
  const app = renderApp({ path: '/dashboard', as: { authorities }, live: live.open });
  await screen.findByRole('heading', { level: 1 });
  await live.connected();
  return { ...app, live, bar: within(topBar()) };
}

describe('the tray of running imports', () => {
  it('appears on every page when an import of the company starts, with a link to it', async () => {
    let asked = 0;
    server.use(
      answersImports(() => {
        asked += 1;
        return imports;
      }),
    );
    const { live, bar, user } = await dashboard();
    // The tray comes behind the page: what is pushed before it has asked is in its answer.
    await expect.poll(() => asked).toBeGreaterThan(0);
    expect(bar.queryByRole('button', { name: /Import/u })).not.toBeInTheDocument();
    act(() => {
      live.push('import:summary', snapshotOf({ processed: 42, successCount: 40, errorCount: 22, etaSeconds: 9, version: 6 }));
    });
    await user.click(await bar.findByRole('button', { name: 'Import 42%' }));
    const item = within(await screen.findByRole('dialog', { name: 'Running imports' })).getByRole('link');
    expect(item).toHaveAttribute('href', ADDRESS);
    expect(item).toHaveTextContent('staff.csv');
    expect(item).toHaveTextContent('40 created, 22 failed, 0:09 left');
  });

  it('follows what is pushed, and an older state changes nothing', async () => {
    imports = [snapshotOf({ processed: 10, version: 6 })];
    const { live, bar } = await dashboard();
    await bar.findByRole('button', { name: 'Import 10%' });
    act(() => {
      live.push('import:summary', snapshotOf({ processed: 80, version: 9 }));
      live.push('import:summary', snapshotOf({ processed: 70, version: 8 }));
    });
    expect(await bar.findByRole('button', { name: 'Import 80%' })).toBeInTheDocument();
  });

  it('says when it has ended, until that was looked at', async () => {
    imports = [snapshotOf({ processed: 10, version: 6 })];
    const { live, bar, user } = await dashboard();
    await bar.findByRole('button', { name: 'Import 10%' });
    act(() => {
      live.push('import:summary', completedSnapshot());
    });
    await user.click(await bar.findByRole('button', { name: 'Import ended' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('98 created, 22 failed');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Import ended' })).not.toBeInTheDocument();
    });
  });

  it('shows no tick for an import that was cancelled, and says that it has stopped', async () => {
    imports = [snapshotOf({ processed: 10, version: 6 })];
    const { live, bar } = await dashboard();
    await bar.findByRole('button', { name: 'Import 10%' });
    act(() => {
      live.push('import:summary', completedSnapshot());
    });
    const tick = (await bar.findByRole('button', { name: 'Import ended' })).querySelector('svg')?.innerHTML;
    act(() => {
      live.push('import:summary', completedSnapshot({ state: 'cancelled', version: 91 }));
    });
    const stopped = await bar.findByRole('button', { name: 'Import stopped' });
    expect(stopped.querySelector('svg')?.innerHTML).not.toBe(tick);
  });

  it('catches up after the connection was away', async () => {
    imports = [snapshotOf({ processed: 10, version: 6 })];
    const { live, bar } = await dashboard();
    await bar.findByRole('button', { name: 'Import 10%' });
    act(() => {
      live.goAway();
    });
    imports = [snapshotOf({ processed: 90, version: 60 })];
    act(() => {
      live.comeBack();
    });
    expect(await bar.findByRole('button', { name: 'Import 90%' })).toBeInTheDocument();
  });

  it('an answer that was long on its way does not undo what was pushed meanwhile', async () => {
    imports = [snapshotOf({ processed: 10, version: 6 })];
    const { live, bar, store } = await dashboard();
    await bar.findByRole('button', { name: 'Import 10%' });
    act(() => {
      store.dispatch({ type: 'api/invalidateTags', payload: [{ type: 'Import', id: 'LIST' }] });
      live.push('import:summary', snapshotOf({ processed: 80, version: 9 }));
    });
    await waitFor(() => {
      expect(Object.values(store.getState().api.queries).every((query) => query?.status !== QueryStatus.pending)).toBe(true);
    });
    expect(await bar.findByRole('button', { name: 'Import 80%' })).toBeInTheDocument();
  });

  it('is hidden from users who may not create users, and sends no request', async () => {
    let asked = 0;
    // Not one whose dashboard tells of imports, too.
    server.use(
      ownProfile('TRAINER'),
      answersImports(() => {
        asked += 1;
        return [snapshotOf({ processed: 10 })];
      }),
    );
    const { bar } = await dashboard(['dashboard.view']);
    expect(bar.queryByRole('button', { name: /Import/u })).not.toBeInTheDocument();
    expect(asked).toBe(0);
  });
});

describe('a checked file that is left alone', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  beforeEach(() => {
    imports = [
      readySnapshot({ id: 'fresh', fileName: 'fresh.csv', createdAt: hoursAgo(23) }),
      readySnapshot({ id: 'left', fileName: 'left.csv', createdAt: hoursAgo(25) }),
    ];
  });

  it('leaves the imports under way after a day', async () => {
    await dashboard();
    const underWay = within(await screen.findByRole('list', { name: 'Imports under way' }));
    expect(underWay.getAllByRole('link').map((link) => link.textContent)).toEqual([expect.stringContaining('fresh.csv')]);
  });

  it('is called so in the list of all imports', async () => {
    renderApp({ path: '/dashboard/users', as: {} });
    const table = within(await screen.findByRole('table', { name: 'Imports' }));
    expect(table.getByRole('row', { name: /left\.csv/u })).toHaveTextContent('Not uploaded');
    expect(table.getByRole('row', { name: /fresh\.csv/u })).toHaveTextContent('Ready to upload');
  });
});

describe('User Management', () => {
  it('offers the upload and lists the company’s imports, live', async () => {
    imports = [completedSnapshot()];
    const live = createLiveServer();
    renderApp({ path: '/dashboard/users', as: {}, live: live.open });
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Upload CSV File/u })).toHaveAttribute('href', '/dashboard/users/imports/new');
    const table = within(await screen.findByRole('table', { name: 'Imports' }));
    expect(table.getByRole('link', { name: 'staff.csv' })).toHaveAttribute('href', ADDRESS);
    const other = { ...snapshotOf({ state: 'validating' }), id: 'another', fileName: 'new.csv', createdAt: '2026-03-02T10:00:00.000Z' };
    act(() => {
      live.push('import:summary', other);
    });
    expect(await table.findByRole('link', { name: 'new.csv' })).toBeInTheDocument();
    expect(table.getByText('Checking')).toBeInTheDocument();
  });

  it('says what to do where nothing was imported yet', async () => {
    renderApp({ path: '/dashboard/users', as: {} });
    expect(await screen.findByRole('heading', { name: 'No imports yet' })).toBeInTheDocument();
  });

  it('is closed to profiles that may not manage users', async () => {
    renderApp({ path: '/dashboard/users/imports/new', as: { profile: 'TRAINER', authorities: ['dashboard.view'] } });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  });
});
