const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const SYMBOLS = '@#$';
const ALPHABET = LETTERS + DIGITS + SYMBOLS;
const LENGTH = 12;
const BYTE_VALUES = 256;
// Random values above the last whole multiple of the alphabet would favour some characters.
const FAIR_BELOW = BYTE_VALUES - (BYTE_VALUES % ALPHABET.length);

function* randomCharacters(): Generator<string> {
  const bytes = new Uint8Array(LENGTH * 2);
  for (;;) {
    crypto.getRandomValues(bytes);
    for (const byte of bytes) if (byte < FAIR_BELOW) yield ALPHABET.charAt(byte % ALPHABET.length);
  }
}

function draw(): string {
  let drawn = '';
  for (const character of randomCharacters()) {
    drawn += character;
    if (drawn.length === LENGTH) break;
  }
  return drawn;
}

const fits = (password: string) => /[a-z]/u.test(password) && /[A-Z]/u.test(password) && /\d/u.test(password);

/** Twelve random characters out of letters, digits and @ # $; one of each case and a digit are always among them. */
export function generateTemporaryPassword(): string {
  let password = draw();
  while (!fits(password)) password = draw();
  return password;
}
