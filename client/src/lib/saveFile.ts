const REVOKE_AFTER = 10_000;

/** Lets the browser save a file that is already here. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, REVOKE_AFTER);
}
