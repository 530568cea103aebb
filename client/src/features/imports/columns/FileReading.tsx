import Box from '@mui/material/Box';

import { Panel } from '~/ui/Panel';

import type { ColumnsRequest, ColumnsResponse } from '../api';
import { Choice } from '../components/Choice';

interface FileReadingProps {
  readonly columns: ColumnsResponse;
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onRead: (changed: ColumnsRequest) => void;
}

type Encoding = ColumnsResponse['encoding'];
type Delimiter = ColumnsResponse['delimiter'];

const encodings: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-8-sig': 'UTF-8 with a mark',
  'utf-16': 'UTF-16',
  'utf-16-le': 'UTF-16, little-endian',
  'utf-16-be': 'UTF-16, big-endian',
  cp1252: 'Windows-1252',
};
const delimiters: Readonly<Record<Delimiter, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };
/** The header may be on one of these lines. */
const LINES = Array.from({ length: 25 }, (_, index) => String(index + 1));

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** Where the table is found in the file; a change is read at once. */
export function FileReading({ columns, problems, disabled, onRead }: FileReadingProps) {
  const { sheets, sheet, headerRow, encoding, delimiter } = columns;
  const lines = LINES.includes(String(headerRow)) ? LINES : [...LINES, String(headerRow)];
  return (
    <Panel title="How the file is read">
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 2, px: { xs: 2, sm: 2.5 }, py: 2 }}>
        {sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={sheet ?? ''}
            options={sheets.map((name) => ({ value: name, label: name }))}
            error={problems['sheet']}
            disabled={disabled}
            onChoose={(value) => {
              onRead({ sheet: value });
            }}
          />
        )}
        <Choice
          label="Headings in line"
          value={String(headerRow)}
          options={lines.map((line) => ({ value: line, label: line }))}
          error={problems['headerRow']}
          disabled={disabled}
          onChoose={(value) => {
            onRead({ headerRow: Number(value) });
          }}
        />
        {sheet === null && (
          <>
            <Choice
              label="Cells are separated by"
              value={delimiter}
              options={optionsOf(delimiters)}
              error={problems['delimiter']}
              disabled={disabled}
              onChoose={(value) => {
                onRead({ delimiter: value as Delimiter });
              }}
            />
            <Choice
              label="Encoding"
              value={encoding}
              options={optionsOf(encodings)}
              error={problems['encoding']}
              disabled={disabled}
              onChoose={(value) => {
                onRead({ encoding: value as Encoding });
              }}
            />
          </>
        )}
      </Box>
    </Panel>
  );
}
