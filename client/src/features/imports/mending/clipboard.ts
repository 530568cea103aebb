/** Cells as spreadsheets put them on the clipboard: rows in lines, cells between tabs, odd ones in quotes. */
type Block = readonly (readonly string[])[];

const QUOTED = /["\t\r\n]/u;
/** A cell and what ends it: in quotes with "" for each of its own, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/uy;

export function parseBlock(text: string): Block {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let found = CELL.exec(text); found !== null; found = CELL.exec(text)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // A spreadsheet ends the last line, too.
  return rows.length > 1 && rows.at(-1)?.join('') === '' ? rows.slice(0, -1) : rows;
}

export function textOf(block: Block): string {
  const quote = (cell: string) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return block.map((row) => row.map(quote).join('\t')).join('\n');
}
