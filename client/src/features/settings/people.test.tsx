import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { COMPANY, extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const SETTINGS = '*/api/v1/companies/settings';

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports);
});

/** The page of a Super Admin; `answer` answers the change. */
async function openSettings(answer?: Response) {
  const sent: unknown[] = [];
  server.use(
    http.get(SETTINGS, () => HttpResponse.json(COMPANY)),
    http.put(SETTINGS, async ({ request }) => {
      sent.push(await request.json());
      return answer;
    }),
  );
  const { user } = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const form = within(await screen.findByRole('form', { name: 'Invitations and imports' }));
  const threshold = form.getByLabelText('Missing people that an import may deactivate (%)');
  const save = () => user.click(form.getByRole('button', { name: 'Save' }));
  return { form, user, threshold, save, sent };
}

it('changes the threshold and the reminder', async () => {
  const { form, user, threshold, save, sent } = await openSettings(HttpResponse.json({ ...COMPANY, invitationReminder: true, syncThreshold: 5 }));
  expect(threshold).toHaveValue('20');
  await user.clear(threshold);
  await user.type(threshold, '5');
  await user.click(form.getByRole('switch', { name: 'Remind invited people' }));
  await save();
  expect(await screen.findByText('The settings are saved.')).toBeInTheDocument();
  expect(sent).toEqual([{ invitationReminder: true, syncThreshold: 5 }]);
  expect(threshold).toHaveValue('5');
});

it.each(['', '101', '-1', '2.5', 'all'])('refuses %j, which is no share', async (typed) => {
  const { user, threshold, save, sent } = await openSettings();
  await user.clear(threshold);
  if (typed !== '') await user.type(threshold, typed);
  await save();
  expect(threshold).toHaveAccessibleDescription(/Enter a whole number from 0 to 100/u);
  expect(sent).toEqual([]);
});

it('shows a refusal of the server at its field', async () => {
  const { threshold, save } = await openSettings(problem(422, 'validation_failed', 'Please check the form.', { errors: { syncThreshold: 'Too much' } }));
  await save();
  expect(await screen.findByText('Too much')).toBeInTheDocument();
  expect(threshold).toHaveAccessibleDescription(/Too much/u);
});

it('the policy on offers and what placement staff see are changed', async () => {
  const { user, sent } = await openSettings(HttpResponse.json({ ...COMPANY, placementPolicy: 'most', placementMost: 3, placementStaffSeeAll: false }));
  const form = within(await screen.findByRole('form', { name: 'Placement' }));
  expect(form.queryByRole('textbox', { name: 'At most' })).not.toBeInTheDocument();
  await user.click(form.getByRole('radio', { name: 'At most so many' }));
  await user.clear(form.getByRole('textbox', { name: 'At most' }));
  await user.type(form.getByRole('textbox', { name: 'At most' }), '3');
  await user.click(form.getByRole('switch', { name: 'Placement staff see all openings' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings are saved.')).toBeInTheDocument();
  expect(sent).toEqual([{ placementPolicy: 'most', placementMost: 3, placementStaffSeeAll: false, placementKeptMonths: 24 }]);
});
