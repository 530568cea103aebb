import { useRef, useState } from 'react';

import { isProblem } from '~/api/problem';

import { ROBOT_CHECK_MESSAGE } from '../schema';
import type { RobotCheckHandle } from './widget';

/** A form's robot check. */
export function useRobotCheck() {
  const ref = useRef<RobotCheckHandle>(null);
  const [payload, setPayload] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const onPayload = (next: string | null) => {
    setPayload(next);
    if (next !== null) setError(null);
  };
  const demand = () => {
    setError(ROBOT_CHECK_MESSAGE);
  };
  /** Shows what a refused call says of the check; false when it says nothing. */
  const showRefusal = (refusal: unknown) => {
    const message = isProblem(refusal) ? refusal.errors?.['recaptchaToken'] : undefined;
    setError(message ?? null);
    return message !== undefined;
  };
  /** A payload is good for one call. */
  const renew = () => {
    ref.current?.reset();
  };
  return { payload, demand, showRefusal, renew, widget: { ref, error, onPayload } };
}
