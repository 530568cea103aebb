/** A path to return to after login; null when it leaves this origin, is no path, or is where one lands anyway. */
export function safeReturnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return null;
  try {
    const url = new URL(path, window.location.origin);
    if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
    if (url.pathname === '/dashboard' || url.pathname === '/login') return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

export function returnPathOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return safeReturnPath(state.from);
}

export function leaveTo(address: string): void {
  const { protocol, href } = new URL(address);
  if (protocol === 'https:' || protocol === 'http:') window.location.assign(href);
}
