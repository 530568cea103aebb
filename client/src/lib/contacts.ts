import { plainDigits } from './digits';

const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;
/** Decimals that a program has added, behind the only dot or behind groups of thousands, are no digits of a phone. */
const NUMBER = /^(?!\+?[^.]*\.(?:0+|\d\d?)$|\d{1,3}(?:\.\d{3}){2,}(?:\.\d\d?)?$)\(?\+?[0-9 ().\-\t]{10,}$/u;

const INDIA = '91';
const NATIONAL_DIGITS = 10;

/** Whether a text looks like an email address; the server decides. */
export function looksLikeEmail(text: string): boolean {
  return ADDRESS.test(text.trim());
}

/** Ten digits that begin with the zero of a trunk call are an Indian number of nine: one is missing. */
const ONE_SHORT = /^(?:91)?0\d{9}$/u;

/** Whether a text looks like a phone number: at least ten characters that numbers are written with. */
export function looksLikePhone(text: string): boolean {
  const typed = plainDigits(text).trim();
  const digits = typed.replaceAll(/\D/gu, '');
  return NUMBER.test(typed) && digits !== '' && !ONE_SHORT.test(digits);
}

/**
 * A number as the server will store it, as far as the client can know: ten digits, or twelve that start with 91, are
 * Indian. Anything else stays as it was typed; behind a plus, ten digits may be another country's.
 */
export function normalizePhone(text: string): string {
  const typed = plainDigits(text).trim();
  if (!looksLikePhone(typed)) return text.trim();
  const digits = typed.replaceAll(/\D/gu, '');
  if (digits.length === NATIONAL_DIGITS + INDIA.length && digits.startsWith(INDIA)) return `+${digits}`;
  if (digits.length === NATIONAL_DIGITS && !typed.startsWith('+')) return `+${INDIA}${digits}`;
  return typed;
}

/** Whether it is the whole of a number, as the server keeps it. */
export const isWholePhone = (text: string) => /^\+[0-9]{10,15}$/u.test(text);

/** How numbers are grouped in the countries that the product knows well. */
const GROUPED = [/^(\+91)(\d{5})(\d{5})$/u, /^(\+1)(\d{3})(\d{3})(\d{4})$/u];

/** "+919800000001" -> "+91", "98000", "00001"; a number of another country, and what is none, as one. */
export function phoneGroups(text: string): readonly string[] {
  const groups = GROUPED.flatMap((grouped) => grouped.exec(text)?.slice(1) ?? []);
  return groups.length === 0 ? [text] : groups;
}
