import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';

import { FormField } from '~/forms/FormField';

import { type Field, FIELD_LABELS } from '../api';
import { Choice } from '../components/Choice';
import { choicesOf } from '../mending/fields';

interface CommonValuesProps {
  readonly fields: readonly Field[];
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onValue: (field: Field, value: string) => void;
}

/** No two people share them. */
const own: readonly Field[] = ['fullName', 'email', 'phone', 'dateOfBirth'];

/** Required fields that no column of the file is: one value for all rows, or a column of the list. */
export function CommonValues({ fields, values, problems, onValue }: CommonValuesProps) {
  const needColumn = fields.filter((field) => own.includes(field));
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2 }}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {needColumn.length > 0 && `Choose the column of ${needColumn.map((field) => FIELD_LABELS[field]).join(', ')} below. `}
        {needColumn.length < fields.length && 'Choose one value for all people of the file, or the column below that has it.'}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }, gap: 2 }}>
        {fields
          .filter((field) => !own.includes(field))
          .map((field) => {
            const known = choicesOf(field);
            const value = values[field] ?? '';
            const error = problems[`values.${field}`];
            return known === undefined ? (
              <FormField key={field} label={FIELD_LABELS[field]} error={error}>
                {({ inputId, describedBy }) => (
                  <OutlinedInput
                    fullWidth
                    value={value}
                    inputProps={{ id: inputId, 'aria-describedby': describedBy, autoComplete: 'off' }}
                    onChange={(event) => {
                      onValue(field, event.target.value);
                    }}
                  />
                )}
              </FormField>
            ) : (
              <Choice
                key={field}
                label={FIELD_LABELS[field]}
                value={value}
                none="Choose one"
                options={Object.entries(known).map(([constant, label]) => ({ value: constant, label }))}
                error={error}
                onChoose={(chosen) => {
                  onValue(field, chosen);
                }}
              />
            );
          })}
      </Box>
    </Box>
  );
}
