import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { askForPasskey } from '~/lib/passkeys';
import { PasskeyButton } from '~/ui/PasskeyButton';

import { type AuthenticateAnswer, useLogInWithPasskeyMutation, useReadPasskeyOptionsMutation } from '../api';

const FAILED = 'Verification failed. Please try again.';

interface PasskeyFactorProps {
  readonly userId: string;
  readonly completing: boolean;
  readonly onVerified: (answer: AuthenticateAnswer) => void;
}

/** The second factor of a login by a passkey of its account. */
export function PasskeyFactor({ userId, completing, onVerified }: PasskeyFactorProps) {
  const [readOptions] = useReadPasskeyOptionsMutation();
  const [prove] = useLogInWithPasskeyMutation();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Null when it is proved, or nothing is to be said. */
  const attempt = async (): Promise<string | null> => {
    const { data: options, error: unavailable } = await readOptions({ passkeyOptionsRequest: { userId } });
    if (options === undefined) return messageOf(unavailable, FAILED);
    const outcome = await askForPasskey(options);
    if ('failure' in outcome) return outcome.failure;
    const { data, error: refusal } = await prove({ passkeyLoginRequest: { userId, credential: outcome.credential } });
    if (data === undefined) return messageOf(refusal, FAILED);
    onVerified(data);
    return null;
  };
  const ask = async () => {
    setError(null);
    setAsking(true);
    setError(await attempt());
    setAsking(false);
  };
  return (
    <>
      <FormError message={error} />
      <PasskeyButton busy={asking || completing} onAsk={() => void ask()} />
    </>
  );
}
