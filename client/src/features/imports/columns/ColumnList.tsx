import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { type Column, type Field, FIELD_LABELS, FIELDS } from '../api';
import { Choice } from '../components/Choice';

interface ColumnListProps {
  readonly columns: readonly Column[];
  readonly fields: Readonly<Record<number, Field | null>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onField: (index: number, field: Field | null) => void;
}

const options = FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] }));

/** Each column of the file with some of its cells, and the field that it is read as. */
export function ColumnList({ columns, fields, problems, onField }: ColumnListProps) {
  return (
    <Box component="ul" aria-label="Columns of the file" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {columns.map(({ index, name, samples }) => (
        <Box
          component="li"
          key={index}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 240px' },
            gap: 1,
            alignItems: 'center',
            px: { xs: 2, sm: 2.5 },
            py: 1.5,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {name || `Column ${index + 1}`}
            </Typography>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {samples.join(' · ') || 'Empty'}
            </Typography>
          </Box>
          <Choice
            label={`Field of ${name || `column ${index + 1}`}`}
            hideLabel
            value={fields[index] ?? ''}
            none="Leave out"
            options={options}
            error={problems[`columns.${index}`]}
            onChoose={(value) => {
              onField(index, FIELDS.find((field) => field === value) ?? null);
            }}
          />
        </Box>
      ))}
    </Box>
  );
}
