import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { askForPasskey } from '~/lib/passkeys';
import { PasskeyButton } from '~/ui/PasskeyButton';

import { useReadStepUpOptionsMutation, useStepUpMutation } from '../factorsApi';

const FAILED = 'That could not be checked. Please try again.';

interface PasskeyProofProps {
  readonly onProved: () => void;
  readonly onFailed: (sentence: string | null) => void;
}

/** The proof by a passkey. */
export function PasskeyProof({ onProved, onFailed }: PasskeyProofProps) {
  const [readOptions] = useReadStepUpOptionsMutation();
  const [prove] = useStepUpMutation();
  const [asking, setAsking] = useState(false);
  /** Null when it is proved, else the sentence to show. */
  const attempt = async (): Promise<{ readonly sentence: string | null } | null> => {
    const { data: options, error: unavailable } = await readOptions();
    if (options === undefined) return { sentence: messageOf(unavailable, FAILED) };
    const outcome = await askForPasskey(options);
    if ('failure' in outcome) return { sentence: outcome.failure };
    const { error } = await prove({ stepUpRequest: { credential: outcome.credential } });
    return error === undefined ? null : { sentence: messageOf(error, FAILED) };
  };
  const ask = async () => {
    setAsking(true);
    const failed = await attempt();
    setAsking(false);
    if (failed === null) onProved();
    else onFailed(failed.sentence);
  };
  return <PasskeyButton busy={asking} onAsk={() => void ask()} />;
}
