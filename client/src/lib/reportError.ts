/** The one place for errors that React or the router caught; `componentStack` names the components of a failed render. */
export function reportError(kind: 'uncaught' | 'caught' | 'recovered' | 'route', error: unknown, componentStack = ''): void {
  console.error(`Application error (${kind})`, error, componentStack);
}
