import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, MANAGE, namesShown, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}

const search = () => screen.getByRole('searchbox', { name: 'Search people' });

describe('the list of users', () => {
  it('is a tab with an address of its own', async () => {
    companyOf(many(3));
    const { user, router } = renderPage({ path: '/dashboard/users', as: {} });
    await user.click(await screen.findByRole('tab', { name: 'Manage Users' }));
    expect(await screen.findByRole('table', { name: 'People' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=manage');
    expect(screen.getByRole('tab', { name: 'Manage Users' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows its columns, ten people a page, numbered through', async () => {
    companyOf(many(23));
    const { user } = await open();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['S.No', 'Full Name', 'Email', 'Phone', 'Role', 'Profile', 'Actions']);
    expect(namesShown()).toHaveLength(10);
    expect(screen.getByText('23 people')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('cell', { name: 'Person 11' })).toBeInTheDocument();
    const [, first] = screen.getAllByRole('row');
    expect(first).toHaveTextContent(/^11Person 11person11@example\.com\+919800000011TraineeTrainee/u);
  });

  it('says that it is loading, in its own shape', async () => {
    companyOf(many(1));
    server.use(http.get(USERS, async () => delay('infinite')));
    renderPage({ path: MANAGE, as: {} });
    expect(await screen.findByText('Loading users...')).toBeInTheDocument();
  });

  it('shows how to begin when it is empty', async () => {
    companyOf([]);
    renderPage({ path: MANAGE, as: {} });
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeInTheDocument();
    expect(screen.getByText('No users found. Start by adding some users.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add Users' })).toHaveAttribute('href', '/dashboard/users');
  });

  it('that cannot be fetched says so, and can be tried again', async () => {
    companyOf(many(2));
    server.use(http.get(USERS, () => problem(503, 'unavailable', 'Service temporarily unavailable. Please try again later.'), { once: true }));
    const { user } = renderPage({ path: MANAGE, as: {} });
    expect(await screen.findByText(/^Failed to fetch users\. Service temporarily unavailable/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('cell', { name: 'Person 1' })).toBeInTheDocument();
    expect(screen.queryByText(/Failed to fetch users/u)).not.toBeInTheDocument();
  });

  it('does not count what the server has not counted', async () => {
    companyOf(many(20)).totalIsExact = false;
    await open();
    expect(screen.getByText('20+ people')).toBeInTheDocument();
    expect(screen.getByText('1–10 of 20+')).toBeInTheDocument();
  });

  it('with an address of filters and page opens there', async () => {
    const company = companyOf([...many(12), userOf(13, { role: 'HR', profile: 'ADMIN' })]);
    await open(`${MANAGE}&role=TRAINEE&profile=TRAINEE&search=person&sort=email&page=2`);
    expect(namesShown()).toEqual(['Person 11', 'Person 12']);
    expect(Object.fromEntries(company.asked[0] ?? [])).toEqual({
      page: '2',
      pageSize: '10',
      search: 'person',
      role: 'TRAINEE',
      profile: 'TRAINEE',
      sort: 'email',
    });
    expect(search()).toHaveValue('person');
  });

  it('a page beyond the last leads to the last', async () => {
    companyOf(many(12));
    const { router } = renderPage({ path: `${MANAGE}&page=9`, as: {} });
    expect(await screen.findByRole('cell', { name: 'Person 12' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=manage&page=2');
  });
});

describe('where there is no room for columns', () => {
  it('rows are cards', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('767'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }));
    companyOf(many(2));
    const { user } = renderPage({ path: MANAGE, as: {} });
    const list = await screen.findByRole('list', { name: 'People' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    await user.click(within(list).getByRole('button', { name: 'Edit Person 2' }));
    expect(within(list).getByRole('combobox', { name: 'Profile of Person 2' })).toHaveValue('TRAINEE');
  });
});

it('rows are cards, too, where the page is wide and the list is not', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  companyOf(many(2));
  renderPage({ path: MANAGE, as: {} });
  expect(await screen.findByRole('list', { name: 'People' })).toBeInTheDocument();
  expect(screen.queryByRole('table', { name: 'People' })).not.toBeInTheDocument();
});

describe('the export', () => {
  it('is of the list as it is filtered', async () => {
    companyOf(many(3));
    let asked = '';
    server.use(
      http.get(`${USERS}/:file`, ({ request, params }) => {
        if (!String(params['file']).startsWith('export.')) return;
        asked = new URL(request.url).search;
        return new HttpResponse('fullName\r\n', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:users';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saves(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = await open(`${MANAGE}&profile=TRAINEE&search=person`);
    const shown = '&columns=fullName%2Cemail%2Cphone%2Crole%2Cprofile';
    for (const [choice, name, columns] of [
      ['Columns shown, as CSV', /^people-\d{4}-\d\d-\d\d\.csv$/u, shown],
      ['All columns, as CSV', /^people-\d{4}-\d\d-\d\d\.csv$/u, ''],
      ['Columns shown, as Excel', /^people-\d{4}-\d\d-\d\d\.xlsx$/u, shown],
      ['All columns, as Excel', /^people-\d{4}-\d\d-\d\d\.xlsx$/u, ''],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Export' }));
      expect(screen.getByRole('menuitem', { name: 'All columns, as CSV' })).toHaveAccessibleDescription(/^Phones have an apostrophe/u);
      await user.click(screen.getByRole('menuitem', { name: choice }));
      await waitFor(() => {
        expect(saved.pop()).toMatch(name);
      });
      expect(asked).toBe(`?search=person&profile=TRAINEE&sort=-createdAt${columns}`);
    }
  });

  it('that fails says so', async () => {
    companyOf(many(3));
    server.use(http.get(`${USERS}/export.csv`, () => problem(503, 'unavailable', 'Service temporarily unavailable. Please try again later.')));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(screen.getByRole('menuitem', { name: 'All columns, as CSV' }));
    expect(await screen.findByText('Service temporarily unavailable. Please try again later.')).toBeInTheDocument();
  });
});
