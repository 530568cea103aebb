import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { askForPasskey, offersPasskeysInFields, stopAskingForPasskey } from '~/lib/passkeys';

import { type AuthenticateAnswer, useLogInWithPasskeyMutation, useReadPasskeyOptionsMutation } from './api';

const FAILED = 'Login failed. Please try again.';
/** A challenge is good for five minutes: one that waits in a field is replaced before. */
const RENEW_AFTER = 4 * 60_000;
/** After so many refused ones the field offers none: the button still asks. */
const MOST_REFUSED = 3;

/**
 * The login by a passkey: one that is chosen in the email field, or one that `ask` asks for. `onAuthenticated` continues;
 * null on success, else the sentence to show.
 */
export function usePasskeyLogin(onAuthenticated: (answer: AuthenticateAnswer) => Promise<string | null>) {
  const [readOptions] = useReadPasskeyOptionsMutation();
  const [logIn] = useLogInWithPasskeyMutation();
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(0);
  const mayWait = useRef(true);

  const attempt = async (inField: boolean): Promise<string | null> => {
    const { data: options, error: unavailable } = await readOptions({ passkeyOptionsRequest: {} });
    if (options === undefined) return inField ? null : messageOf(unavailable, FAILED);
    // Asked for by the button meanwhile, or left: a request in the field would end that of the button.
    if (inField && !mayWait.current) return null;
    const outcome = await askForPasskey(options, { inField });
    if ('failure' in outcome) return inField ? null : outcome.failure;
    const { data, error: refusal } = await logIn({ passkeyLoginRequest: { credential: outcome.credential } });
    return data === undefined ? messageOf(refusal, FAILED) : onAuthenticated(data);
  };
  const wait = useEffectEvent(async () => {
    const sentence = await attempt(true);
    if (sentence === null) return;
    setError(sentence);
    setRefused((past) => past + 1);
  });

  useEffect(() => {
    if (asking || refused >= MOST_REFUSED) return undefined;
    mayWait.current = true;
    const begin = async () => {
      if ((await offersPasskeysInFields()) && mayWait.current) await wait();
    };
    void begin();
    const renewal = setInterval(() => void begin(), RENEW_AFTER);
    return () => {
      mayWait.current = false;
      clearInterval(renewal);
    };
  }, [asking, refused]);
  useEffect(() => stopAskingForPasskey, []);

  const ask = async () => {
    mayWait.current = false;
    setError(null);
    setAsking(true);
    setError(await attempt(false));
    setAsking(false);
  };
  return { error, asking, ask };
}
