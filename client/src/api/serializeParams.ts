/** Query strings as the server reads them: null and undefined are left out, a list repeats its key. */
export function serializeParams(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') query.append(key, String(item));
    }
  }
  return query.toString();
}
