/** For what asks whether the session shall go on: reaching for the answer is not one yet. */
export const DECIDES_ON_SESSION = { 'data-decides-on-session': true } as const;

export function decidesOnSession({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-decides-on-session]') !== null;
}
