import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { companyOf, MANAGE, rowOf, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const trainee = userOf(2, { fullName: 'Tara Trainee' });
const trainer = userOf(3, { fullName: 'Tim Trainer', role: 'MENTOR', profile: 'TRAINER', lastSignInAt: '2026-03-02T09:00:00Z' });

async function open() {
  const company = companyOf([trainee, trainer]);
  const app = renderPage({ path: MANAGE, as: {} });
  await screen.findByRole('button', { name: 'More for Tara Trainee' });
  return { ...app, company };
}

describe('more for a user', () => {
  it('deactivates after asking, and reactivates', async () => {
    const { user, company } = await open();
    await user.click(screen.getByRole('button', { name: 'More for Tara Trainee' }));
    await user.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Deactivate this person?' });
    expect(dialog).toHaveTextContent(/Tara Trainee.*person2@example\.com/u);
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate Person' }));
    expect(await (await rowOf('Tara Trainee')).findByText('Inactive')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    await user.click(screen.getByRole('button', { name: 'More for Tara Trainee' }));
    expect(screen.queryByRole('menuitem', { name: 'Invite again' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Reactivate' }));
    await waitFor(() => {
      expect(company.edits).toEqual([
        { isActive: false, version: 1 },
        { isActive: true, version: 2 },
      ]);
    });
  });

  it('invites again', async () => {
    const { user, company } = await open();
    await user.click(screen.getByRole('button', { name: 'More for Tara Trainee' }));
    await user.click(screen.getByRole('menuitem', { name: 'Invite again' }));
    expect(await screen.findByText('The invitation to Tara Trainee waits to be sent')).toBeInTheDocument();
    expect(company.users.find(({ id }) => id === trainee.id)?.invitation).toBe('queued');
  });

  it('asks about one while another is being invited', async () => {
    const { user } = await open();
    server.use(
      http.post(`${USERS}/:id/invite`, async () => {
        await delay('infinite');
        return HttpResponse.json(null);
      }),
    );
    await user.click(screen.getByRole('button', { name: 'More for Tara Trainee' }));
    await user.click(screen.getByRole('menuitem', { name: 'Invite again' }));
    await user.click(screen.getByRole('button', { name: 'Delete Tim Trainer' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Delete' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(dialog.getByRole('button', { name: 'Delete User' })).not.toHaveAttribute('aria-busy');
  });

  it.each([
    ['well', () => HttpResponse.json({ message: 'Logged out' }), 'Tim Trainer is logged out everywhere'],
    ['badly', () => problem(404, 'not_found', 'User not found.'), 'The person could not be logged out. User not found.'],
  ])('logs out everywhere after asking; it goes %s', async (_how, answer, sentence) => {
    const { user } = await open();
    const asked: unknown[] = [];
    server.use(
      http.delete(`${USERS}/:id/sessions`, ({ params }) => {
        asked.push(params['id']);
        return answer();
      }),
    );
    await user.click(screen.getByRole('button', { name: 'More for Tim Trainer' }));
    await user.click(screen.getByRole('menuitem', { name: 'Log out everywhere' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Log this person out?' });
    expect(dialog).toHaveTextContent('Tim Trainer');
    await user.click(within(dialog).getByRole('button', { name: 'Log Out Everywhere' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  it('does not offer it for a user who has never logged in', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'More for Tara Trainee' }));
    expect(screen.queryByRole('menuitem', { name: 'Log out everywhere' })).not.toBeInTheDocument();
  });
});
