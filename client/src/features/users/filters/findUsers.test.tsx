import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { describe, expect, it } from 'vitest';

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

describe('searching users', () => {
  it('asks for what was typed once its typing has paused, and begins at page 1', async () => {
    const company = companyOf(many(30));
    const { router } = await open(`${MANAGE}&page=3`);
    fireEvent.change(search(), { target: { value: 'Per' } });
    fireEvent.change(search(), { target: { value: 'Person 17' } });
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 17']);
    });
    expect(router.state.location.search).toBe('?tab=manage&search=Person+17');
    expect(company.asked.map((query) => query.get('search'))).toEqual([null, 'Person 17']);
  });

  it('aborts a superseded request', async () => {
    companyOf(many(30));
    const { user } = await open();
    const given = { up: 0 };
    let slow = true;
    server.use(
      http.get(USERS, async ({ request }) => {
        if (!slow) return undefined;
        slow = false;
        request.signal.addEventListener('abort', () => {
          given.up += 1;
        });
        return delay('infinite');
      }),
    );
    await user.type(search(), 'Person 2');
    await waitFor(() => {
      expect(slow).toBe(false);
    });
    await user.type(search(), '9');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 29']);
    });
    expect(given.up).toBe(1);
  });

  it('turns no page of another search: Next right after typing begins the new one', async () => {
    const company = companyOf(many(30));
    const { router } = await open();
    const next = screen.getByRole('button', { name: 'Next page' });
    fireEvent.change(search(), { target: { value: 'Person' } });
    fireEvent.click(next);
    await waitFor(() => {
      expect(company.asked.map((query) => [query.get('search'), query.get('page')])).toEqual([
        [null, '1'],
        ['Person', '1'],
      ]);
    });
    expect(router.state.location.search).toBe('?tab=manage&search=Person');
  });

  it('by invitation, and says so in a column of its own', async () => {
    companyOf([...many(3), userOf(4, { invitation: 'lapsed' })]);
    const { user } = await open();
    expect(screen.queryByRole('columnheader', { name: 'Invitation' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by invitation' }), 'Expired');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 4']);
    });
    expect(screen.getByRole('columnheader', { name: 'Invitation' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Expired' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More for Person 4' }));
    expect(screen.getByRole('menuitem', { name: 'Invite again' })).toBeInTheDocument();
  });

  it('shows those alone whose invitation failed where a link asks for them, until that is removed', async () => {
    const company = companyOf([...many(3), userOf(4, { invitation: 'failed' })]);
    const { user, router } = await open(`${MANAGE}&invitation=failed`);
    expect(namesShown()).toEqual(['Person 4']);
    expect(screen.getByRole('cell', { name: 'Could not be delivered' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by invitation' }), 'All invitations');
    await waitFor(() => {
      expect(namesShown()).toHaveLength(4);
    });
    expect(router.state.location.search).toBe('?tab=manage');
    expect(company.asked.map((query) => query.get('invitation'))).toEqual(['failed', null]);
  });

  it('role and profile narrow the list, which begins at page 1', async () => {
    companyOf([...many(12), userOf(13, { role: 'HR', profile: 'ADMIN' })]);
    const { user, router } = await open(`${MANAGE}&page=2`);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by role' }), 'HR');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 13']);
    });
    expect(router.state.location.search).toBe('?tab=manage&role=HR');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by profile' }), 'TRAINEE');
    expect(await screen.findByText('No users match your search criteria.')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=manage&role=HR&profile=TRAINEE');
  });

  it('shows an empty result, and clears all filters', async () => {
    companyOf(many(3));
    const { user, router } = await open(`${MANAGE}&sort=fullName`);
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).not.toBeInTheDocument();
    await user.type(search(), 'zebra');
    expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeInTheDocument();
    expect(await screen.findByText('No users match your search criteria.')).toBeInTheDocument();
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByRole('cell', { name: 'Person 3' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=manage&sort=fullName');
    expect(search()).toHaveValue('');
  });

  it('the box follows the history', async () => {
    companyOf(many(3));
    const { user, router } = await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by profile' }), 'TRAINEE');
    await user.type(search(), 'Person 2');
    await waitFor(() => {
      expect(router.state.location.search).toContain('search=Person+2');
    });
    await router.navigate(-1);
    await waitFor(() => {
      expect(search()).toHaveValue('');
    });
    await router.navigate(1);
    await waitFor(() => {
      expect(search()).toHaveValue('Person 2');
    });
  });

  it('the heads of the columns order the list', async () => {
    const company = companyOf(many(3));
    const { user } = await open();
    const head = () => screen.getByRole('columnheader', { name: /^Full Name/u });
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'descending');
    await waitFor(() => {
      expect(company.asked.map((query) => query.get('sort'))).toEqual(['-createdAt', 'fullName', '-fullName']);
    });
  });
});
