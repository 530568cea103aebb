export interface PasswordCriterion {
  readonly label: string;
  readonly met: boolean;
}

export type Strength = 'Weak' | 'Medium' | 'Strong';

const LONG = 12;

/** The five things that make a password strong, and which of them are there. Length counts code points. */
export function passwordCriteria(password: string): readonly PasswordCriterion[] {
  return [
    { label: 'At least 8 characters', met: Array.from(password).length >= 8 },
    { label: 'A lowercase letter', met: /\p{Ll}/u.test(password) },
    { label: 'An uppercase letter', met: /\p{Lu}/u.test(password) },
    { label: 'A digit', met: /\p{Nd}/u.test(password) },
    { label: 'A special character', met: /[^\p{L}\p{Nd}\s]/u.test(password) },
  ];
}

/** One point for each criterion and one for twelve characters: 0 to 6. */
export function passwordScore(password: string): number {
  const met = passwordCriteria(password).filter((criterion) => criterion.met).length;
  return met + (Array.from(password).length >= LONG ? 1 : 0);
}

export function passwordStrength(password: string): Strength {
  const score = passwordScore(password);
  if (score <= 2) return 'Weak';
  return score <= 4 ? 'Medium' : 'Strong';
}

/** Strong enough to be sent: three of the five. */
export function meetsPolicy(password: string): boolean {
  return passwordCriteria(password).filter((criterion) => criterion.met).length >= 3;
}
