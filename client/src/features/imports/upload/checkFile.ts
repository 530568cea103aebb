export const MAXIMUM_BYTES = 10_485_760;

const TOO_LARGE = 'The file is larger than 10MB. Please split it and upload the parts one after another.';
const NO_DATA = 'CSV file must contain at least a header row and one data row';

/** An obvious error of a file, in the server's words; null when the server, which reads its content, should judge it. */
export function checkFile({ size }: File): string | null {
  if (size > MAXIMUM_BYTES) return TOO_LARGE;
  return size === 0 ? NO_DATA : null;
}
