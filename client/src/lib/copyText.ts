/** Puts a text on the clipboard; false where the browser does not allow it, as on a page without https. */
export async function copyText(text: string): Promise<boolean> {
  // Not there on such a page, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
