import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import type { FlowStateAnswer } from './api';
import { codeState, USER_ID } from './testing';

type Context = 'SIGNUP' | 'LOGIN' | 'PASSWORD_RESET';

interface Opened {
  readonly context?: Context;
  readonly state?: Partial<FlowStateAnswer>;
}

/** A verification page whose connection stands; `known` is the state that every change starts from. */
async function openPage({ context = 'LOGIN', state = {} }: Opened = {}) {
  const known = codeState({ delivery: 'queued', version: 5, ...state });
  const fetched = { count: 0 };
  server.use(
    http.get('*/api/v1/verification/state', () => {
      fetched.count += 1;
      return HttpResponse.json(known);
    }),
  );
  const live = createLiveServer();
  const path = known.channel === 'SMS' ? '/sms-verification' : '/email-verification';
  const app = renderApp({ path, state: { userId: USER_ID, context, email: 'olive@example.com' }, live: live.open });
  await screen.findByLabelText('Verification code');
  await waitFor(() => {
    expect(live.handshakes).toHaveLength(1);
  });
  const push = (differing: Partial<FlowStateAnswer>) => {
    act(() => {
      live.push('otp:state', { ...known, ...differing });
    });
  };
  return { ...app, live, push, fetched, known };
}

beforeEach(() => {
  server.use(ownProfile('TRAINEE'), extendsSession, noImports);
});

describe('a flow whose page is connected', () => {
  it('is recognised by its cookie: the page presents no token', async () => {
    const { live } = await openPage();
    expect(live.handshakes).toEqual([null]);
  });

  it('tells the delivery as it happens, and nothing is asked for meanwhile', async () => {
    const { push, fetched } = await openPage();
    expect(await screen.findByText('Sending a 6-digit code to o***e@example.com…')).toBeInTheDocument();
    const before = fetched.count;
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    vi.useRealTimers();
    push({ delivery: 'sent', version: 6 });
    expect(await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
    expect(fetched.count).toBe(before);
  });

  it('an older state that comes late changes nothing', async () => {
    const { push } = await openPage({ state: { delivery: 'sent' } });
    push({ delivery: 'failed', version: 4 });
    push({ attemptsRemaining: 0, delivery: 'sent', version: 6 });
    expect(await screen.findByText('Maximum attempts reached')).toBeInTheDocument();
    expect(screen.getByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
  });

  it('an answer that the event after it has overtaken changes nothing', async () => {
    const { push, known, user, store } = await openPage({ state: { resendAt: null } });
    server.use(
      http.post('*/api/v1/verification/resend', () => {
        push({ delivery: 'sent', version: 7 });
        return HttpResponse.json({ ...known, delivery: 'queued', version: 6 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    await waitFor(() => {
      const { mutations } = store.getState().api;
      expect(Object.values(mutations).map((mutation) => mutation?.status)).toEqual([QueryStatus.fulfilled]);
    });
    expect(await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
  });

  it('says how many tries another tab has left', async () => {
    const { push } = await openPage({ state: { delivery: 'sent' } });
    expect(screen.queryByText(/remaining/u)).not.toBeInTheDocument();
    push({ attemptsRemaining: 4, version: 6 });
    expect(await screen.findByText('4 attempts remaining')).toBeInTheDocument();
    push({ attemptsRemaining: 1, version: 7 });
    expect(await screen.findByText('1 attempt remaining')).toBeInTheDocument();
  });

  it('locks the code whose tries another tab has used up', async () => {
    const { push } = await openPage({ state: { delivery: 'sent' } });
    push({ attemptsRemaining: 0, version: 6 });
    expect(await screen.findByText('Maximum attempts reached')).toBeInTheDocument();
    expect(screen.getByLabelText('Verification code')).toBeDisabled();
  });

  it('follows to the other channel when another tab has switched', async () => {
    const { push, router } = await openPage({ state: { delivery: 'sent' } });
    push({ channel: 'SMS', maskedContact: '+91********10', version: 6 });
    await screen.findByText('Enter the 6-digit code. Sent to +91********10.');
    await expect.poll(() => router.state.location.pathname).toBe('/sms-verification');
  });

  it('a switch of the channel whose answer comes late does not lead back', async () => {
    const { push, user, router } = await openPage({ state: { delivery: 'sent' } });
    const bySms = codeState({ channel: 'SMS', maskedContact: '+91********10', version: 6 });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.get('*/api/v1/verification/state', () => HttpResponse.json(bySms)),
      http.post('*/api/v1/verification/change-type', () => released.then(() => HttpResponse.json(bySms))),
      http.post('*/api/v1/login/reset-temporary-password', () => problem(422, 'password_common', 'Please choose another.')),
    );
    await user.click(screen.getByRole('button', { name: 'Use SMS instead' }));
    push(bySms);
    await screen.findByText('Enter the 6-digit code. Sent to +91********10.');
    push({ state: 'password_required', nextStep: 'PASSWORD_RESET_REQUIRED', expiresAt: null, version: 7 });
    await screen.findByRole('heading', { name: 'Set New Password' });
    release();
    await user.type(screen.getByLabelText('New password'), 'Many-small-steps-9');
    await user.type(screen.getByLabelText('Confirm password'), 'Many-small-steps-9{Enter}');
    expect(await screen.findByText('Please choose another.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/reset-password');
  });

  it('the first code may be typed before it is known to be sent; another one is typed anew', async () => {
    const { push, user } = await openPage({ state: { expiresAt: null, resendAt: null } });
    await user.type(screen.getByLabelText('Verification code'), '123');
    push({ expiresAt: codeState().expiresAt, delivery: 'sent', version: 6 });
    await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.');
    expect(screen.getByLabelText('Verification code')).toHaveValue('123');
    push({ expiresAt: new Date(Date.now() + 720_000).toISOString(), delivery: 'sent', version: 7 });
    await waitFor(() => {
      expect(screen.getByLabelText('Verification code')).toHaveValue('');
    });
  });

  it.each([
    ['PASSWORD_RESET', 'Reset Password', '/reset-password'],
    ['LOGIN', 'Set New Password', '/reset-password'],
  ] as const)('a code for %s that was typed in another tab leads on to %s', async (context, heading, path) => {
    const { push, router } = await openPage({ context });
    push({ state: 'password_required', nextStep: 'PASSWORD_RESET_REQUIRED', expiresAt: null, version: 6 });
    expect(await screen.findByText('The code was right.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(path);
  });

  it('a sign-in verified in another tab that has gone is completed here', async () => {
    const { push } = await openPage();
    server.use(
      http.post('*/api/v1/login/complete', () =>
        HttpResponse.json({
          jwtToken: accessToken({ profile: 'TRAINEE' }),
          refreshToken: 'refresh-1',
          userId: USER_ID,
          email: 'olive@example.com',
          fullName: 'Olive Owner',
          serverTime: new Date().toISOString(),
        }),
      ),
    );
    push({ state: 'ready', nextStep: 'LOGIN_COMPLETE', expiresAt: null, version: 6 });
    expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });

  it('offers the other channel when the code could not be delivered', async () => {
    const { push } = await openPage();
    push({ delivery: 'failed', version: 6 });
    expect(await screen.findByText('The code for o***e@example.com could not be delivered: try SMS.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use SMS instead' })).toBeEnabled();
  });

  it('offers the other channel when the code is not sent within 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await openPage();
    expect(screen.queryByText(/taking longer/u)).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(21_000));
    expect(screen.getByText('The code for o***e@example.com is taking longer than usual: try SMS.')).toBeInTheDocument();
    vi.useRealTimers();
  });
});

it('a connection that comes back fetches what was missed', async () => {
  const { live } = await openPage();
  act(() => {
    live.goAway();
  });
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ delivery: 'sent', version: 9 }))));
  act(() => {
    live.comeBack();
  });
  expect(await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.')).toBeInTheDocument();
});

it('a flow that is found over when the code is sent says so, and lets the connection go', async () => {
  const over = 'Your verification session has expired. Please start again.';
  const { user, live } = await openPage({ context: 'PASSWORD_RESET' });
  server.use(
    http.get('*/api/v1/verification/state', () => problem(401, 'flow_expired', over)),
    http.post('*/api/v1/verification/verify', () => problem(401, 'flow_expired', over)),
  );
  await user.type(screen.getByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('heading', { name: 'Start again' })).toBeInTheDocument();
  expect(screen.getByText(over)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Start the reset again' })).toHaveAttribute('href', '/forgot-password');
  await waitFor(() => {
    expect(live.handshakes).toHaveLength(1);
  });
});

it('a flow that the server has closed says so at once, and is left in peace', async () => {
  const over = 'Your verification session has expired. Please start again.';
  const { live } = await openPage();
  server.use(http.get('*/api/v1/verification/state', () => problem(401, 'flow_expired', over)));
  act(() => {
    live.refuse(true, 'flow_expired');
    live.close();
  });
  expect(await screen.findByText(over)).toBeInTheDocument();
  expect(live.handshakes.length).toBeLessThanOrEqual(2);
});
