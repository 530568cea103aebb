import { msg, t } from '@lingui/core/macro';
import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import type * as WebAuthn from '@simplewebauthn/browser';

import { loadChunk } from '~/lib/loadChunk';

import type { Answer } from './problem';

const NOT_USED = msg`No passkey was used. If yours is on another device, choose that device in the window of your browser.`;
const NOT_ADDED = msg`No passkey was added. You can try again.`;
const TOO_LATE = msg`That took too long. Please try again.`;
const ALREADY_ADDED = msg`This device already has a passkey for your account.`;
const NO_SCREEN_LOCK = msg`This device cannot keep a passkey: that needs a fingerprint, face or PIN to unlock it. Please use another device.`;
const WRONG_ADDRESS = msg`Passkeys do not work at this address.`;
const FAILED = msg`The passkey could not be used. Please try again.`;
/** Browsers stop a little before or after the time they were given. */
const ABOUT = 2_000;

let loaded: typeof WebAuthn | null = null;

async function load() {
  loaded ??= await loadChunk(() => import('@simplewebauthn/browser'));
  return loaded;
}

/** No passkey belongs to one. */
const IP_ADDRESS = /^[\d.]+$|:/u;

export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname);
}

/** Whether it offers them in a field of a form, beside kept passwords. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (!supportsPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/** What the authenticator gave, or the sentence to show; null where the page itself stopped asking. */
async function answerOf<Credential>(ask: () => Promise<Credential>, timeout: number | undefined, otherwise: string): Promise<Answer<Credential>> {
  const startedAt = Date.now();
  try {
    return { data: await ask() };
  } catch (error) {
    const isLate = timeout !== undefined && Date.now() - startedAt > timeout - ABOUT;
    const sentences: Readonly<Record<string, string | null>> = {
      AbortError: null,
      // Browsers do not say which: refused, cancelled, none there, or too late.
      NotAllowedError: isLate ? t(TOO_LATE) : otherwise,
      InvalidStateError: t(ALREADY_ADDED),
      ConstraintError: t(NO_SCREEN_LOCK),
      NotSupportedError: t(NO_SCREEN_LOCK),
      SecurityError: t(WRONG_ADDRESS),
    };
    const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
    return { error: name in sentences ? sentences[name] : t(FAILED) };
  }
}

export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Answer<RegistrationResponseJSON>> {
  return answerOf(async () => (await load()).startRegistration({ optionsJSON: options }), options.timeout, t(NOT_ADDED));
}

/** Asks for a passkey in a window of the browser. Ends an earlier request. */
export function askForPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Answer<AuthenticationResponseJSON>> {
  return answerOf(async () => (await load()).startAuthentication({ optionsJSON: options }), options.timeout, t(NOT_USED));
}

/** Waits for a passkey that is chosen in a field of the page. A failure has no sentence: nothing was asked for. */
export async function awaitPasskeyInField(options: PublicKeyCredentialRequestOptionsJSON): Promise<Answer<AuthenticationResponseJSON>> {
  const start = async () => (await load()).startAuthentication({ optionsJSON: options, useBrowserAutofill: true, verifyBrowserAutofillInput: false });
  return start().then((data) => ({ data }), () => ({ error: null }));
}

export function stopAskingForPasskey(): void {
  loaded?.WebAuthnAbortService.cancelCeremony();
}

/** Takes the server's options to the authenticator, and what that gives to the server. The first failure is the answer. */
export async function runCeremony<Options, Credential, Data>(
  options: Answer<Options>,
  ask: (options: Options) => Promise<Answer<Credential>>,
  send: (credential: Credential) => PromiseLike<Answer<Data>>,
): Promise<Answer<Data>> {
  if (options.data === undefined) return { error: options.error };
  const asked = await ask(options.data);
  return asked.data === undefined ? { error: asked.error } : send(asked.data);
}
