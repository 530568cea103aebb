import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { companyOf, MANAGE, nothingOf, rowOf, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { UserRecord } from '../api';

const PATH = `${MANAGE}&application=waiting`;
const APPLIED = { reason: null, appliedAt: '2026-11-25T08:00:00Z', decidedAt: null };
const applicant = (number: number) => userOf(number, { role: 'APPLICANT', profile: null, application: { ...APPLIED, state: 'waiting' } });
const people = ['Asha Verma', 'Ben Rao', 'Chitra Iyer'].map((fullName, number) => ({ ...applicant(number + 1), fullName }));

function serve() {
  const sent: unknown[] = [];
  const company = companyOf(people.map((each) => ({ ...each })));
  const decide = (decision: string, decided: Partial<UserRecord>) =>
    http.post(`${USERS}/applications/${decision}`, async ({ request }) => {
      const body = (await request.json()) as { ids: string[] };
      sent.push({ decision, ...body });
      for (const each of company.users.filter(({ id }) => body.ids.includes(id))) Object.assign(each, decided);
      return HttpResponse.json({ decided: body.ids.length });
    });
  server.use(
    decide('accept', { profile: 'TRAINER', role: 'FACULTY', application: null }),
    decide('decline', { application: { ...APPLIED, state: 'declined', reason: 'The course is full' } }),
    ...nothingOf,
  );
  return sent;
}

describe('applicants', () => {
  let sent: unknown[] = [];
  beforeEach(() => {
    sent = serve();
  });

  it('are declined together, with a reason', async () => {
    const { user } = renderPage({ path: PATH, as: {} });
    expect(await screen.findByRole('button', { name: 'Remove filter: Application: Waiting' })).toBeInTheDocument();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Verma' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Chitra Iyer' }));
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Decline applicants' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline 2 people' }));
    expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The course{enter}is full');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('2 people declined')).toBeInTheDocument();
    expect(sent).toEqual([{ decision: 'decline', ids: [people[0]?.id, people[2]?.id], reason: 'The course is full' }]);
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
  });

  it('are accepted together where all that match are selected', async () => {
    companyOf(Array.from({ length: 23 }, (_, number) => applicant(number + 1)));
    const { user } = renderPage({ path: PATH, as: {} });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }));
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Accept applicants' }));
    expect(await screen.findByRole('dialog', { name: 'Accept 23 people' })).toBeInTheDocument();
  });

  it('are not more at once than the server decides', async () => {
    companyOf(Array.from({ length: 1001 }, (_, number) => applicant(number + 1)));
    const { user } = renderPage({ path: PATH, as: {} });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
    await user.click(screen.getByRole('button', { name: 'Select all 1,001 that match' }));
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    expect(screen.getByRole('menuitem', { name: 'Decline applicants (at most 1,000 at once)' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('are accepted one by one, with a profile and a role that fits it', async () => {
    const { user } = renderPage({ path: PATH, as: {} });
    await user.click(await screen.findByRole('button', { name: 'More for Ben Rao' }));
    await user.click(screen.getByRole('menuitem', { name: 'Accept' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 1 person' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Profile' }), 'TRAINER');
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('1 person accepted')).toBeInTheDocument();
    expect(sent).toEqual([{ decision: 'accept', ids: [people[1]?.id], profile: 'TRAINER', role: 'FACULTY' }]);
    expect(await (await rowOf('Ben Rao')).findByText('Trainer')).toBeInTheDocument();
  });

  it('are declined in their panel, which shows the reason; then they can still be accepted', async () => {
    const { user } = renderPage({ path: PATH, as: {} });
    await user.click(await screen.findByRole('link', { name: 'Asha Verma' }));
    const panel = within(await screen.findByRole('dialog', { name: /Asha Verma/u }));
    await user.click(await panel.findByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline 1 person' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The course is full');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await panel.findByText('Reason: The course is full')).toBeInTheDocument();
    await waitFor(() => {
      expect(panel.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
    });
    expect(panel.getByRole('button', { name: 'Accept' })).toBeInTheDocument();
  });
});
