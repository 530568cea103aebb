import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { useToasts } from '~/ui/toasts/slice';

const NAME = 'stepUp';
const CONFIRMED = 'confirmed';

/** How a proof at the company's provider has ended. */
const refusals: Readonly<Record<string, string>> = {
  another: 'That was another account at your company’s sign-in. Please confirm with your own.',
  cancelled: 'The confirmation was cancelled.',
  expired: 'This confirmation took too long or was used before. Please try again.',
  refused: 'Your account has a second step. Please confirm with that.',
  stale: 'Your company’s sign-in did not say that you have just logged in there, so it cannot confirm this. Log out, log in again and make the change within ten minutes.',
  unavailable: 'The sign-in of your company is not available now. Please try later.',
};
const FAILED = 'The sign-in of your company did not work. Please try again.';

/** Says how a proof at the company's provider has ended, once the browser is back. */
export function useStepUpOutcome() {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const outcome = params.get(NAME);
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === CONFIRMED) toasts.success('Confirmed. Please repeat the change.');
    else toasts.error(refusals[outcome] ?? FAILED);
    setParams(
      (before) => {
        before.delete(NAME);
        return before;
      },
      { replace: true },
    );
  }, [outcome, setParams, toasts]);
}
