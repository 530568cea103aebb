/** No passkey belongs to one. */
const IP_ADDRESS = /^[\d.]+$|:/u;

/** Whether this browser can use passkeys at this address. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname);
}
