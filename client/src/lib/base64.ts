/** The content of a file, or of an answer, in base64. */
export async function base64Of(content: Pick<Blob, 'arrayBuffer'>): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
