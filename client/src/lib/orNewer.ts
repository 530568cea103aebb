/** Values by the names that a server sends, with one for the names that only a newer server knows. */
export function orNewer<Values extends object>(values: Values, newer: Values[keyof Values] | (() => Values[keyof Values])): Values {
  return new Proxy(values, {
    get: (known, name) => (Object.hasOwn(known, name) ? known[name as keyof Values] : newer instanceof Function ? newer() : newer),
  });
}
