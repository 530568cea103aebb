import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import type { CodeAnswer } from './api';
import { codeState, USER_ID } from './testing';

const VERIFY = '*/api/v1/verification/verify';
const RESEND = '*/api/v1/verification/resend';
const INITIATE = '*/api/v1/verification/initiate';
const CHANGE = '*/api/v1/verification/change-type';

function stateIs(differing: Partial<CodeAnswer> = {}) {
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState(differing))));
}

async function openPage({ path = '/email-verification', temporaryPassword = false } = {}) {
  const app = renderApp({ path, state: { userId: USER_ID, context: 'LOGIN', temporaryPassword } });
  return { ...app, input: await screen.findByLabelText('Verification code') };
}

function serverTime() {
  return new Date().toISOString();
}

beforeEach(() => {
  server.use(ownProfile('TRAINEE'), extendsSession, noImports);
});

describe('the code', () => {
  it('is sent by itself once six digits are there, also out of a paste with spaces', async () => {
    stateIs();
    const sent: unknown[] = [];
    server.use(
      http.post(VERIFY, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ verified: true, message: 'Verified', nextStep: 'LOGIN_COMPLETE' });
      }),
      http.post('*/api/v1/login/complete', () =>
        HttpResponse.json({ jwtToken: accessToken({ profile: 'TRAINEE' }), refreshToken: 'r', userId: USER_ID, email: 'o@example.com', fullName: 'Olive', serverTime: serverTime() }),
      ),
    );
    const { user, input } = await openPage();
    await user.click(input);
    await user.paste(' 123 456 ');

    // The toast does not wait for a slow dashboard.
    await Promise.all([
      screen.findByText('Successfully logged in.'),
      screen.findByRole('heading', { name: 'Trainee Dashboard' }),
    ]);
    expect(sent).toEqual([{ userId: USER_ID, otp: '123456', verificationType: 'EMAIL', context: 'LOGIN' }]);
  });

  it('is not taken out of a text with other digits', async () => {
    stateIs();
    const { user, input } = await openPage();
    for (const pasted of ['Your code 123456 is valid for 10 minutes', '1234567890', '123456 10']) {
      await user.click(input);
      await user.paste(pasted);
      expect(await screen.findByText('OTP must contain only numbers')).toBeInTheDocument();
      expect(input).toHaveValue('');
      await user.type(input, '1{Backspace}');
      expect(screen.queryByText('OTP must contain only numbers')).not.toBeInTheDocument();
    }
  });

  it('is taken out of a text by its digits', async () => {
    stateIs();
    const { user, input } = await openPage();
    for (const pasted of ['Your code: १२३ ४५', '12345', '１２３-４５']) {
      await user.clear(input);
      await user.click(input);
      await user.paste(pasted);
      expect(input).toHaveValue('12345');
      expect(screen.queryByText('OTP must contain only numbers')).not.toBeInTheDocument();
    }
  });

  it('must have six digits and only numbers; the alert is empty until something is wrong', async () => {
    stateIs();
    const { user, input } = await openPage();
    const alert = within(screen.getByRole('form', { name: 'Verification' })).getByRole('alert');
    expect(alert).toBeEmptyDOMElement();
    await user.type(input, '12');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(alert).toHaveTextContent('Please enter a valid 6-digit OTP');
    await user.type(input, 'a');
    expect(screen.getByText('OTP must contain only numbers')).toBeInTheDocument();
    expect(input).toHaveValue('12');
  });

  it('when wrong says how many tries are left, where these are more than two', async () => {
    stateIs();
    const { user, input } = await openPage();
    for (const [attemptsRemaining, message] of [
      [4, 'Invalid code. (4 attempts remaining)'],
      [3, 'Invalid code. (3 attempts remaining)'],
      [2, 'Invalid code.'],
    ] as const) {
      server.use(http.post(VERIFY, () => problem(400, 'otp_invalid', 'Invalid code.', { attemptsRemaining })));
      await user.type(input, '111111');
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(input).toHaveValue('');
      expect(input).toHaveFocus();
    }
  });

  it('cannot be tried a sixth time, until a new one is asked for', async () => {
    stateIs({ resendAt: serverTime() });
    const locked = 'Too many failed attempts. Please request a new code.';
    server.use(
      http.post(VERIFY, () => problem(429, 'otp_locked', locked)),
      http.post(RESEND, () => HttpResponse.json(codeState({ expiresAt: new Date(Date.now() + 599_000).toISOString() }))),
    );
    const { user, input } = await openPage();
    await user.type(input, '111111');
    expect(await screen.findByText(`${locked} Maximum attempts reached`)).toBeInTheDocument();
    expect(input).toBeDisabled();
    expect(screen.queryByText(/^The code expires in/u)).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    await expect.poll(() => screen.getByLabelText('Verification code')).toBeEnabled();
    expect(screen.queryByText(/Maximum attempts reached/u)).not.toBeInTheDocument();
  });

  it('of a user with a temporary password leads to a new password', async () => {
    stateIs();
    server.use(http.post(VERIFY, () => HttpResponse.json({ verified: true, message: 'Verified', nextStep: 'PASSWORD_RESET_REQUIRED' })));
    const { user, input } = await openPage({ temporaryPassword: true });
    await user.type(input, '123456');
    expect(await screen.findByRole('heading', { name: 'Set New Password' })).toBeInTheDocument();
  });

  it('that the server could not look at says so, and is asked for again', async () => {
    stateIs();
    server.use(http.post(VERIFY, () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    const { user, input } = await openPage();
    await user.type(input, '123456');
    expect(await screen.findByText('Service temporarily unavailable. Please try again later.')).toBeInTheDocument();
    expect(input).toHaveFocus();
  });

  it('with an unknown answer shows an error', async () => {
    stateIs();
    server.use(http.post(VERIFY, () => HttpResponse.json({ verified: true, message: 'Verified', nextStep: 'SIGNUP_COMPLETE' })));
    const { user, input } = await openPage();
    await user.type(input, '123456');
    expect(
      await screen.findByText('Verification completed but next step is unclear. Please contact support.'),
    ).toBeInTheDocument();
  });
});

describe('another code', () => {
  it("can be asked for when the server's clock says so, however wrong the browser's is", async () => {
    const wrongBy = 3_600_000;
    const later = (seconds: number) => new Date(Date.now() - wrongBy + seconds * 1000).toISOString();
    stateIs({ resendAt: later(90), expiresAt: later(570), serverTime: later(0) });
    await openPage();
    expect(await screen.findByRole('button', { name: /^Resend code in 1:(30|29)$/u })).toBeDisabled();
    expect(screen.getByText(/^The code expires in 9:(30|29)\.$/u)).toBeInTheDocument();
  });

  it('says when the last one has expired', async () => {
    stateIs({ expiresAt: serverTime(), resendAt: serverTime() });
    await openPage();
    expect(await screen.findByRole('button', { name: 'Resend code' })).toBeEnabled();
    expect(screen.getAllByText('This code has expired. Request a new one.')).not.toHaveLength(0);
  });

  it('that is refused, or cannot come by SMS, says why', async () => {
    stateIs({ resendAt: serverTime() });
    server.use(http.post(RESEND, () => HttpResponse.json(null, { status: 500 })));
    const { user } = await openPage();
    await user.click(await screen.findByRole('button', { name: 'Resend code' }));
    expect(await screen.findByText('Failed to resend code. Please try again.')).toBeInTheDocument();
    server.use(http.post(CHANGE, () => HttpResponse.json(null, { status: 500 })));
    await user.click(screen.getByRole('button', { name: 'Use SMS instead' }));
    expect(await screen.findByText('Failed to switch to SMS verification.')).toBeInTheDocument();
  });

  it('can come by the other channel', async () => {
    stateIs();
    server.use(
      http.post(CHANGE, async ({ request }) => {
        expect(await request.json()).toEqual({ userId: USER_ID, newVerificationType: 'SMS', context: 'LOGIN' });
        return HttpResponse.json(codeState({ channel: 'SMS', maskedContact: '+91********10' }));
      }),
    );
    const { user, router } = await openPage();
    await user.click(screen.getByRole('button', { name: 'Use SMS instead' }));
    await screen.findByText('Enter the 6-digit code. Sent to +91********10.');
    await expect.poll(() => router.state.location.pathname).toBe('/sms-verification');
  });
});

describe('the first code of a temporary password', () => {
  const none = { resendAt: null, expiresAt: null, delivery: null };

  it('is asked for after half a second, once', async () => {
    stateIs(none);
    const asked: unknown[] = [];
    server.use(
      http.post(INITIATE, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(codeState());
      }),
    );
    await openPage({ temporaryPassword: true });
    expect(screen.getByRole('button', { name: 'Request code' })).toBeInTheDocument();
    expect(asked).toEqual([]);
    expect(await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
    expect(asked).toEqual([{ userId: USER_ID, verificationType: 'EMAIL', context: 'LOGIN' }]);
  });

  it('falls back to a resend', async () => {
    stateIs(none);
    server.use(
      http.post(INITIATE, () => HttpResponse.json(null, { status: 500 })),
      http.post(RESEND, ({ request }) => {
        expect(new URL(request.url).search).toBe(`?userId=${USER_ID}&verificationType=EMAIL&context=LOGIN`);
        return HttpResponse.json(codeState());
      }),
    );
    await openPage({ temporaryPassword: true });
    expect(await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
  });
});

describe('the delivery', () => {
  it('is shown in words and followed until it has ended', async () => {
    const deliveries: CodeAnswer['delivery'][] = ['queued', 'sent'];
    server.use(
      http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ delivery: deliveries.shift() ?? 'sent' }))),
    );
    await openPage();
    expect(await screen.findByText('Sending a 6-digit code to o***e@example.com…')).toBeInTheDocument();
    expect(
      await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.'),
    ).toBeInTheDocument();
  });

  it('that failed points at the other channel', async () => {
    stateIs({ delivery: 'failed', channel: 'SMS', maskedContact: '+91********10' });
    await openPage({ path: '/sms-verification' });
    expect(await screen.findByText('The code for +91********10 could not be delivered: try email.')).toBeInTheDocument();
  });
});

it('a flow that is over leads back to the sign-in', async () => {
  const over = 'Your verification session has expired. Please start again.';
  server.use(http.get('*/api/v1/verification/state', () => problem(401, 'flow_expired', over)));
  renderApp({ path: '/email-verification', state: { userId: USER_ID, context: 'LOGIN' } });
  expect(await screen.findByText(over)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});
