/** Why the server refused a handshake; undefined when it was not the server that did. */
export function refusalCode(error: unknown): string | undefined {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
