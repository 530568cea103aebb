const REVOKE_AFTER = 10_000;

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

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
