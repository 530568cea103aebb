/** The first digit of each script that people type numbers with in India, and of the full width ones. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0x1c50, 0xabf0, 0xff10];

function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => point >= first && point < first + 10);
  return zero === undefined ? character : String(point - zero);
}

/** A number as a keyboard of ASCII writes it: digits, dashes, dots and pluses of every script, nothing unseen. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[·•∙‧。]/gu, '.');
}
