/** Marks controls that decide about the session: touching them is no activity. */
export const DECIDES_ON_SESSION = { 'data-decides-on-session': true } as const;

export function decidesOnSession({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-decides-on-session]') !== null;
}
