import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { completedSnapshot, OWNER_ID, snapshotOf } from '../testing';

const OTHER = '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f02';
const mine = completedSnapshot({ id: '0199f000-1111-7000-8000-000000000002', fileName: 'spring.csv' });
const hers = completedSnapshot({ id: '0199f000-1111-7000-8000-000000000003', fileName: 'autumn.csv', startedBy: { id: OTHER, fullName: 'Asha Verma' } });
let asked: URLSearchParams[];

beforeEach(() => {
  asked = [];
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    http.get('*/api/v1/users/imports', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const data = [mine, hers].filter(
        ({ fileName, state, startedBy }) =>
          fileName.includes(query.get('search') ?? '') &&
          (query.get('state') ?? state) === state &&
          (query.get('startedBy') ?? startedBy?.id) === startedBy?.id,
      );
      return HttpResponse.json({ data, page: 1, pageSize: 10, total: data.length, totalIsExact: true });
    }),
  );
});

async function history(query = '') {
  const live = createLiveServer();
  const app = renderApp({ path: `/dashboard/users${query}`, as: { userId: OWNER_ID }, live: live.open });
  await screen.findByRole('search', { name: 'Imports' });
  return { ...app, live };
}

const files = () => within(screen.getByRole('table', { name: 'Imports' })).getAllByRole('link').map((link) => link.textContent);

describe('the history of imports', () => {
  it('is filtered by the file’s name and by who started it, in the address', async () => {
    const { user, router } = await history();
    await screen.findByRole('table', { name: 'Imports' });
    expect(files()).toEqual(['spring.csv', 'autumn.csv']);
    await user.type(screen.getByLabelText('File name'), 'aut');
    await waitFor(() => {
      expect(files()).toEqual(['autumn.csv']);
    });
    expect(router.state.location.search).toBe('?search=aut');
    const by = screen.getByLabelText('Started by');
    expect(within(by).getAllByRole('option').map((option) => option.textContent)).toEqual(['All', 'Me', 'Asha Verma']);
    await user.selectOptions(by, 'Asha Verma');
    await waitFor(() => {
      expect(asked.at(-1)?.get('startedBy')).toBe(OTHER);
    });
  });

  it('opens filtered by its address; days are those of the browser, the last one included', async () => {
    await history(`?state=completed&startedBy=${OTHER}&from=2026-02-01&to=2026-03-01`);
    await screen.findByRole('table', { name: 'Imports' });
    const query = asked.find((each) => each.get('state') !== null);
    expect(query?.get('state')).toBe('completed');
    expect(query?.get('from')).toBe(new Date(2026, 1, 1).toISOString());
    expect(query?.get('to')).toBe(new Date(2026, 2, 2).toISOString());
    expect(screen.getByLabelText('Started by')).toHaveDisplayValue('Asha Verma');
    expect(screen.getByLabelText('Uploaded from')).toHaveValue('01/02/2026');
  });

  it('without a match says so, and shows everything again', async () => {
    const { user, router } = await history('?state=paused');
    expect(await screen.findByRole('heading', { name: 'No import matches' })).toBeInTheDocument();
    const [inList] = screen.getAllByRole('button', { name: 'Clear Filters' }).slice(-1);
    if (inList === undefined) throw new Error('There is no button.');
    await user.click(inList);
    await screen.findByRole('table', { name: 'Imports' });
    expect(router.state.location.search).toBe('');
  });

  it('ignores a filter that is none', async () => {
    await history('?state=eaten&from=2026-02-31&startedBy=x');
    await screen.findByRole('table', { name: 'Imports' });
    expect(asked.every((query) => query.get('state') === null && query.get('from') === null && query.get('startedBy') === null)).toBe(true);
  });

  it('of days can be emptied again', async () => {
    const { router } = await history('?from=2026-02-01');
    await screen.findByRole('table', { name: 'Imports' });
    fireEvent.keyDown(screen.getByLabelText('Uploaded from'), { key: 'Delete' });
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });

  it('takes new imports on top only where nothing is filtered', async () => {
    const { live } = await history('?search=csv');
    await screen.findByRole('table', { name: 'Imports' });
    act(() => {
      live.push('import:summary', snapshotOf({ fileName: 'unrelated.txt', createdAt: '2026-04-01T10:00:00.000Z', version: 6 }));
      live.push('import:summary', { ...mine, fileName: 'spring.csv', changed: 3, mode: 'upsert', version: 99 });
    });
    expect(await screen.findByRole('columnheader', { name: 'Updated' })).toBeInTheDocument();
    expect(files()).toEqual(['spring.csv', 'autumn.csv']);
  });

  it('that cannot be loaded keeps its filters, and asks again', async () => {
    const { user } = await history('?search=aut');
    await screen.findByRole('table', { name: 'Imports' });
    server.use(http.get('*/api/v1/users/imports', () => problem(503, 'unavailable', 'Try again later.'), { once: true }));
    await user.selectOptions(screen.getByLabelText('State'), 'Completed');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(files()).toEqual(['autumn.csv']);
    });
  });
});
