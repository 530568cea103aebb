import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, noJobs, noNotifications, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { PolicyRecord } from './api';

const POLICY = '*/api/v1/companies/current/policy';

function policyOf(changes: Partial<PolicyRecord> = {}): PolicyRecord {
  return {
    secondFactor: 'none',
    factors: ['totp', 'passkey'],
    passkeysOnly: false,
    sessionIdleMinutes: null,
    sessionDays: 7,
    emailDomains: ['example.com'],
    administratorNetworks: [],
    version: 3,
    limits: { leastIdleMinutes: 15, sessionIdleMinutes: 1440, sessionDays: 30 },
    people: {
      administrators: { people: 34, withAny: 22, withTotp: 20, withPasskey: 5 },
      everyone: { people: 1200, withAny: 22, withTotp: 20, withPasskey: 5 },
    },
    yourAddress: '203.0.113.7',
    ...changes,
  };
}

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, noJobs, noNotifications);
});

/** The page of a Super Admin; `answers` answer the changes one after the other. */
async function openPolicy(...answers: readonly Response[]) {
  const sent: unknown[] = [];
  let present = policyOf();
  server.use(
    http.get(POLICY, () => HttpResponse.json(present)),
    http.put(POLICY, async ({ request }) => {
      sent.push(await request.json());
      return answers[sent.length - 1];
    }),
  );
  const app = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const form = within(await screen.findByRole('form', { name: 'Login policy' }));
  const save = () => app.user.click(form.getByRole('button', { name: 'Save' }));
  const setPresent = (policy: PolicyRecord) => {
    present = policy;
  };
  return { ...app, form, save, sent, setPresent };
}

it('is shown to Super Admins, below the company', async () => {
  const { form } = await openPolicy();
  expect(screen.getByRole('region', { name: 'Company' })).toBeInTheDocument();
  expect(form.getByRole('radio', { name: 'No one' })).toBeChecked();
  expect(form.getByRole('radio', { name: 'Administrators' })).toHaveAccessibleDescription(/12 of 34 administrators have no second factor yet/u);
  expect(form.getByRole('radio', { name: 'Everyone' })).toHaveAccessibleDescription(/1,178 of 1,200 people/u);
  expect(form.getByLabelText('Email domains of new people')).toHaveValue('example.com');
  expect(form.getByLabelText('Networks of administrators')).toHaveAccessibleDescription(/Your address is 203\.0\.113\.7/u);
});

it('is not shown to Admins', async () => {
  renderPage({ path: '/dashboard/settings', as: { profile: 'ADMIN', role: 'HR' } });
  expect(await screen.findByRole('region', { name: 'Company' })).toBeInTheDocument();
  expect(screen.queryByText('Login policy')).not.toBeInTheDocument();
});

it('counts by the kind of second factor, and sends the whole policy', async () => {
  const { form, user, save, sent } = await openPolicy(HttpResponse.json(policyOf({ version: 4 })));
  await user.click(form.getByRole('radio', { name: 'Passkeys only' }));
  expect(form.getByRole('radio', { name: 'Administrators' })).toHaveAccessibleDescription(/29 of 34 administrators have no passkey yet/u);
  await user.click(form.getByRole('radio', { name: 'Administrators' }));
  await user.click(form.getByLabelText('Log out after this many minutes without activity'));
  await user.paste('30');
  await user.clear(form.getByLabelText('Log out after this many days, even if active'));
  await user.click(form.getByLabelText('Networks of administrators'));
  await user.paste('203.0.113.0/24, 2001:db8::/32');
  await save();
  expect(await screen.findByText('The login policy is saved and applies from now on.')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      secondFactor: 'administrators',
      factors: ['passkey'],
      passkeysOnly: true,
      sessionIdleMinutes: 30,
      sessionDays: null,
      emailDomains: ['example.com'],
      administratorNetworks: ['203.0.113.0/24', '2001:db8::/32'],
      version: 3,
    },
  ]);
});

it('shows at its field why it would lock its author out', async () => {
  const sentence = 'Your own address, 203.0.113.7, is in none of these networks: you would be logged out at once';
  const { form, user, save } = await openPolicy(problem(422, 'validation_failed', 'Validation failed', { errors: { administratorNetworks: sentence } }));
  await user.click(form.getByLabelText('Networks of administrators'));
  await user.paste('198.51.100.0/24');
  await save();
  expect(await form.findByText(sentence)).toBeInTheDocument();
  expect(form.getByLabelText('Networks of administrators')).toHaveFocus();
});

it('keeps what was chosen when another Super Admin was first', async () => {
  const { form, user, save, sent, setPresent } = await openPolicy(
    problem(409, 'edit_conflict', 'Another Super Admin has changed this policy. Check the current version, then save again.'),
    HttpResponse.json(policyOf({ sessionDays: 9, version: 6 })),
  );
  setPresent(policyOf({ sessionDays: 5, version: 5 }));
  await user.clear(form.getByLabelText('Log out after this many days, even if active'));
  await user.paste('9');
  await save();
  expect(await form.findByText(/Another Super Admin has changed this policy\./u)).toBeInTheDocument();
  expect(form.getByLabelText('Log out after this many days, even if active')).toHaveValue('9');
  await expect
    .poll(async () => {
      await save();
      return sent.at(-1);
    })
    .toMatchObject({ sessionDays: 9, version: 5 });
});

it('takes no number that is none', async () => {
  const { form, user, save, sent } = await openPolicy();
  await user.click(form.getByLabelText('Log out after this many minutes without activity'));
  await user.paste('half an hour');
  await save();
  expect(await form.findByText('Enter a whole number, or nothing')).toBeInTheDocument();
  expect(sent).toEqual([]);
});
