import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { assertion, neverChosen, passkeyBrowser } from '~/testing/authenticator';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { authenticateAnswer, USER_ID } from './testing';

const OPTIONS = '*/api/v1/login/passkey/options';
const PASSKEY = '*/api/v1/login/passkey';
const BUTTON = 'Log in with a passkey';

const options = { challenge: 'Y2hhbGxlbmdl', timeout: 300_000, rpId: 'localhost', allowCredentials: [], userVerification: 'required' };
const sent: unknown[] = [];

function refuse(name: string): Promise<never> {
  return Promise.reject(new DOMException('no', name));
}

beforeEach(() => {
  sent.length = 0;
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    robotCheck,
    http.post(OPTIONS, () => HttpResponse.json(options)),
    http.post(PASSKEY, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(authenticateAnswer({ nextStep: 'LOGIN_COMPLETE' }));
    }),
    http.post('*/api/v1/login/complete', () =>
      HttpResponse.json({
        jwtToken: accessToken(),
        refreshToken: 'refresh',
        userId: USER_ID,
        email: 'olive@example.com',
        fullName: 'Olive Owner',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        serverTime: new Date().toISOString(),
      }),
    ),
  );
});

it('a browser without passkeys shows no button for them', async () => {
  renderApp({ path: '/login' });
  expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: BUTTON })).not.toBeInTheDocument();
});

it('the button logs in by the passkey that was chosen', async () => {
  passkeyBrowser({ inField: neverChosen, ask: () => Promise.resolve(assertion()) });
  const { user } = renderApp({ path: '/login' });
  await user.click(await screen.findByRole('button', { name: BUTTON }));
  expect(await screen.findByText('Successfully logged in.')).toBeInTheDocument();
  expect(sent).toMatchObject([{ credential: { id: 'cGFzc2tleQ', type: 'public-key', response: { userHandle: 'dXNlcg' } } }]);
});

it('a passkey that is chosen in the email field logs in at once', async () => {
  passkeyBrowser({ inField: () => Promise.resolve(assertion()), ask: neverChosen });
  renderApp({ path: '/login' });
  expect(await screen.findByText('Successfully logged in.')).toBeInTheDocument();
});

it.each([
  ['NotAllowedError', 'No passkey was used. If yours is on another device, choose that device in the window of your browser.'],
  ['SecurityError', 'Passkeys do not work at this address.'],
  ['UnknownError', 'The passkey could not be used. Please try again.'],
])('%s is said in plain words, and the form stays', async (name, sentence) => {
  passkeyBrowser({ inField: neverChosen, ask: () => refuse(name) });
  const { user } = renderApp({ path: '/login' });
  await user.type(await screen.findByLabelText('Email'), 'olive@example.com');
  await user.click(screen.getByRole('button', { name: BUTTON }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('olive@example.com');
  expect(sent).toEqual([]);
});

it('a passkey that the server refuses is shown with its sentence', async () => {
  server.use(http.post(PASSKEY, () => problem(401, 'passkey_refused', 'This passkey was not accepted.')));
  passkeyBrowser({ inField: neverChosen, ask: () => Promise.resolve(assertion()) });
  const { user } = renderApp({ path: '/login' });
  await user.click(await screen.findByRole('button', { name: BUTTON }));
  expect(await screen.findByText('This passkey was not accepted.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: BUTTON })).toBeEnabled();
});

it('a temporary password is replaced first', async () => {
  server.use(
    http.post(PASSKEY, () =>
      HttpResponse.json(authenticateAnswer({ nextStep: 'PASSWORD_RESET_REQUIRED', temporaryPassword: true })),
    ),
  );
  passkeyBrowser({ inField: neverChosen, ask: () => Promise.resolve(assertion()) });
  const { user, router } = renderApp({ path: '/login' });
  await user.click(await screen.findByRole('button', { name: BUTTON }));
  await expect.poll(() => router.state.location.pathname).toBe('/reset-password');
});
