import { type CodeAnswer, useReadStateQuery } from './api';

const POLL_EVERY = 2_000;

/** What the server knows about the flow's code; asked again while the code is on its way. */
export function useCodeState(userId: string) {
  const { currentData: code, error, refetch } = useReadStateQuery({ userId });
  const underway = isUnderway(code);
  useReadStateQuery({ userId }, { skip: !underway, pollingInterval: POLL_EVERY, skipPollingIfUnfocused: true });
  return {
    code,
    error,
    refetch: () => void refetch(),
  };
}

function isUnderway(code: CodeAnswer | undefined): boolean {
  return code !== undefined && code.expiresAt !== null && code.delivery === 'queued';
}
