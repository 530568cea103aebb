import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportSnapshot, RecentRow } from '../api';
import { ADDRESS, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, nth, snapshotOf } from '../testing';

const recentFrom = (last: number): RecentRow[] =>
  Array.from({ length: 10 }, (_, index) => ({
    row: last - index,
    email: `person${last - index}@example.com`,
    status: index === 3 ? 'failed' : 'created',
    message: index === 3 ? 'Email already registered' : 'Created',
  }));

const processing = (given: Partial<ImportSnapshot>) =>
  snapshotOf({ ratePerSecond: 1234.4, etaSeconds: 75, recent: recentFrom(given.processed ?? 10), ...given });

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, answersRows(() => []));
});

async function process(first = processing({ processed: 10, successCount: 9, errorCount: 21, version: 10 })) {
  const live = createLiveServer();
  live.answer('import:watch', () => ({ ok: true, snapshot: first }));
  server.use(answersSnapshot(() => first));
  const app = renderApp({ path: ADDRESS, as: {}, live: live.open });
  await screen.findByRole('heading', { name: 'Processing Users...' });
  const push = (snapshot: ImportSnapshot) => {
    act(() => {
      live.push('import:progress', snapshot);
    });
  };
  return { ...app, push };
}

const figure = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('an import that is processed', () => {
  it('shows how far it is, how fast it goes and what it has come to', async () => {
    const { push } = await process();
    push(processing({ processed: 50, successCount: 47, errorCount: 23, version: 11 }));
    await screen.findByText('50%');
    expect(screen.getByRole('progressbar', { name: 'Rows processed' })).toHaveAttribute('aria-valuenow', '50');
    expect(figure('Created')).toBe('47');
    expect(figure('Failed')).toBe('23');
    expect(figure('Rows per second')).toBe('1,234');
    expect(figure('Time left')).toBe('1:15');
  });

  it('new rows come into places that do not move', async () => {
    const { push } = await process();
    const feed = screen.getByRole('list', { name: 'Latest rows' });
    const places = within(feed).getAllByRole('listitem');
    expect(places).toHaveLength(10);
    push(processing({ processed: 90, version: 12 }));
    await within(feed).findByText('person90@example.com');
    expect(within(feed).getAllByRole('listitem')).toEqual(places);
    expect(places[3]).toHaveTextContent('Email already registered');
    expect(within(nth(places, 3)).getByTitle('Failed')).toBeInTheDocument();
  });

  it('rows hold still under the pointer', async () => {
    const { push, user } = await process();
    const feed = screen.getByRole('list', { name: 'Latest rows' });
    await user.hover(feed);
    push(processing({ processed: 90, version: 12 }));
    await screen.findByText('90%');
    expect(within(feed).getByText('person10@example.com')).toBeInTheDocument();
    await user.unhover(feed);
    expect(await within(feed).findByText('person90@example.com')).toBeInTheDocument();
  });

  it('is announced at each quarter and at the end, not in between', async () => {
    const { push } = await process();
    const said: string[] = [];
    const receive = async (snapshot: ImportSnapshot, seen: string) => {
      push(snapshot);
      await screen.findByText(seen);
      said.push(screen.getAllByRole('status').map((region) => region.textContent).join(''));
    };
    await receive(processing({ processed: 24, version: 11 }), '24%');
    await receive(processing({ processed: 26, version: 12 }), '26%');
    await receive(processing({ processed: 49, version: 13 }), '49%');
    await receive(processing({ processed: 50, version: 14 }), '50%');
    await receive(completedSnapshot(), 'Upload Complete');
    expect(said).toEqual([
      '',
      '25 percent done.',
      '25 percent done.',
      '50 percent done.',
      'Upload complete: 98 accounts created, 22 failed.',
    ]);
  });

  it('can be cancelled, after asking with the name of the file', async () => {
    let asked = 0;
    server.use(
      http.post(`*/api/v1/users/imports/${IMPORT_ID}/cancel`, () => {
        asked += 1;
        return HttpResponse.json(
          processing({ state: 'cancelled', processed: 10, successCount: 9, version: 20, finishedAt: '2026-03-01T10:05:00Z' }),
        );
      }),
    );
    const { user } = await process();
    await user.click(screen.getByRole('button', { name: 'Cancel Import' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this import?' });
    expect(dialog).toHaveTextContent('staff.csv will stop within a moment. People who have been created stay and are invited.');
    expect(asked).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel Import' }));
    expect(await screen.findByRole('heading', { name: 'Import cancelled' })).toBeInTheDocument();
    expect(screen.getByText('9 people were created before that and will stay. Remaining rows were not imported.')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
  });
});

it('a question to cancel that the end overtakes never says that no user was created', async () => {
  let state = processing({ processed: 90, successCount: 88, version: 11 });
  const { user, push } = await process(state);
  server.use(answersSnapshot(() => state));
  const said = new Set<string>();
  const observer = new MutationObserver(() => {
    said.add(document.body.textContent);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.click(screen.getByRole('button', { name: 'Cancel Import' }));
  await screen.findByRole('alertdialog', { name: 'Cancel this import?' });
  state = completedSnapshot();
  push(state);
  await screen.findByRole('heading', { name: 'Upload Complete' });
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  observer.disconnect();
  expect([...said].filter((text) => text.includes('No user has been created'))).toEqual([]);
});

describe('an import that has failed', () => {
  it('says why and leads on', async () => {
    const reason = 'The file could not be read to its end.';
    server.use(answersSnapshot(() => snapshotOf({ state: 'failed', reason, startedAt: null, finishedAt: null })));
    renderPage({ path: ADDRESS, as: {} });
    expect(await screen.findByRole('heading', { name: 'Import failed' })).toBeInTheDocument();
    expect(screen.getByText(reason)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Upload Another File' })).toHaveAttribute('href', '/dashboard/users/imports/new');
  });
});
