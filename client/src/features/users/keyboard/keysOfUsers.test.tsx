import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { BulkDialogProps } from '~/api/bulk';
import { companyOf, OWN_ID, userOf } from '~/testing/company';
import { renderApp } from '~/testing/renderApp';

import { UserManagementPage } from '../pages/UserManagementPage';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));

async function open() {
  const page = <UserManagementPage importHistory={null} renderBulk={({ action }: BulkDialogProps) => action} />;
  const app = renderApp({ path: '/dashboard/users?tab=manage', as: {}, pages: [{ path: '/dashboard/users', element: page }] });
  await screen.findByRole('checkbox', { name: 'Select Person 1' });
  return app;
}

const rowWithFocus = () => document.activeElement?.closest('tr')?.textContent ?? null;

it('the arrows move from row to row, and end with them', async () => {
  companyOf(many(3));
  const { user } = await open();
  await user.keyboard('{ArrowDown}');
  expect(rowWithFocus()).toMatch(/^1Person 1/u);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(rowWithFocus()).toMatch(/^3Person 3/u);
  await user.keyboard('{ArrowUp}');
  expect(rowWithFocus()).toMatch(/^2Person 2/u);
  await user.keyboard('/{ArrowDown}');
  expect(rowWithFocus()).toMatch(/^1Person 1/u);
});

it('x selects, with shift by reach, and e edits; none of them while a field is typed in', async () => {
  companyOf([...many(3), userOf(4, { id: OWN_ID })]);
  const { user } = await open();
  await user.keyboard('{ArrowDown}x{ArrowDown}{ArrowDown}{Shift>}X{/Shift}');
  expect(screen.getByText('3 selected')).toBeInTheDocument();
  await user.keyboard('{ArrowDown}e');
  expect(screen.queryByRole('combobox', { name: /^Profile of/u })).not.toBeInTheDocument();
  await user.keyboard('{ArrowUp}e');
  expect(await screen.findByRole('combobox', { name: 'Profile of Person 3' })).toHaveFocus();
  await user.keyboard('x?{Escape}');
  expect(screen.getByText('3 selected')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'x?/e');
  expect(screen.getByRole('searchbox', { name: 'Search people' })).toHaveValue('x?/e');
});

it('/ searches, ? shows the keys, which can be switched off', async () => {
  companyOf(many(3));
  const { user } = await open();
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  await user.keyboard('/');
  expect(screen.getByLabelText('Search people')).not.toHaveFocus();
  await user.click(help.getByRole('checkbox', { name: 'Use / ? e m x on this device' }));
  await user.click(help.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  await user.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search people' })).not.toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Use / ? e m x on this device' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  await user.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search people' })).toHaveFocus();
});
