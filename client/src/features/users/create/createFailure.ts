import { isProblem, type Problem, SESSION_EXPIRED_MESSAGE } from '~/api/problem';
import { withWait } from '~/lib/format';

const NOT_ALLOWED = 'Access denied. You do not have permission to create users.';

function isDenied({ status, message }: Problem): boolean {
  return status === 403 || message.includes('Access denied');
}

/** The error above the form when a user could not be created. */
export function createFailure(error: unknown): string {
  if (!isProblem(error)) return 'Failed to create user: Unknown error';
  const { status, code, message, retryAfter } = error;
  if (status === 401) return SESSION_EXPIRED_MESSAGE;
  if (isDenied(error)) return NOT_ALLOWED;
  if (status === 500) return `Server error: ${code === 'unknown' ? 'Unknown server error' : message}`;
  return `Failed to create user: ${withWait(message === '' ? 'Unknown error' : message, retryAfter)}`;
}
