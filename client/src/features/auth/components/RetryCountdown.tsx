import { useSecondsUntil } from '~/lib/useSecondsUntil';
import { describeWait, formatSeconds } from '~/lib/format';

/** "Try again in 0:29." The seconds are for the eye; whoever listens hears the wait once. */
export function RetryCountdown({ until, announced }: { readonly until: number; readonly announced: number }) {
  const seconds = useSecondsUntil(until);
  if (seconds === 0) return 'You can try again now.';
  return (
    <>
      <span aria-hidden>Try again in {formatSeconds(seconds)}.</span>
      <span className="visually-hidden">Try again in {describeWait(announced)}.</span>
    </>
  );
}
