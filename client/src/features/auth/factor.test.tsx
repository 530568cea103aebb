import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { FlowStateAnswer } from './api';
import { codeState, USER_ID } from './testing';

const waiting = (differing: Partial<FlowStateAnswer> = {}) =>
  codeState({ state: 'factor_required', nextStep: 'FACTOR_REQUIRED', factors: ['totp', 'recovery'], expiresAt: null, ...differing });

function openPage(differing: Partial<FlowStateAnswer> = {}) {
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(waiting(differing))));
  return renderApp({ path: '/confirm-login', state: { userId: USER_ID, context: 'LOGIN' } });
}

describe('the second factor of a login', () => {
  it('sends the code of the app as soon as it is whole', async () => {
    const { user } = openPage();
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        sent.push(await request.json());
        return problem(400, 'otp_invalid', 'Invalid verification code');
      }),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Code of the app' }), '123456');
    expect(await screen.findByText('Invalid verification code')).toBeInTheDocument();
    expect(sent).toEqual([{ userId: USER_ID, otp: '123456', verificationType: 'TOTP', context: 'LOGIN' }]);
  });

  it('takes a recovery code instead', async () => {
    const { user } = openPage();
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        sent.push(await request.json());
        return problem(429, 'too_many_failures', 'Too many failed attempts. Please wait before you try again.', { retryAfter: 30 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'abcde-fghjk');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/Too many failed attempts/u)).toBeInTheDocument();
    expect(sent).toEqual([{ userId: USER_ID, otp: 'abcde-fghjk', verificationType: 'RECOVERY', context: 'LOGIN' }]);
  });

  it('offers only what the account has', async () => {
    openPage({ factors: ['totp'] });
    expect(await screen.findByRole('textbox', { name: 'Code of the app' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).not.toBeInTheDocument();
  });

  it('is in one frame before and after its state is known', async () => {
    let answer = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('*/api/v1/verification/state', async () => {
        await known;
        return HttpResponse.json(waiting());
      }),
    );
    renderApp({ path: '/confirm-login', state: { userId: USER_ID, context: 'LOGIN' } });
    expect(await screen.findByText('Your account is protected by a second step.')).toBeInTheDocument();
    const logo = screen.getByRole('link', { name: /to the start page$/u });
    answer();
    expect(await screen.findByRole('textbox', { name: 'Code of the app' })).toBeInTheDocument();
    expect(logo).toBeInTheDocument();
  });

  it('begins again where the flow has ended', async () => {
    server.use(http.get('*/api/v1/verification/state', () => problem(401, 'flow_expired', 'Your verification session has expired. Please start again.')));
    renderApp({ path: '/confirm-login', state: { userId: USER_ID, context: 'LOGIN' } });
    expect(await screen.findByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  });
});
