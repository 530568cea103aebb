import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { authenticateAnswer, codeState, USER_ID } from './testing';

const AUTHENTICATE = '*/api/v1/login/authenticate';

/** Does what the widget does once its work is done. */
function solveRobotCheck(payload = 'proof-of-work') {
  const widget = document.querySelector('altcha-widget');
  if (widget === null) throw new Error('There is no robot check on the page.');
  fireEvent(widget, new CustomEvent('statechange', { detail: { state: 'verified', payload } }));
}

async function openLogin(visit: { path?: string; state?: unknown } = {}) {
  const app = renderApp({ path: '/login', ...visit });
  const button = await screen.findByRole('button', { name: 'Login' });
  await screen.findByRole('group', { name: 'Robot check' });
  await expect.poll(() => document.querySelector('altcha-widget')).not.toBeNull();
  return { ...app, button };
}

async function fillAndSend({ user, button }: Awaited<ReturnType<typeof openLogin>>) {
  await user.click(screen.getByLabelText('Email'));
  await user.paste('olive@example.com');
  await user.click(screen.getByLabelText('Password'));
  await user.paste('correct horse');
  solveRobotCheck();
  await user.click(button);
}

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    robotCheck,
    http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState())),
  );
});

describe('the password of a sign-up', () => {
  it('leads back to the company', async () => {
    server.use(
      http.post(AUTHENTICATE, () =>
        HttpResponse.json(authenticateAnswer({ context: 'SIGNUP', nextStep: 'COMPANY_DETAILS_REQUIRED' })),
      ),
    );
    const page = await openLogin();
    await fillAndSend(page);
    expect(await screen.findByRole('heading', { name: 'Your company' })).toBeInTheDocument();
    expect(page.router.state.location.state).toMatchObject({ userId: USER_ID, context: 'SIGNUP' });
  });

  it('in another browser leads there by a code', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(AUTHENTICATE, () => HttpResponse.json(authenticateAnswer({ context: 'SIGNUP' }))),
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...codeState(), verified: true, message: 'Verified', nextStep: 'COMPANY_DETAILS_REQUIRED' });
      }),
    );
    const page = await openLogin();
    await fillAndSend(page);
    await page.user.type(await screen.findByLabelText('Verification code'), '123456');
    expect(await screen.findByRole('heading', { name: 'Your company' })).toBeInTheDocument();
    expect(sent).toEqual([{ userId: USER_ID, otp: '123456', verificationType: 'EMAIL', context: 'SIGNUP' }]);
  });
});

describe('the sign-in', () => {
  it('asks for what is missing and focuses the first of it', async () => {
    const { user, button } = await openLogin();
    await user.click(button);
    expect(await screen.findByText('Please fill in all required fields')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(screen.getByLabelText('Password')).toBeInvalid();
  });

  it('asks for the robot check before it sends anything', async () => {
    const { user, button } = await openLogin();
    await user.type(screen.getByLabelText('Email'), 'olive@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(button);
    expect(await screen.findByText('Please complete the reCAPTCHA verification')).toBeInTheDocument();
  });

  it('that is answered by something else than the server says so, and keeps what was typed', async () => {
    server.use(http.post(AUTHENTICATE, () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    const page = await openLogin();
    await fillAndSend(page);
    expect(await screen.findByText('Service temporarily unavailable. Please try again later.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('olive@example.com');
  });

  it('that cannot be completed names who can help', async () => {
    server.use(
      http.post(AUTHENTICATE, () => HttpResponse.json(authenticateAnswer({ nextStep: 'VERIFICATION_NOT_REQUIRED' }))),
      http.post('*/api/v1/login/complete', () => new HttpResponse('<h1>Oops</h1>', { status: 500 })),
    );
    await fillAndSend(await openLogin());
    expect(await screen.findByText('Login completion failed. Please contact support.')).toBeInTheDocument();
  });

  it('shows no robot check where the server wants none', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/v1/robot-check', () => HttpResponse.json({ kind: 'off', siteKey: null })),
      http.post(AUTHENTICATE, async ({ request }) => {
        sent.push(await request.json());
        return problem(401, 'invalid_credentials', 'Invalid email or password');
      }),
    );
    const { user } = renderApp({ path: '/login' });
    await user.type(await screen.findByLabelText('Email'), 'olive@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await expect.poll(() => screen.queryByRole('group', { name: 'Robot check' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Invalid email or password')).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'olive@example.com', password: 'correct horse', recaptchaToken: null }]);
  });

  it('shows and hides the password', async () => {
    const { user } = await openLogin();
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it("sends the widget's payload unchanged and, where no code is needed, goes to the dashboard", async () => {
    const sent: unknown[] = [];
    const token = accessToken();
    server.use(
      http.post(AUTHENTICATE, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(authenticateAnswer({ nextStep: 'VERIFICATION_NOT_REQUIRED' }));
      }),
      http.post('*/api/v1/login/complete', ({ request }) => {
        sent.push(new URL(request.url).searchParams.get('userId'));
        const user = { userId: USER_ID, email: 'olive@example.com', fullName: 'Olive Owner' };
        return HttpResponse.json({ jwtToken: token, refreshToken: 'refresh-1', ...user, serverTime: new Date().toISOString() });
      }),
    );
    await fillAndSend(await openLogin());

    // The toast does not wait for a slow dashboard.
    await Promise.all([
      screen.findByText('Successfully logged in.'),
      screen.findByRole('heading', { name: 'Super Admin Dashboard' }),
    ]);
    expect(sent).toEqual([
      { email: 'olive@example.com', password: 'correct horse', recaptchaToken: 'proof-of-work' },
      USER_ID,
    ]);
    expect(window.localStorage.getItem('authToken')).toBe(token);
    expect(window.localStorage.getItem('refreshToken')).toBe('refresh-1');
    expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toEqual({
      userId: USER_ID,
      email: 'olive@example.com',
      fullName: 'Olive Owner',
    });
    expect(Number(window.localStorage.getItem('loginTimestamp'))).toBeGreaterThan(0);
  });

  it.each([
    ['SMS_VERIFICATION_REQUIRED', '/sms-verification', 'SMS'],
    ['EMAIL_VERIFICATION_REQUIRED', '/email-verification', 'EMAIL'],
  ] as const)('goes by %s to %s, and takes along where one came from', async (nextStep, path, channel) => {
    server.use(
      http.post(AUTHENTICATE, () => HttpResponse.json(authenticateAnswer({ nextStep, channel }))),
      http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ nextStep, channel }))),
    );
    const app = await openLogin({ state: { from: '/dashboard/settings' } });
    await fillAndSend(app);
    expect(await screen.findByLabelText('Verification code')).toBeInTheDocument();
    expect(app.router.state.location).toMatchObject({
      pathname: path,
      state: { userId: USER_ID, context: 'LOGIN', temporaryPassword: false, from: '/dashboard/settings' },
    });
  });

  it('says what the server says, and wants a new robot check', async () => {
    server.use(http.post(AUTHENTICATE, () => problem(401, 'invalid_credentials', 'Invalid email or password')));
    const app = await openLogin();
    await fillAndSend(app);
    expect(await screen.findByText('Invalid email or password')).toBeInTheDocument();
    await app.user.click(app.button);
    expect(await screen.findByText('Please complete the reCAPTCHA verification')).toBeInTheDocument();
  });

  it('counts down while it has to wait', async () => {
    const message = 'Too many attempts.';
    server.use(http.post(AUTHENTICATE, () => problem(429, 'rate_limited', message, { retryAfter: 30 })));
    const app = await openLogin();
    await fillAndSend(app);
    expect(await screen.findByText('Try again in 30 seconds.')).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(app.button).toBeDisabled();
  });

  it("shows a refused robot check at the check, not twice", async () => {
    const refusal = 'The robot check has expired.';
    server.use(http.post(AUTHENTICATE, () => problem(422, 'validation_failed', 'Validation failed', { errors: { recaptchaToken: refusal } })));
    await fillAndSend(await openLogin());
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
  });

  it('says so when the network is away', async () => {
    server.use(http.post(AUTHENTICATE, () => HttpResponse.error()));
    await fillAndSend(await openLogin());
    expect(await screen.findByText('Network error. Please check your internet connection.')).toBeInTheDocument();
  });

  it('after a reset knows the email and says that it went well', async () => {
    await openLogin({ state: { passwordResetComplete: true, email: 'olive@example.com' } });
    expect(screen.getByText('Password reset successful! Please login with your new password.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('olive@example.com');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('says when a session has expired', async () => {
    const { store } = renderApp({ path: '/login?session=expired' });
    await screen.findByText('Your session has expired. Please login again.');
    expect(store.getState().toasts.shown).toMatchObject([{ kind: 'info', duration: 6_000 }]);
    expect(await screen.findByText('Log in again to continue where you were.')).toBeInTheDocument();
  });
});
