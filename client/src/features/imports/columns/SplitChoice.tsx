import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';

import { FormField } from '~/forms/FormField';

import { Choice } from '../components/Choice';
import { isSeparator, LONGEST_SEPARATOR, SEPARATORS, type Splits } from './splits';

type Split = Splits[number];

interface SplitChoiceProps {
  /** Of the column. */
  readonly name: string;
  readonly split: Split;
  readonly error: string | undefined;
  readonly onChange: (split: Split) => void;
}

const OTHER = 'other';
const separators = [...Object.entries(SEPARATORS), [OTHER, 'Other'] as const].map(([value, label]) => ({ value, label }));
const counts = ['2', '3', '4'].map((value) => ({ value, label: `${value} parts` }));
const HINT = `1 to ${LONGEST_SEPARATOR} characters, not only letters or digits`;

/** Where the cells of a column are split, and into how many parts. */
export function SplitChoice({ name, split, error, onChange }: SplitChoiceProps) {
  const { separator, parts } = split;
  const [isOther, setOther] = useState(!(separator in SEPARATORS));
  const refused = error ?? (isSeparator(separator) ? undefined : HINT);
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
        onChoose={(value) => {
          onChange({ separator, parts: Number(value) });
        }}
      />
      {isOther && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <FormField label={`Other separator in ${name}`} hideLabel error={refused}>
            {({ inputId, describedBy }) => (
              <OutlinedInput
                fullWidth
                value={separator}
                placeholder="Such as ; or |"
                error={refused !== undefined}
                inputProps={{ id: inputId, 'aria-describedby': describedBy, autoComplete: 'off', maxLength: LONGEST_SEPARATOR }}
                onChange={(event) => {
                  onChange({ separator: event.target.value, parts });
                }}
              />
            )}
          </FormField>
        </Box>
      )}
    </Box>
  );
}
