/** Puts a text on the clipboard; false where the browser does not allow it, as on a page without https. */
export async function copyText(text: string): Promise<boolean> {
  // Missing on such a page, against its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
