/**
 * Makes a value when it is first asked for. The first formatters of `Intl` hold a slow phone for a tenth of a second, and
 * most pages need none at once.
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
