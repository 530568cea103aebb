import { afterEach, vi } from 'vitest';

type Ask = (options: CredentialRequestOptions) => Promise<unknown>;
type Create = () => Promise<unknown>;

function bytes(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).buffer;
}

/** What an authenticator gives for a challenge, or as a new passkey. */
export function assertion(): unknown {
  return {
    id: 'cGFzc2tleQ',
    rawId: bytes('passkey'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      authenticatorData: bytes('data'),
      clientDataJSON: bytes('{}'),
      signature: bytes('signature'),
      userHandle: bytes('user'),
      attestationObject: bytes('attestation'),
    },
    getClientExtensionResults: () => ({}),
  };
}

/** Waits until the request is ended, as a passkey that is not chosen. */
export function neverChosen({ signal }: CredentialRequestOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new DOMException('ended', 'AbortError'));
    });
  });
}

interface Answers {
  readonly inField: Ask;
  readonly ask: Ask;
  readonly create?: Create;
}

/** A browser that can use passkeys: these answer its requests. */
export function passkeyBrowser({ inField, ask, create }: Answers): void {
  const isConditionalMediationAvailable = () => Promise.resolve(true);
  vi.stubGlobal('PublicKeyCredential', Object.assign(() => undefined, { isConditionalMediationAvailable }));
  const get: Ask = (options) => (options.mediation === 'conditional' ? inField(options) : ask(options));
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});
