import { tryChunk } from '~/lib/loadChunk';

import { FIELDS } from '../api';

export const MAXIMUM_BYTES = 10_485_760;

const NOT_CSV = 'Please upload a CSV file';
const TOO_LARGE = 'The file is larger than 10MB. Please split it and upload the parts one after another.';
const NO_DATA = 'CSV file must contain at least a header row and one data row';

const SAMPLE_BYTES = 65_536;
const DELIMITERS = [',', ';', '\t'];

/** The required headers that a header row lacks, in their order. */
function missingFrom(header: readonly string[]): string[] {
  const present = new Set(header.map((name) => name.trim().toLowerCase()));
  return FIELDS.filter((field) => !present.has(field.toLowerCase()));
}

/** Only UTF-8 is checked here; the server judges other encodings. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    // A character may be cut at the end of the sample.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

async function checkHeader(file: File): Promise<string | null> {
  const text = decode(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  if (text === null) return null;
  const papaparse = await tryChunk(() => import('papaparse')).then(
    (module) => module.default,
    () => null,
  );
  // Without the parser the server alone judges the header.
  if (papaparse === null) return null;
  const readings = DELIMITERS.map((delimiter) =>
    papaparse.parse<string[]>(text, { delimiter, preview: 2, skipEmptyLines: 'greedy' }),
  );
  // A first record longer than the sample is not judged here.
  if (file.size > SAMPLE_BYTES && readings.every(({ data }) => data.length < 2)) return null;
  if (readings.every(({ data }) => data.length < 2)) return NO_DATA;
  const missing = readings
    .map(({ data }) => missingFrom(data[0] ?? []))
    .reduce((fewest, each) => (each.length < fewest.length ? each : fewest));
  return missing.length === 0 ? null : `Missing required headers: ${missing.join(', ')}`;
}

/** An obvious error of a file, in the server's words; null when the server should check it. */
export async function checkFile(file: File): Promise<string | null> {
  const isCsv = file.type === 'text/csv' || file.name.toLowerCase().endsWith('.csv');
  if (!isCsv) return NOT_CSV;
  if (file.size > MAXIMUM_BYTES) return TOO_LARGE;
  if (file.size === 0) return NO_DATA;
  return checkHeader(file);
}
