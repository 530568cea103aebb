import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';

import { FormField } from '~/forms/FormField';
import { countOf } from '~/lib/format';

import { useListWorkLocationsQuery } from '../api';

interface LocationFieldProps {
  readonly onChange: (workLocation: string) => void;
}

const LONGEST = 200;

/** A work location: one of the company's, or a new one. */
export function LocationField({ onChange }: LocationFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  // Suggestions only: without an answer it is typed.
  const { data } = useListWorkLocationsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <FormField label="Work location" hint="One that your company has, or a new one">
      {({ inputId, describedBy }) => (
        <>
          <OutlinedInput
            id={inputId}
            fullWidth
            value={text}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value);
              onChange(event.target.value);
            }}
            slotProps={{ input: { 'aria-describedby': describedBy, maxLength: LONGEST, list: id } }}
          />
          <datalist id={id}>
            {data?.locations.map(({ location, people }) => (
              <option key={location} value={location}>
                {countOf(people, 'person', 'people')}
              </option>
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}
