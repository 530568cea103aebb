export const CODE_LENGTH = 6;

export function notThatLong(length: number): string {
  return `Please enter a valid ${length}-digit OTP`;
}

export const NOT_ONLY_NUMBERS = 'OTP must contain only numbers';
export const NO_ATTEMPTS_LEFT = 'Maximum attempts reached';

const MAX_ATTEMPTS = 5;
const HINT_UP_TO = 2;

export function digitsOf(text: string, length: number): string {
  return text.replaceAll(/\D/gu, '').slice(0, length);
}

/** The sentence after a wrong code: how many attempts are left. */
export function describeFailure(message: string, attemptsRemaining: number | null | undefined): string {
  if (attemptsRemaining === null || attemptsRemaining === undefined) return message;
  const failures = MAX_ATTEMPTS - attemptsRemaining;
  return failures >= 1 && failures <= HINT_UP_TO ? `${message} (${attemptsRemaining} attempts remaining)` : message;
}

/** How many attempts are left after the first, in any tab; with none left the error is shown instead. */
export function describeAttempts(attemptsRemaining: number | null): string | null {
  if (attemptsRemaining === null || attemptsRemaining === 0 || attemptsRemaining >= MAX_ATTEMPTS) return null;
  return attemptsRemaining === 1 ? '1 attempt remaining' : `${attemptsRemaining} attempts remaining`;
}
