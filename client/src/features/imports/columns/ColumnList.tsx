import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { Choice } from '~/forms/Choice';
import { Typed } from '~/forms/Typed';

import { COLUMN_FIELDS, type ColumnField, FIELD_LABELS } from '../api';
import { isSeparator, LONGEST_SEPARATOR, MOST_SPLITS, nameOf, partsOf, SEPARATORS, type Splits, suggestSplit } from './splits';
import type { Reading } from './useReading';

interface ColumnRowProps {
  readonly name: string;
  readonly samples: readonly string[];
  /** Beside the cells. */
  readonly action?: ReactNode;
  /** What the column is read as. */
  readonly children: ReactNode;
}

/** A column, or a part of one, with some of its cells. */
function ColumnRow({ name, samples, action, children }: ColumnRowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 240px' },
        gap: 1,
        alignItems: 'center',
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {samples.join(' · ') || 'Empty'}
          </Typography>
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}

const options = COLUMN_FIELDS.map((field) => [field, FIELD_LABELS[field]] as const);

interface FieldChoiceProps {
  readonly of: string;
  readonly field: ColumnField | null | undefined;
  readonly error: string | undefined;
  readonly onField: (field: ColumnField | null) => void;
}

function FieldChoice({ of, field, error, onField }: FieldChoiceProps) {
  return (
    <Choice
      label={`Field of ${of}`}
      hideLabel
      value={field ?? ''}
      none="Leave out"
      options={options}
      error={error}
      onChoose={(chosen) => onField(chosen === '' ? null : chosen)}
    />
  );
}

type Split = Splits[number];

interface SplitChoiceProps {
  /** The column's name. */
  readonly name: string;
  readonly split: Split;
  readonly error: string | undefined;
  readonly onChange: (split: Split) => void;
}

const OTHER = 'other';
const separators = [...Object.entries(SEPARATORS), [OTHER, 'Other'] as const];
const counts = ['2', '3', '4'].map((count) => [count, `${count} parts`] as const);
const HINT = `1 to ${LONGEST_SEPARATOR} characters, not only letters or digits`;

/** Where the cells of a column are split, and into how many parts. */
function SplitChoice({ name, split, error, onChange }: SplitChoiceProps) {
  const { separator, parts } = split;
  const [isOther, setOther] = useState(!(separator in SEPARATORS));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
      <Choice
        label={`Separator in ${name}`}
        hideLabel
        value={isOther ? OTHER : separator}
        options={separators}
        error={isOther ? undefined : error}
        onChoose={(value) => {
          setOther(value === OTHER);
          onChange({ separator: value === OTHER ? '' : value, parts });
        }}
      />
      <Choice
        label={`Number of parts of ${name}`}
        hideLabel
        value={String(parts)}
        options={counts}
        onChoose={(value) => onChange({ separator, parts: Number(value) })}
      />
      {isOther && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Typed
            label={`Other separator in ${name}`}
            hideLabel
            error={error ?? (isSeparator(separator) ? undefined : HINT)}
            value={separator}
            placeholder="Such as ; or |"
            input={{ maxLength: LONGEST_SEPARATOR }}
            onType={(typed) => onChange({ separator: typed, parts })}
          />
        </Box>
      )}
    </Box>
  );
}

const listStyle = { m: 0, p: 0, listStyle: 'none' } as const;

/** Each column of the file with some of its cells, and the field that it is read as, or its parts are. */
export function ColumnList({ reading: { columns, draft, problems, setField, setSplit } }: { readonly reading: Reading }) {
  const [done, setDone] = useState('');
  const { fields, splits } = draft;
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
                        setSplit(index, split === undefined ? suggestSplit(column) : null);
                        setDone(split === undefined ? `${name} is split into 2 parts.` : `${name} is one column again.`);
                      }}
                      sx={{ flexShrink: 0, color: 'text.secondary' }}
                    >
                      {split === undefined ? 'Split' : 'Join again'}
                    </Button>
                  }
                >
                  {split === undefined ? (
                    <FieldChoice of={of} field={fields[String(index)]} error={problems[`columns.${index}`]} onField={(field) => setField(String(index), field)} />
                  ) : (
                    <SplitChoice
                      name={of}
                      split={split}
                      error={problems[`splits.${index}`] ?? problems[`splits.${index}.separator`]}
                      onChange={(changed) => setSplit(index, changed)}
                    />
                  )}
                </ColumnRow>
                {parts.length > 0 && (
                  <Box component="ul" aria-label={`Parts of ${of}`} sx={{ ...listStyle, ml: { xs: 2, sm: 2.5 }, mb: 1, borderLeft: 2, borderColor: 'divider' }}>
                    {parts.map((part) => (
                      <li key={part.key}>
                        <ColumnRow name={part.name} samples={part.samples}>
                          <FieldChoice of={part.name} field={fields[part.key]} error={problems[`columns.${part.index}`]} onField={(field) => setField(part.key, field)} />
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
