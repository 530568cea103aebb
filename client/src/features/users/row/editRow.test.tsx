import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, MANAGE, namesShown, OWN_ID, rowOf, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const own = userOf(1, { id: OWN_ID, fullName: 'Olive Owner', role: 'ADMIN', profile: 'SUPER_ADMIN' });
const trainee = userOf(2, { fullName: 'Tara Trainee' });
const trainer = userOf(3, { fullName: 'Tim Trainer', role: 'MENTOR', profile: 'TRAINER' });
const applicant = userOf(4, { fullName: 'Ana Applicant', role: 'APPLICANT', profile: null });
const users = [own, trainee, trainer, applicant];

async function open(profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN') {
  const company = companyOf(users, profile);
  const app = renderPage({ path: MANAGE, as: {} });
  await screen.findByRole('table', { name: 'People' });
  await screen.findByRole('button', { name: 'Edit Tara Trainee' });
  const edit = async (name: string) => {
    await app.user.click(screen.getByRole('button', { name: `Edit ${name}` }));
  };
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }));
  const choose = (what: string, name: string, value: string) =>
    app.user.selectOptions(screen.getByRole('combobox', { name: `${what} of ${name}` }), value);
  return { ...app, company, edit, save, choose };
}

const choices = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('editing a row', () => {
  it('sends role and profile with the version that was seen, and goes back to where it began', async () => {
    const { company, edit, choose, save } = await open();
    await edit('Tara Trainee');
    expect(screen.getByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveFocus();
    await choose('Profile', 'Tara Trainee', 'TRAINER');
    await choose('Role', 'Tara Trainee', 'FACULTY');
    await save();
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
    expect(company.edits).toEqual([{ role: 'FACULTY', profile: 'TRAINER', version: 1 }]);
    const row = await rowOf('Tara Trainee');
    expect(await row.findByRole('cell', { name: 'Faculty' })).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Edit Tara Trainee' })).toHaveFocus();
    });
  });

  it('is not offered on one’s own row, and can be cancelled, by Escape too', async () => {
    const { company, edit, choose, user } = await open();
    const row = await rowOf('Olive Owner');
    expect(row.getByText('You')).toBeInTheDocument();
    expect(row.queryByRole('button')).not.toBeInTheDocument();
    await edit('Tara Trainee');
    await choose('Profile', 'Tara Trainee', 'TRAINER');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('combobox', { name: 'Profile of Tara Trainee' })).not.toBeInTheDocument();
    await edit('Tara Trainee');
    expect(screen.getByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveValue('TRAINEE');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Edit Tara Trainee' })).toHaveFocus();
    expect(company.edits).toEqual([]);
  });

  it('goes on after a reload with what was chosen, until it is given up', async () => {
    const first = await open();
    await first.edit('Tara Trainee');
    await first.choose('Profile', 'Tara Trainee', 'TRAINER');
    await first.choose('Role', 'Tara Trainee', 'MENTOR');
    first.unmount();
    const app = renderPage({ path: MANAGE, as: {} });
    expect(await screen.findByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveValue('TRAINER');
    expect(screen.getByRole('combobox', { name: 'Role of Tara Trainee' })).toHaveValue('MENTOR');
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await app.user.click(screen.getByRole('button', { name: 'Edit Tara Trainee' }));
    expect(screen.getByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveValue('TRAINEE');
  });

  it('offers roles that fit: one that still fits stays, the only one is taken, else one is to be chosen', async () => {
    const { company, edit, choose, save } = await open();
    await edit('Tim Trainer');
    expect(choices('Role of Tim Trainer')).toEqual(['Faculty', 'Mentor']);
    await choose('Profile', 'Tim Trainer', 'PLACEMENT');
    expect(screen.getByRole('combobox', { name: 'Role of Tim Trainer' })).toHaveValue('EMPLOYEE');
    await choose('Profile', 'Tim Trainer', 'ADMIN');
    expect(choices('Role of Tim Trainer')).toEqual(['Choose a role', 'Manager', 'HR', 'Faculty']);
    await save();
    expect(screen.getByText('Role is required')).toBeInTheDocument();
    await choose('Role', 'Tim Trainer', 'HR');
    expect(screen.queryByText('Role is required')).not.toBeInTheDocument();
    await choose('Profile', 'Tim Trainer', 'MANAGEMENT');
    expect(screen.getByRole('combobox', { name: 'Role of Tim Trainer' })).toHaveValue('HR');
    expect(company.edits).toEqual([]);
  });

  it('by MANAGEMENT is of trainees, panelists and applicants, who get a profile; deletes no one', async () => {
    const { company, edit, choose, save, user } = await open('MANAGEMENT');
    expect((await rowOf('Tim Trainer')).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/u })).not.toBeInTheDocument();
    await edit('Tara Trainee');
    expect(choices('Profile of Tara Trainee')).toEqual(['Interview Panelist', 'Trainee']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await edit('Ana Applicant');
    expect(choices('Profile of Ana Applicant')).toEqual(['Choose a profile', 'Interview Panelist', 'Trainee']);
    expect(screen.getByRole('combobox', { name: 'Role of Ana Applicant' })).toBeDisabled();
    await save();
    expect(screen.getByText('Profile is required')).toBeInTheDocument();
    await choose('Profile', 'Ana Applicant', 'TRAINEE');
    await save();
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
    expect(company.edits).toEqual([{ role: 'TRAINEE', profile: 'TRAINEE', version: 1 }]);
  });

  it('that is refused says why, in the row, keeps what was chosen, and shows a failure without an answer', async () => {
    const { edit, choose, save } = await open();
    server.use(http.put(`${USERS}/:id`, () => problem(409, 'last_super_admin', 'This is the last active Super Admin.')));
    await edit('Tara Trainee');
    await choose('Profile', 'Tara Trainee', 'PLACEMENT');
    await save();
    expect(await screen.findByText('This is the last active Super Admin.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveValue('PLACEMENT');
    server.use(http.put(`${USERS}/:id`, () => new HttpResponse('<html>', { status: 500 })));
    await save();
    expect(await screen.findByText('Failed to update user')).toBeInTheDocument();
  });
});

describe('a row that was changed elsewhere', () => {
  it('says to what, keeps the choice, and can be saved over it', async () => {
    const { company, edit, choose, save } = await open();
    await edit('Tara Trainee');
    await choose('Profile', 'Tara Trainee', 'PLACEMENT');
    company.change(trainee.id, { role: 'MENTOR', profile: 'TRAINER' });
    await save();
    expect(await screen.findByText(/^Tara Trainee was changed meanwhile and is now Mentor · Trainer\./u)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Profile of Tara Trainee' })).toHaveValue('PLACEMENT');
    await save();
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument();
    expect(company.edits).toEqual([
      { role: 'EMPLOYEE', profile: 'PLACEMENT', version: 1 },
      { role: 'EMPLOYEE', profile: 'PLACEMENT', version: 2 },
    ]);
  });

  it('says who has changed what when, where the server knows, and shows what they have made of it when it is left so', async () => {
    const { company, edit, save, user } = await open();
    await edit('Tara Trainee');
    const current = company.change(trainee.id, { role: 'MENTOR', profile: 'TRAINER', workLocation: 'Delhi' });
    const met = {
      current,
      changedBy: { id: OWN_ID, fullName: 'Sana Second' },
      changedAt: '2026-03-03T10:00:00Z',
      changes: [{ field: 'workLocation', before: 'Pune', after: 'Delhi' }],
    };
    server.use(http.put(`${USERS}/:id`, () => problem(409, 'edit_conflict', 'Changed meanwhile.', met), { once: true }));
    await save();
    expect(await screen.findByText(/^Tara Trainee was changed meanwhile.* Sana Second changed Work location on 03 Mar 2026/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await (await rowOf('Tara Trainee')).findByRole('cell', { name: 'Mentor' })).toBeInTheDocument();
  });
});

describe('deleting', () => {
  it('asks beyond the buttons of an edit and with the user’s name, takes no held key for an answer, and removes the row', async () => {
    const { user } = await open();
    const row = await rowOf('Tara Trainee');
    expect(row.getAllByRole('button').at(-1)).toBe(row.getByRole('button', { name: 'Delete Tara Trainee' }));
    await user.click(row.getByRole('button', { name: 'Edit Tara Trainee' }));
    expect((await rowOf('Tara Trainee')).getAllByRole('button').map((button) => button.textContent)).toEqual(['Save', 'Cancel']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await user.click(screen.getByRole('button', { name: 'Delete Tara Trainee' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(namesShown()).toContain('Tara Trainee');

    await user.click(screen.getByRole('button', { name: 'Delete Tara Trainee' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Delete' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete user Tara Trainee?person2@example.comThis action cannot be undone.');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const presses = within(dialog)
      .getAllByRole('button')
      .flatMap((button) => [true, false].map((repeat) => fireEvent.keyDown(button, { key: 'Enter', repeat })));
    expect(presses).toEqual([false, true, false, true]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete User' }));
    expect(await screen.findByText('User deleted successfully')).toBeInTheDocument();
    await waitFor(() => {
      expect(namesShown()).toEqual(['Olive OwnerYou', 'Tim Trainer', 'Ana Applicant']);
    });
  });
});
