const BYTES = 16;

/** 128 random bits in hexadecimal, also on pages without https, where `crypto.randomUUID` is not there. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
