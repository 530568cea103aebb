import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

import type { Column, ColumnField, ColumnsResponse } from '../api';
import { ColumnRow, FieldChoice } from './ColumnRow';
import { SplitChoice } from './SplitChoice';
import { MOST_SPLITS, nameOf, partsOf, type Splits } from './splits';

interface ColumnListProps {
  readonly columns: ColumnsResponse;
  /** By the keys of columns and parts. */
  readonly fields: Readonly<Record<string, ColumnField | null>>;
  readonly splits: Splits;
  readonly problems: Readonly<Record<string, string>>;
  readonly onField: (key: string, field: ColumnField | null) => void;
  readonly onSplit: (column: Column) => void;
  readonly onSplitAs: (index: number, split: Splits[number]) => void;
  readonly onJoin: (index: number) => void;
}

const listStyle = { m: 0, p: 0, listStyle: 'none' } as const;

/** Each column of the file with some of its cells, and the field that it is read as, or its parts are. */
export function ColumnList({ columns, fields, splits, problems, onField, onSplit, onSplitAs, onJoin }: ColumnListProps) {
  const [done, setDone] = useState('');
  const partsByColumn = partsOf(columns, splits);
  return (
    <>
      <Box component="ul" aria-label="Columns of the file" sx={listStyle}>
        {columns.columns
          .filter(({ partOf }) => partOf === null)
          .map((column) => {
            const { index, samples } = column;
            const name = nameOf(column);
            // As in a sentence where it has no name.
            const of = column.name || `column ${index + 1}`;
            const split = splits[index];
            const parts = partsByColumn.get(index) ?? [];
            return (
              <Box component="li" key={index} sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
                <ColumnRow
                  name={name}
                  samples={samples}
                  action={
                    <Button
                      size="small"
                      variant="text"
                      color="inherit"
                      aria-label={split === undefined ? `Split ${of}` : `Join again ${of}`}
                      disabled={split === undefined && partsByColumn.size >= MOST_SPLITS}
                      onClick={() => {
                        if (split === undefined) onSplit(column);
                        else onJoin(index);
                        setDone(split === undefined ? `${name} is split into 2 parts.` : `${name} is one column again.`);
                      }}
                      sx={{ flexShrink: 0, color: 'text.secondary' }}
                    >
                      {split === undefined ? 'Split' : 'Join again'}
                    </Button>
                  }
                >
                  {split === undefined ? (
                    <FieldChoice
                      of={of}
                      field={fields[String(index)] ?? null}
                      error={problems[`columns.${index}`]}
                      onField={(field) => {
                        onField(String(index), field);
                      }}
                    />
                  ) : (
                    <SplitChoice
                      name={of}
                      split={split}
                      error={problems[`splits.${index}`] ?? problems[`splits.${index}.separator`]}
                      onChange={(changed) => {
                        onSplitAs(index, changed);
                      }}
                    />
                  )}
                </ColumnRow>
                {parts.length > 0 && (
                  <Box component="ul" aria-label={`Parts of ${of}`} sx={{ ...listStyle, ml: { xs: 2, sm: 2.5 }, mb: 1, borderLeft: 2, borderColor: 'divider' }}>
                    {parts.map((part) => (
                      <li key={part.key}>
                        <ColumnRow name={part.name} samples={part.samples}>
                          <FieldChoice
                            of={part.name}
                            field={fields[part.key] ?? null}
                            error={problems[`columns.${part.index}`]}
                            onField={(field) => {
                              onField(part.key, field);
                            }}
                          />
                        </ColumnRow>
                      </li>
                    ))}
                  </Box>
                )}
              </Box>
            );
          })}
      </Box>
      <p className="visually-hidden" role="status" aria-live="polite">
        {done}
      </p>
    </>
  );
}
