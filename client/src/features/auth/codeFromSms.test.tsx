import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { Channel } from './api';
import { codeState, USER_ID } from './testing';

/** A browser with WebOTP: each request waits for a text message, or ends when the page gives it up. */
class Phone {
  readonly requests: CredentialRequestOptions[] = [];
  private deliver: ((credential: unknown) => void) | null = null;

  readonly get = (request: CredentialRequestOptions): Promise<unknown> => {
    this.requests.push(request);
    return new Promise((resolve, reject) => {
      this.deliver = resolve;
      request.signal?.addEventListener('abort', () => {
        reject(new DOMException('', 'AbortError'));
      });
    });
  };

  async receive(code: string): Promise<void> {
    await act(async () => {
      this.deliver?.({ type: 'otp', code });
      await Promise.resolve();
    });
  }
}

async function openPage(channel: Channel) {
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ channel }))));
  const path = channel === 'SMS' ? '/sms-verification' : '/email-verification';
  const app = renderApp({ path, state: { userId: USER_ID, context: 'LOGIN' } });
  await screen.findByLabelText('Verification code');
  return app;
}

let phone = new Phone();

beforeEach(() => {
  phone = new Phone();
  vi.stubGlobal('OTPCredential', vi.fn());
  Object.defineProperty(navigator, 'credentials', { value: phone, configurable: true });
  server.use(ownProfile('TRAINEE'), extendsSession, noImports);
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

describe('the code of a text message', () => {
  it('is taken from the phone and sent', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/v1/verification/verify', async ({ request }) => {
        sent.push(await request.json());
        return problem(400, 'otp_invalid', 'Invalid code.', { attemptsRemaining: 2 });
      }),
    );
    await openPage('SMS');
    expect(phone.requests).toEqual([expect.objectContaining({ otp: { transport: ['sms'] } })]);
    await phone.receive('493027');
    expect(await screen.findByText('Invalid code.')).toBeInTheDocument();
    expect(sent).toEqual([{ userId: USER_ID, otp: '493027', verificationType: 'SMS', context: 'LOGIN' }]);
  });

  it('is not waited for any longer once the page is left', async () => {
    const { unmount } = await openPage('SMS');
    expect(phone.requests[0]?.signal?.aborted).toBe(false);
    unmount();
    expect(phone.requests.map((request) => request.signal?.aborted)).toEqual([true]);
  });

  it('is not asked for where it comes by mail', async () => {
    await openPage('EMAIL');
    expect(phone.requests).toEqual([]);
  });
});
