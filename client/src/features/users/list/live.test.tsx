import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, MANAGE, namesShown, rowOf, userOf, USERS } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const first = userOf(1);
const second = userOf(2);
const newcomer = userOf(3);

async function open() {
  const company = companyOf([first, second]);
  const live = createLiveServer();
  const app = renderApp({ path: MANAGE, as: {}, live: live.open });
  await screen.findByRole('button', { name: 'Edit Person 1' });
  await waitFor(() => {
    expect(live.handshakes).toHaveLength(1);
  });
  const tell = (kind: string) => {
    act(() => {
      live.push('users:changed', { kind, ids: [] });
    });
  };
  return { ...app, company, live, tell };
}

describe('a list that is changed elsewhere', () => {
  it('updates while its rows are not in use, and is fetched anew when the connection is back', async () => {
    const { company, live, tell } = await open();
    company.users = [newcomer, first, second];
    tell('created');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 3', 'Person 1', 'Person 2']);
    });
    act(() => {
      live.goAway();
    });
    company.users = [newcomer, first];
    act(() => {
      live.comeBack();
    });
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 3', 'Person 1']);
    });
  });

  it('shows what has changed in a row under the pointer, but moves none, and says so', async () => {
    const { company, tell, user } = await open();
    await user.hover((await rowOf('Person 2')).getByRole('cell', { name: 'Person 2' }));
    company.change(second.id, { role: 'MENTOR', profile: 'TRAINER' });
    tell('updated');
    expect(await (await rowOf('Person 2')).findByRole('cell', { name: 'Trainer' })).toBeInTheDocument();
    expect(screen.queryByText('List has changed')).not.toBeInTheDocument();
    company.users = [newcomer, ...company.users];
    tell('created');
    expect(await screen.findByText('List has changed')).toBeInTheDocument();
    expect(namesShown()).toEqual(['Person 1', 'Person 2']);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(namesShown()).toEqual(['Person 3', 'Person 1', 'Person 2']);
    expect(screen.queryByText('List has changed')).not.toBeInTheDocument();
  });

  it('moves no row under the pointer after Edit, Cancel', async () => {
    const { company, tell, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Person 2' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    company.users = [newcomer, first, second];
    tell('created');
    expect(await screen.findByText('List has changed')).toBeInTheDocument();
    expect(namesShown()).toEqual(['Person 1', 'Person 2']);
  });

  it('moves no row under the pointer after a deletion that was refused', async () => {
    const { company, tell, user } = await open();
    server.use(http.delete(`${USERS}/:id`, () => problem(409, 'last_super_admin', 'The last one.')));
    await user.click(screen.getByRole('button', { name: 'Delete Person 2' }));
    await user.click(await screen.findByRole('button', { name: 'Delete User' }));
    expect(await screen.findByText('Failed to delete user. The last one.')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    await user.hover((await rowOf('Person 2')).getByRole('cell', { name: 'Person 2' }));
    company.users = [newcomer, first, second];
    tell('created');
    expect(await screen.findByText('List has changed')).toBeInTheDocument();
    expect(namesShown()).toEqual(['Person 1', 'Person 2']);
  });

  it('leaves a row that is edited where it is, and tells its editor', async () => {
    const { company, tell, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Person 2' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Profile of Person 2' }), 'PLACEMENT');
    company.change(second.id, { role: 'MENTOR', profile: 'TRAINER' });
    tell('updated');
    expect(await screen.findByText(/^Person 2 was changed meanwhile and is now Mentor · Trainer\./u)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Profile of Person 2' })).toHaveValue('PLACEMENT');
  });
});
