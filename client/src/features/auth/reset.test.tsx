import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { codeState, USER_ID } from './testing';

const INITIATE = '*/api/v1/password-reset/initiate';
const COMPLETE = '*/api/v1/password-reset/complete';
const EMAIL = 'olive@example.com';
const TOO_COMMON = 'This password is one of the most common ones. Please choose another.';

async function openForgot(state?: unknown) {
  const app = renderApp({ path: '/forgot-password', state });
  const field = await screen.findByLabelText('Email');
  const send = async (email: string) => {
    await app.user.click(field);
    if (email !== '') await app.user.paste(email);
    await app.user.click(screen.getByRole('button', { name: 'Send code' }));
  };
  return { ...app, field, send };
}

async function openReset() {
  const state = { userId: USER_ID, context: 'PASSWORD_RESET', email: EMAIL, from: '/dashboard/settings' };
  const app = renderApp({ path: '/reset-password', state });
  await screen.findByRole('heading', { name: 'Reset Password' });
  const send = async (newPassword: string, confirmPassword = newPassword) => {
    await app.user.click(screen.getByLabelText('New password'));
    await app.user.paste(newPassword);
    await app.user.click(screen.getByLabelText('Confirm password'));
    await app.user.paste(confirmPassword);
    await app.user.click(screen.getByRole('button', { name: 'Reset password' }));
  };
  return { ...app, send };
}

describe('a forgotten password', () => {
  it.each([
    ['', 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    ['olive', 'Please enter a valid email address'],
    ['olive@example', 'Please enter a valid email address'],
  ])('%j: %s', async (email, message) => {
    const { field, send } = await openForgot();
    await send(email);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(field).toHaveAccessibleDescription(message);
    expect(field).toHaveFocus();
  });

  it('leads to a code by email, and says no more than that one may be on its way', async () => {
    const sent: unknown[] = [];
    const state = codeState({ delivery: 'queued', channels: ['EMAIL', 'SMS'], maskedContact: 'o***e@example.com' });
    server.use(
      http.post(INITIATE, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...state, userId: USER_ID, email: EMAIL, maskedEmail: 'o***e@example.com', phone: null, maskedPhone: null, fullName: null });
      }),
      http.get('*/api/v1/verification/state', () => HttpResponse.json(state)),
    );
    const { send, router } = await openForgot({ from: '/dashboard/settings' });
    await send(EMAIL);

    expect(await screen.findByText('If there is an account for o***e@example.com, a 6-digit code is on its way to it.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use SMS instead' })).not.toBeInTheDocument();
    expect(sent).toEqual([{ email: EMAIL }]);
    expect(router.state.location).toMatchObject({
      pathname: '/email-verification',
      state: { userId: USER_ID, context: 'PASSWORD_RESET', email: EMAIL, from: '/dashboard/settings' },
    });
    await router.navigate(-1);
    expect(await screen.findByLabelText('Email')).toHaveValue(EMAIL);
  });

  it('goes on to the new password after a right code', async () => {
    server.use(
      http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ delivery: 'queued' }))),
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        expect(await request.json()).toEqual({ userId: USER_ID, otp: '123456', verificationType: 'EMAIL', context: 'PASSWORD_RESET' });
        return HttpResponse.json({ verified: true, message: 'Verified', nextStep: 'PASSWORD_RESET_REQUIRED' });
      }),
    );
    const { user } = renderApp({ path: '/email-verification', state: { userId: USER_ID, context: 'PASSWORD_RESET', email: EMAIL } });
    await user.type(await screen.findByLabelText('Verification code'), '123456');
    expect(await screen.findByRole('heading', { name: 'Reset Password' })).toBeInTheDocument();
  });

  it.each([
    ['of our own', () => HttpResponse.json(null, { status: 500 }), 'Failed to initiate password reset. Please try again.'],
    ["of the server's", () => problem(429, 'rate_limited', 'Too many requests.', { retryAfter: 30 }), 'Too many requests.'],
    ['at its field', () => problem(422, 'validation_failed', 'Validation failed', { errors: { email: 'Not an address.' } }), 'Not an address.'],
  ])('that cannot be started says why, in words %s', async (_whose, answer, message) => {
    server.use(http.post(INITIATE, answer));
    const { send } = await openForgot();
    await send(EMAIL);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
  });

  it('asks for a robot check when the server does, keeps the email, and sends the payload once', async () => {
    const refusal = 'Please complete the reCAPTCHA verification';
    const sent: unknown[] = [];
    server.use(
      robotCheck,
      http.post(INITIATE, async ({ request }) => {
        sent.push(await request.json());
        return problem(422, 'validation_failed', 'Validation failed', { errors: { recaptchaToken: refusal } });
      }),
    );
    const { send, field, user } = await openForgot();
    expect(screen.queryByRole('group', { name: 'Robot check' })).not.toBeInTheDocument();
    await send(EMAIL);
    const group = await screen.findByRole('group', { name: 'Robot check' });
    expect(group).toHaveAccessibleDescription(refusal);
    expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
    expect(field).toHaveValue(EMAIL);

    // The widget listens as soon as it has loaded.
    const solve = () => {
      const widget = document.querySelector('altcha-widget');
      if (widget !== null) fireEvent(widget, new CustomEvent('statechange', { detail: { state: 'verified', payload: 'proof-of-work' } }));
      return screen.queryByText(refusal);
    };
    await expect.poll(solve).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await expect.poll(() => sent).toEqual([{ email: EMAIL }, { email: EMAIL, recaptchaToken: 'proof-of-work' }]);
    await expect.poll(() => screen.queryByText(refusal)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(sent).toHaveLength(2);
  });

  it('takes a long code where the server sends one', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ delivery: 'queued', codeLength: 12 }))),
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        sent.push(await request.json());
        return problem(400, 'otp_invalid', 'Invalid verification code', { attemptsRemaining: 4 });
      }),
    );
    const { user } = renderApp({ path: '/email-verification', state: { userId: USER_ID, context: 'PASSWORD_RESET', email: EMAIL } });
    expect(await screen.findByText('If there is an account for o***e@example.com, a 12-digit code is on its way to it.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Please enter a valid 12-digit OTP')).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('Verification code'), '789012');
    expect(await screen.findByText('Invalid verification code (4 attempts remaining)')).toBeInTheDocument();
    expect(sent).toEqual([{ userId: USER_ID, otp: '123456789012', verificationType: 'EMAIL', context: 'PASSWORD_RESET' }]);
  });

  it('is reached from the sign-in, with the email that was typed there', async () => {
    server.use(robotCheck);
    const { user } = renderApp({ path: '/login', state: { from: '/dashboard/settings' } });
    await user.type(await screen.findByLabelText('Email'), EMAIL);
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
  });
});

describe('a reset', () => {
  it.each([
    ['aB3$', 'aB3$', 'Password must be at least 8 characters long'],
    ['aaaaaaaa', 'aaaaaaaa', 'Password must be at least medium strength'],
    ['Sunny day 9', 'Sunny day 8', 'Passwords do not match'],
  ])('%j and %j: %s', async (newPassword, confirmPassword, message) => {
    const { send } = await openReset();
    await send(newPassword, confirmPassword);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('ends at the sign-in, which says so, knows the email, and still knows where one was going', async () => {
    server.use(
      robotCheck,
      http.post(COMPLETE, async ({ request }) => {
        expect(await request.json()).toEqual({ userId: USER_ID, newPassword: 'Sunny day 9', confirmPassword: 'Sunny day 9' });
        return HttpResponse.json({ message: 'Password reset successful! Please login with your new password.' });
      }),
    );
    const { send, router } = await openReset();
    await send('Sunny day 9');
    expect(await screen.findByText('Password reset successful! Please login with your new password.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
    expect(router.state.location).toMatchObject({
      pathname: '/login',
      state: { passwordResetComplete: true, email: EMAIL, from: '/dashboard/settings' },
    });
  });

  it.each([
    ['at its field', () => problem(422, 'validation_failed', 'Validation failed', { errors: { newPassword: 'This password is too common' } }), 'This password is too common'],
    ['above the form', () => problem(401, 'flow_expired', 'Your verification session has expired. Please start again.'), 'Your verification session has expired. Please start again.'],
    ['in our words', () => HttpResponse.json(null, { status: 500 }), 'Failed to reset password. Please try again.'],
  ])('that is refused is shown %s', async (_where, answer, message) => {
    server.use(http.post(COMPLETE, answer));
    const { send } = await openReset();
    await send('Sunny day 9');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Start the reset again' })).toHaveAttribute('href', '/forgot-password');
  });

  it('that is a common one is refused at its field, and is weak', async () => {
    server.use(http.post(COMPLETE, () => problem(422, 'validation_failed', 'Validation failed', { errors: { newPassword: TOO_COMMON } })));
    const { send } = await openReset();
    await send('Password1!');
    expect(await screen.findByText(TOO_COMMON)).toBeInTheDocument();
    expect(await screen.findByText('Password strength: Weak')).toBeInTheDocument();
  });

  it.each([undefined, { userId: USER_ID, context: 'LOGIN' }, { context: 'PASSWORD_RESET' }])(
    'without a flow (%j) leads to the sign-in',
    async (state) => {
      server.use(robotCheck);
      const { router } = renderApp({ path: '/reset-password', state });
      expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
      expect(router.state.location.pathname).toBe('/login');
    },
  );
});
