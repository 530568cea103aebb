import { afterEach } from 'vitest';

import type { AuthenticateAnswer, FlowStateAnswer } from './api';

export const USER_ID = '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a11';

/** When this test's code was sent: however often it is read, a code ends at one time. */
let sentAt: number | null = null;

afterEach(() => {
  sentAt = null;
});

function inSeconds(seconds: number): string {
  sentAt ??= Date.now();
  return new Date(sentAt + seconds * 1000).toISOString();
}

/** The state of a code that was sent by email when the test first asked for it. */
export function codeState(differing: Partial<FlowStateAnswer> = {}): FlowStateAnswer {
  return {
    maskedContact: 'o***e@example.com',
    channel: 'EMAIL',
    channels: ['EMAIL', 'SMS'],
    state: 'code_required',
    nextStep: 'EMAIL_VERIFICATION_REQUIRED',
    version: 1,
    delivery: 'sent',
    resendAt: inSeconds(120),
    expiresAt: inSeconds(600),
    attemptsRemaining: 5,
    codeLength: 6,
    codeNumber: 1,
    codeCount: 1,
    factors: [],
    fullName: null,
    serverTime: new Date().toISOString(),
    ...differing,
  };
}

export function authenticateAnswer(differing: Partial<AuthenticateAnswer> = {}): AuthenticateAnswer {
  return {
    ...codeState(),
    userId: USER_ID,
    nextStep: 'EMAIL_VERIFICATION_REQUIRED',
    phone: '+91********10',
    context: 'LOGIN',
    fullName: 'Olive Owner',
    temporaryPassword: false,
    isTemporaryPassword: false,
    ...differing,
  };
}
