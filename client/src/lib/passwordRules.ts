import { msg, t } from '@lingui/core/macro';

/** Whose password it is, as far as the page knows; it may not be built from either. */
export interface Person {
  readonly fullName?: string | undefined;
  readonly email?: string | undefined;
}

export type Strength = 'Weak' | 'Medium' | 'Strong';

export const TOO_LONG = msg`Password must be at most 128 characters long`;
export const TOO_PERSONAL = msg`Password must not be built from your name or email address`;

const LEAST = 8;
const LONG = 12;
const MOST = 128;
const LEAST_CRITERIA = 3;
export const HIGHEST_WEAK = 2;
const HIGHEST_MEDIUM = 4;
const LEAST_NAME = 3;
const LEAST_OWN_LETTERS = 5;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a', '4': 'a', '3': 'e', '0': 'o', '1': 'i', '!': 'i', '5': 's', $: 's', '7': 't',
};

const lengthOf = (password: string) => Array.from(password.normalize('NFC')).length;

/** The five things that make a password strong, and which of them are there. Length counts code points. */
export function passwordCriteria(password: string) {
  const text = password.normalize('NFC');
  return [
    { label: t`At least 8 characters`, met: lengthOf(text) >= LEAST },
    { label: t`A lowercase letter`, met: /\p{Ll}/u.test(text) },
    { label: t`An uppercase letter`, met: /\p{Lu}/u.test(text) },
    { label: t`A digit`, met: /\p{Nd}/u.test(text) },
    { label: t`A special character`, met: /[^\p{L}\p{Nd}\s]/u.test(text) },
  ];
}

const criteriaMet = (password: string) => passwordCriteria(password).filter(({ met }) => met).length;

/** One point for each criterion and one for twelve characters: 0 to 6. */
export const passwordScore = (password: string) => criteriaMet(password) + (lengthOf(password) >= LONG ? 1 : 0);

/** Strong enough to be sent: three of the five. */
export const meetsPolicy = (password: string) => criteriaMet(password) >= LEAST_CRITERIA;

/** Case-folded and without accents. */
const plain = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

const lettersOf = (text: string) => plain(text).replaceAll(/\P{L}/gu, '');

function namesIn(text: string): readonly string[] {
  const parts = plain(text).split(/\P{L}+/u);
  return [...parts, parts.join('')].filter((part) => part.length >= LEAST_NAME);
}

/** True where hardly a letter is left without the names in it, written with digits for letters or not: the server's rule. */
function isBuiltFrom(password: string, { fullName = '', email = '' }: Person): boolean {
  const names = [...new Set([...namesIn(fullName), ...namesIn(email)])].toSorted((a, b) => b.length - a.length);
  const spelt = password.replaceAll(/[@4301!5$7]/gu, (character) => LOOKALIKES[character] ?? character);
  return [password, spelt].some((text) => {
    const letters = lettersOf(text);
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), letters);
    return rest !== letters && rest.length < LEAST_OWN_LETTERS;
  });
}

/** Why the server will refuse it, beyond the missing criteria. */
function refusalOf(password: string, person: Person): string | null {
  if (lengthOf(password) > MOST) return t(TOO_LONG);
  return isBuiltFrom(password.normalize('NFC'), person) ? t(TOO_PERSONAL) : null;
}

/** How strong a password is by its look and by whose it is. Whether it is a common one the server says when it is sent. */
export function judgePassword(password: string, person: Person): { strength: Strength; score: number; refusal: string | null } {
  const score = passwordScore(password);
  const refusal = refusalOf(password, person);
  const isRefused = refusal !== null || lengthOf(password) < LEAST || !meetsPolicy(password);
  if (isRefused || score <= HIGHEST_WEAK) return { strength: 'Weak', score: Math.min(score, HIGHEST_WEAK), refusal };
  if (score <= HIGHEST_MEDIUM) return { strength: 'Medium', score, refusal };
  return { strength: 'Strong', score, refusal };
}
