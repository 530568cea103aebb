import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { assertion, neverChosen, passkeyBrowser } from '~/testing/authenticator';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { codeState, USER_ID } from './testing';

const OPEN = '*/api/v1/invitations/open';
const SENTENCE = 'This link is no longer valid. Please ask your administrator to invite you again.';

const opened = {
  ...codeState({ state: 'password_required', nextStep: 'PASSWORD_RESET_REQUIRED', fullName: 'Tara Trainee' }),
  userId: USER_ID,
  email: 'tara@example.com',
  signInName: 'tara@example.com',
  companyName: 'Northwind',
};

const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Waymark' },
  user: { id: 'dXNlcg', name: 'tara@example.com', displayName: 'Tara Trainee' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
};

const completes = http.post('*/api/v1/login/complete', () =>
  HttpResponse.json({
    jwtToken: accessToken({ profile: 'TRAINEE' }),
    refreshToken: 'r',
    userId: USER_ID,
    email: 'tara@example.com',
    fullName: 'Tara Trainee',
    serverTime: new Date().toISOString(),
  }),
);

/** Answers, and keeps what was asked. */
function opens(wait = 0, companyLogo: string | null = null): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(OPEN, async ({ request }) => {
      asked.push(await request.json());
      await delay(wait);
      return HttpResponse.json({ ...opened, companyLogo });
    }),
  );
  return asked;
}

describe('the link of an invitation', () => {
  it('opens the choice of a password with a token that has left the address', async () => {
    const logo = '/api/v1/companies/logos/0199f000-7777-7000-8000-000000000001';
    const asked = opens(0, logo);
    const { router } = renderApp({ path: '/invitation#abc-_' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose your password' })).toBeInTheDocument();
    expect(screen.getByText(/^Welcome, Tara Trainee\. Northwind has made an account for you\. .*tara@example\.com/u)).toBeInTheDocument();
    expect(screen.getByRole('presentation')).toHaveAttribute('src', logo);
    expect(screen.getByText('Northwind')).toBeInTheDocument();
    expect(asked).toEqual([{ token: 'abc-_' }]);
    expect(router.state.location).toMatchObject({ pathname: '/reset-password', hash: '' });
    expect(JSON.stringify(router.state.location)).not.toContain('abc-_');
    expect(document.querySelector('input[autocomplete="username"]')).toHaveValue('tara@example.com');
    await waitFor(() => { expect(screen.getByLabelText('New password')).toHaveFocus(); });
  });

  it('leads to the dashboard', async () => {
    opens();
    server.use(
      ownProfile('TRAINEE'),
      extendsSession,
      noImports,
      http.post('*/api/v1/login/reset-temporary-password', () => HttpResponse.json({ nextStep: 'LOGIN_COMPLETE' })),
      completes,
    );
    const { user } = renderApp({ path: '/invitation#abc' });
    await user.type(await screen.findByLabelText('New password'), 'Sunny day 9');
    await user.type(screen.getByLabelText('Confirm password'), 'Sunny day 9');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });

  it('takes a passkey in the place of the password, and shows its recovery codes before the dashboard', async () => {
    passkeyBrowser({ inField: neverChosen, ask: neverChosen, create: () => Promise.resolve(assertion()) });
    opens();
    const sent: unknown[] = [];
    server.use(
      ownProfile('TRAINEE'),
      extendsSession,
      noImports,
      http.post('*/api/v1/invitations/passkey/options', () => problem(409, 'factor_exists', 'Your account has a second factor already.')),
      http.post('*/api/v1/invitations/passkey', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...opened, state: 'ready', nextStep: 'LOGIN_COMPLETE', recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] });
      }),
      completes,
    );
    const { user } = renderApp({ path: '/invitation#abc' });
    const button = await screen.findByRole('button', { name: 'Use a passkey instead' });
    await user.click(button);
    expect(await screen.findByText('Your account has a second factor already.')).toBeInTheDocument();
    server.use(http.post('*/api/v1/invitations/passkey/options', () => HttpResponse.json(creationOptions)));
    await user.click(button);
    expect(await screen.findByRole('heading', { level: 1, name: 'Keep your recovery codes' })).toBeInTheDocument();
    expect(screen.getByText('mnpqr-stuvw')).toBeInTheDocument();
    expect(sent).toMatchObject([{ userId: USER_ID, credential: { id: 'cGFzc2tleQ' } }]);
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });

  it('that is over says how to get a new one', async () => {
    server.use(http.post(OPEN, () => problem(400, 'invitation_link_invalid', SENTENCE)));
    renderApp({ path: '/invitation#abc' });
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgot-password');
  });

  it('can be tried again where the server did not answer', async () => {
    server.use(http.post(OPEN, () => HttpResponse.error()));
    const { user } = renderApp({ path: '/invitation#abc' });
    const button = await screen.findByRole('button', { name: 'Try again' });
    opens();
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeInTheDocument();
  });

  it('without a token says where to find it', async () => {
    renderApp({ path: '/invitation' });
    expect(await screen.findByText('This link is incomplete. Please open it again from the message.')).toBeInTheDocument();
  });

  it('waits where another account is logged in, until that is logged out', async () => {
    const asked = opens(100);
    server.use(
      extendsSession,
      http.post('*/api/v1/login/logout', () => HttpResponse.json({ message: 'Successfully logged out' })),
    );
    const { user } = renderApp({ path: '/invitation#abc', as: { profile: 'TRAINER' } });
    const button = await screen.findByRole('button', { name: 'Log out and continue' });
    expect(screen.getByText(/^You are logged in as .* in this browser\./u)).toBeInTheDocument();
    expect(asked).toEqual([]);
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeInTheDocument();
    expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"token":"abc"}']));
  });
});
