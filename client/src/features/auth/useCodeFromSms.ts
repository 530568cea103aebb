import { useEffect, useEffectEvent } from 'react';

/** What WebOTP adds to navigator.credentials.get, which TypeScript's DOM types do not know. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

function codeIn(credential: Credential | null): string | null {
  return credential !== null && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
}

/** Asks the phone for the code of the text message while the page waits for one (WebOTP, where a browser has it). */
export function useCodeFromSms({ waiting, onCode }: { readonly waiting: boolean; readonly onCode: (code: string) => void }) {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!waiting || !('OTPCredential' in window)) return undefined;
    const end = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: end.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = codeIn(credential);
        if (code !== null && !end.signal.aborted) take(code);
      },
      // Refused, or the page was left: the code is typed.
      () => undefined,
    );
    return () => {
      end.abort();
    };
  }, [waiting]);
}
