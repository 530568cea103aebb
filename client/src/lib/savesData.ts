/** Whether the user has asked the browser to load no more than needed, or it is offline: then nothing is fetched ahead. */
export function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || !navigator.onLine;
}
