import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, nothingOf, OWN_ID, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const trainee = userOf(2, { fullName: 'Tara Trainee', lastSignInAt: '2026-03-02T09:00:00Z', invitation: 'accepted' });
const owner = userOf(1, { id: OWN_ID, fullName: 'Olive Owner', profile: 'SUPER_ADMIN', role: 'ADMIN' });
const PAGE = `/dashboard/users/people/${trainee.id}`;

async function open(person = trainee, profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN') {
  const company = companyOf([owner, person], profile);
  server.use(...nothingOf);
  const app = renderPage({ path: `/dashboard/users/people/${person.id}`, as: {} });
  await screen.findByRole('button', { name: 'Save Changes' });
  const { user } = app;
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.paste(text);
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));
  return { ...app, company, type, save };
}

/** The conflict that an edit of the phone and the location by another user makes. */
function conflictOf(company: ReturnType<typeof companyOf>, changed: Parameters<typeof company.change>[1]) {
  const before = company.users.find(({ id }) => id === trainee.id);
  const current = company.change(trainee.id, changed);
  const fields = Object.keys(changed) as (keyof typeof changed)[];
  return () =>
    problem(409, 'edit_conflict', 'Another administrator has changed this user meanwhile.', {
      current,
      changedBy: { id: OWN_ID, fullName: 'Sana Second' },
      changedAt: '2026-03-03T10:00:00Z',
      changes: fields.map((field) => ({ field, before: before?.[field], after: changed[field] })),
    });
}

describe('a person’s page', () => {
  it('shows the photo, which who may edit the person may remove', async () => {
    let photoId: string | null = 'photo-1';
    const company = companyOf([owner, trainee]);
    server.use(
      ...nothingOf,
      http.get(`${USERS}/${trainee.id}`, () => HttpResponse.json({ ...trainee, photoId })),
      http.get(`${USERS}/${trainee.id}/photo`, () => new HttpResponse(Uint8Array.of(255), { headers: { 'Content-Type': 'image/png' } })),
      http.delete(`${USERS}/${trainee.id}/photo`, () => {
        photoId = null;
        return HttpResponse.json({ photoId });
      }),
    );
    const { user } = renderPage({ path: PAGE, as: {} });
    expect(await screen.findByRole('img', { name: 'Photo of Tara Trainee' })).toHaveAttribute('src', 'data:image/png;base64,/w==');
    await user.click(screen.getByRole('button', { name: 'Remove photo' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The photo is removed.')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('img', { name: 'Photo of Tara Trainee' })).not.toBeInTheDocument();
    });
    expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument();
    expect(company.edits).toEqual([]);
  });

  it('sends only what was corrected, and shows what has changed', async () => {
    const { company, type, save } = await open();
    await type('Phone', '98765 43210');
    await type('Full name', 'Tara Rao');
    await save();
    expect(await screen.findByText('Saved:')).toBeInTheDocument();
    expect(company.edits).toEqual([{ fullName: 'Tara Rao', phone: '+919876543210', version: 1 }]);
    expect(screen.getByText('Tara Trainee', { selector: 'del' })).toBeInTheDocument();
    expect(screen.getByText('+919876543210', { selector: 'ins' })).toBeInTheDocument();
    expect(screen.getByText('User updated successfully')).toBeInTheDocument();
  });

  it('judges what has changed by the rules of a new account, and nothing else', async () => {
    const { company, type, save, user } = await open({ ...trainee, gender: null, workLocation: null });
    await user.clear(screen.getByLabelText('Full name'));
    await type('Email', 'tara@');
    await save();
    expect(await screen.findByText('Full name is required')).toBeInTheDocument();
    expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
    expect(screen.queryByText('Gender is required')).not.toBeInTheDocument();
    expect(company.edits).toEqual([]);
  });

  it('says that there is nothing to save', async () => {
    const { company, save } = await open();
    await save();
    expect(await screen.findByText('Nothing to save: nothing has changed.')).toBeInTheDocument();
    expect(company.edits).toEqual([]);
  });

  it('shows what the server says of a field in its place', async () => {
    const { type, save } = await open();
    server.use(http.put(`${USERS}/:id`, () => problem(409, 'conflict', 'Taken', { errors: { email: 'Email already registered' } })));
    await type('Email', 'owner@example.com');
    await save();
    expect(await screen.findByText('Email already registered')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('has a new email wait, and withdraws it', async () => {
    const { company, type, save, user } = await open();
    expect(screen.getByText('The new address counts once it is confirmed.')).toBeInTheDocument();
    server.use(
      http.put(`${USERS}/:id`, () => HttpResponse.json(company.change(trainee.id, { pendingEmail: 'tara@example.com' }) ?? null)),
      http.delete(`${USERS}/:id/pending-email`, () => HttpResponse.json(company.change(trainee.id, { pendingEmail: null }) ?? null)),
    );
    await type('Email', 'tara@example.com');
    await save();
    expect(await screen.findByText('Saved. The new email waits to be confirmed.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Cancel the change' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Cancel the change' })).not.toBeInTheDocument();
    });
    expect(screen.getByLabelText('Email')).toHaveValue(trainee.email);
  });

  it('says which address an email that the person wants waits for', async () => {
    companyOf([owner, trainee]);
    const wanted = { ...trainee, pendingEmail: 'tara@example.net', pendingEmailSentTo: trainee.email };
    server.use(...nothingOf, http.get(`${USERS}/${trainee.id}`, () => HttpResponse.json(wanted)));
    renderPage({ path: PAGE, as: {} });
    const note = await screen.findByText(/^The person wants another email/u);
    expect(note).toHaveTextContent(`waits for the link in the mail to the present address, ${trainee.email}, which`);
    expect(screen.getByRole('button', { name: 'Cancel the change' })).toBeInTheDocument();
  });

  it('keeps what was typed over a reload', async () => {
    const { type, unmount } = await open();
    await type('Work location', 'Mumbai');
    unmount();
    await open();
    expect(screen.getByLabelText('Work location')).toHaveValue('Mumbai');
    expect(screen.getByLabelText('Phone')).toHaveValue(trainee.phone);
  });

  it('after a reload a field that another has changed since is to be decided', async () => {
    const { type, unmount } = await open();
    await type('Work location', 'Mumbai');
    unmount();
    await open({ ...trainee, workLocation: 'Delhi', version: 2 });
    expect(await screen.findByRole('group', { name: 'Work location: yours or theirs' })).toHaveTextContent('YoursMumbaiTheirsDelhi');
  });

  it('is read only where the matrix allows no edit', async () => {
    companyOf([owner], 'SUPER_ADMIN');
    server.use(...nothingOf);
    renderPage({ path: `/dashboard/users/people/${owner.id}`, as: {} });
    expect(await screen.findByRole('link', { name: 'Your details' })).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Details' })).toHaveTextContent(owner.email ?? '');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('of an unknown id says so', async () => {
    companyOf([owner]);
    renderPage({ path: PAGE, as: {} });
    expect(await screen.findByText('The requested resource was not found.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

describe('a conflict', () => {
  it('says who, when and what; takes over the rest; has each field that both changed decided', async () => {
    const { company, type, save, user } = await open();
    await type('Phone', '9876543210');
    const refuse = conflictOf(company, { phone: '+919000000001', workLocation: 'Delhi' });
    server.use(http.put(`${USERS}/:id`, refuse, { once: true }));
    await save();
    expect(await screen.findByText(/^Sana Second changed Phone and Work location on 03 Mar 2026/u)).toBeInTheDocument();
    expect(screen.getByLabelText('Work location')).toHaveValue('Delhi');
    expect(screen.getByLabelText('Phone')).toHaveValue('+919876543210');
    const phone = within(screen.getByRole('group', { name: 'Phone: yours or theirs' }));
    expect(phone.getByText('+919000000001')).toBeInTheDocument();
    await save();
    expect(await screen.findByText(/^Two have changed the same/u)).toBeInTheDocument();
    expect(phone.getByRole('button', { name: 'Keep mine' })).toHaveFocus();
    await user.click(phone.getByRole('button', { name: 'Take theirs' }));
    expect(screen.getByLabelText('Phone')).toHaveValue('+919000000001');
    await user.click(phone.getByRole('button', { name: 'Keep mine' }));
    await save();
    expect(await screen.findByText('Saved:')).toBeInTheDocument();
    expect(company.edits).toEqual([{ phone: '+919876543210', version: 2 }]);
  });

  it('of different fields loses neither', async () => {
    const { company, type, save } = await open();
    await type('Phone', '9876543210');
    server.use(http.put(`${USERS}/:id`, conflictOf(company, { workLocation: 'Delhi' }), { once: true }));
    await save();
    await screen.findByText(/^Sana Second changed Work location/u);
    expect(screen.queryByRole('group', { name: 'Phone: yours or theirs' })).not.toBeInTheDocument();
    await save();
    expect(await screen.findByText('Saved:')).toBeInTheDocument();
    expect(company.edits).toEqual([{ phone: '+919876543210', version: 2 }]);
    expect(company.users.find(({ id }) => id === trainee.id)).toMatchObject({ phone: '+919876543210', workLocation: 'Delhi' });
  });
});
