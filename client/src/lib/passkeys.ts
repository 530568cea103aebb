import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';

import { loadChunk } from './loadChunk';

/** What the authenticator gave, or the sentence to show; null where the page itself stopped asking. */
export type Outcome<Credential> = { readonly credential: Credential } | { readonly failure: string | null };

const NOT_USED = 'No passkey was used. If yours is on another device, choose that device in the window of your browser.';
const NOT_ADDED = 'No passkey was added. You can try again.';
const TOO_LATE = 'That took too long. Please try again.';
const ALREADY_ADDED = 'This device already has a passkey for your account.';
const NO_SCREEN_LOCK = 'This device cannot keep a passkey: that needs a fingerprint, face or PIN to unlock it. Please use another device.';
const WRONG_ADDRESS = 'Passkeys do not work at this address.';
const FAILED = 'The passkey could not be used. Please try again.';
/** Browsers stop a little before or after the time they were given. */
const ABOUT = 2_000;

interface Library {
  readonly startAuthentication: typeof startAuthentication;
  readonly startRegistration: typeof startRegistration;
  readonly WebAuthnAbortService: typeof WebAuthnAbortService;
}

let loaded: Library | null = null;

async function load(): Promise<Library> {
  loaded ??= await loadChunk(() => import('@simplewebauthn/browser'));
  return loaded;
}

/** Whether it offers them in a field of a form, beside kept passwords. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (!supportsPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

function sentenceOf(error: unknown, { took, timeout, otherwise }: { took: number; timeout: number; otherwise: string }): string | null {
  const sentences: Readonly<Record<string, string | null>> = {
    AbortError: null,
    // Browsers do not say which: refused, cancelled, none there, or too late.
    NotAllowedError: took > timeout - ABOUT ? TOO_LATE : otherwise,
    InvalidStateError: ALREADY_ADDED,
    ConstraintError: NO_SCREEN_LOCK,
    NotSupportedError: NO_SCREEN_LOCK,
    SecurityError: WRONG_ADDRESS,
  };
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return name in sentences ? (sentences[name] ?? null) : FAILED;
}

async function outcomeOf<Credential>(
  ask: () => Promise<Credential>,
  { timeout = Number.POSITIVE_INFINITY, otherwise }: { timeout: number | undefined; otherwise: string },
): Promise<Outcome<Credential>> {
  const startedAt = Date.now();
  try {
    return { credential: await ask() };
  } catch (error) {
    return { failure: sentenceOf(error, { took: Date.now() - startedAt, timeout, otherwise }) };
  }
}

/** Asks the authenticator for a new passkey. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Outcome<RegistrationResponseJSON>> {
  const ask = async () => (await load()).startRegistration({ optionsJSON: options });
  return outcomeOf(ask, { timeout: options.timeout, otherwise: NOT_ADDED });
}

/** Asks for a passkey in a window of the browser, or `inField`: once one is chosen there. Ends an earlier request. */
export function askForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  { inField = false } = {},
): Promise<Outcome<AuthenticationResponseJSON>> {
  const ask = async () =>
    (await load()).startAuthentication({ optionsJSON: options, useBrowserAutofill: inField, verifyBrowserAutofillInput: false });
  return outcomeOf(ask, { timeout: options.timeout, otherwise: NOT_USED });
}

/** Ends the request that is under way. */
export function stopAskingForPasskey(): void {
  loaded?.WebAuthnAbortService.cancelCeremony();
}

/** No passkey belongs to one. */
const IP_ADDRESS = /^[\d.]+$|:/u;

/** Whether this browser can use passkeys at this address. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname);
}
