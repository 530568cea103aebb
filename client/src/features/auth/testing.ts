import type { AuthenticateAnswer, FlowStateAnswer } from './api';

export const USER_ID = '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a11';

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/** The state of a code that has just been sent by email. */
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
    fullName: null,
    serverTime: inSeconds(0),
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
