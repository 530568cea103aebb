/** Sends the browser to a page of another origin. */
export function leaveTo(address: string): void {
  const { protocol, href } = new URL(address);
  if (protocol === 'https:' || protocol === 'http:') window.location.assign(href);
}
