import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { COLUMN_FIELDS, type ColumnField, FIELD_LABELS } from '../api';
import { Choice } from '../components/Choice';

interface ColumnRowProps {
  readonly name: string;
  readonly samples: readonly string[];
  /** Below the cells. */
  readonly action?: ReactNode;
  /** What the column is read as. */
  readonly children: ReactNode;
}

interface FieldChoiceProps {
  readonly of: string;
  readonly field: ColumnField | null;
  readonly error: string | undefined;
  readonly onField: (field: ColumnField | null) => void;
}

const options = COLUMN_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] }));

/** A column, or a part of one, with some of its cells. */
export function ColumnRow({ name, samples, action, children }: ColumnRowProps) {
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

export function FieldChoice({ of, field, error, onField }: FieldChoiceProps) {
  return (
    <Choice
      label={`Field of ${of}`}
      hideLabel
      value={field ?? ''}
      none="Leave out"
      options={options}
      error={error}
      onChoose={(value) => {
        onField(COLUMN_FIELDS.find((each) => each === value) ?? null);
      }}
    />
  );
}
