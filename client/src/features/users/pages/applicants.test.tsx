import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { ownProfile } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const PATH = '/dashboard/users/applicants';

const people = ['Asha Verma', 'Ben Rao', 'Chitra Iyer'].map((fullName, number) => ({
  id: `0198f3a4-0000-7000-8000-00000000000${String(number)}`,
  fullName,
  email: `person${String(number)}@example.org`,
  phone: '+919800000001',
  state: 'waiting',
  reason: null,
  appliedAt: '2026-11-25T08:00:00Z',
  decidedAt: null,
}));

function serve() {
  let waiting = people;
  const sent: unknown[] = [];
  const decide = (decision: string) =>
    http.post(`*/api/v1/users/applications/${decision}`, async ({ request }) => {
      const body = (await request.json()) as { ids: string[] };
      sent.push({ decision, ...body });
      waiting = waiting.filter(({ id }) => !body.ids.includes(id));
      return HttpResponse.json({ decided: body.ids.length });
    });
  server.use(
    ownProfile('SUPER_ADMIN', { creatableProfiles: ['TRAINER', 'TRAINEE'] }),
    http.get('*/api/v1/users/applications', ({ request }) => {
      const data = new URL(request.url).searchParams.get('state') === 'declined' ? [] : waiting;
      return HttpResponse.json({ data, page: 1, pageSize: 50, total: data.length, totalIsExact: true });
    }),
    decide('accept'),
    decide('decline'),
  );
  return sent;
}

describe('applicants', () => {
  let sent: unknown[] = [];
  beforeEach(() => {
    sent = serve();
  });

  it('are declined together, with a reason', async () => {
    const { user } = renderApp({ path: PATH, as: {} });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Verma' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Chitra Iyer' }));
    await user.click(screen.getByRole('button', { name: 'Decline selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline 2 people' }));
    expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The course{enter}is full');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('2 people declined')).toBeInTheDocument();
    expect(sent).toEqual([{ decision: 'decline', ids: [people[0]?.id, people[2]?.id], reason: 'The course is full' }]);
    await waitFor(() => {
      expect(within(screen.getByRole('list', { name: 'Applicants' })).getAllByRole('listitem')).toHaveLength(1);
    });
  });

  it('are accepted with a profile and a role that fits it', async () => {
    const { user } = renderApp({ path: PATH, as: {} });
    await user.click(await screen.findByRole('button', { name: 'Accept Ben Rao' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 1 person' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Profile' }), 'TRAINER');
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('1 person accepted')).toBeInTheDocument();
    expect(sent).toEqual([{ decision: 'accept', ids: [people[1]?.id], profile: 'TRAINER', role: 'FACULTY' }]);
  });

  it('that were declined are listed apart', async () => {
    const { user } = renderApp({ path: PATH, as: {} });
    await user.click(await screen.findByRole('tab', { name: 'Declined' }));
    expect(await screen.findByText('No one was declined')).toBeInTheDocument();
  });
});
