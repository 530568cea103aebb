import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';

import { FormField } from '~/forms/FormField';
import { GENDER_LABELS, ROLE_LABELS } from '~/lib/people';
import { PROFILE_LABELS } from '~/lib/profiles';

import { type Field, FIELD_LABELS } from '../api';
import { Choice } from '../components/Choice';

interface CommonValuesProps {
  readonly fields: readonly Field[];
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onValue: (field: Field, value: string) => void;
}

/** Fields of which every person has one of a few values. */
const choices: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  gender: GENDER_LABELS,
  role: ROLE_LABELS,
  profile: PROFILE_LABELS,
};
/** No two people share them. */
const own: readonly Field[] = ['fullName', 'email', 'phone', 'dateOfBirth'];

/** Required fields that no column of the file is: one value for all rows, or a column above. */
export function CommonValues({ fields, values, problems, onValue }: CommonValuesProps) {
  const needColumn = fields.filter((field) => own.includes(field));
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2 }}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {needColumn.length > 0 && `Choose the column of ${needColumn.map((field) => FIELD_LABELS[field]).join(', ')} above. `}
        {needColumn.length < fields.length && 'What is entered here stands in every row.'}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
        {fields
          .filter((field) => !own.includes(field))
          .map((field) => {
            const known = choices[field];
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
