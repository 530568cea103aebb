/** What all spellings of a place share, as the server compares them: no case, accents and marks, and no space but between digits. */
export function foldPlace(text: string): string {
  const words = text.normalize('NFKD').toLowerCase().replaceAll(/[\u0300-\u036F\u093C'’]/gu, '').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return words.trim().replaceAll(/(\d) (?=\d)/gu, '$1_').replaceAll(' ', '');
}
