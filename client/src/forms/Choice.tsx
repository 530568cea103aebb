import { Select } from '~/ui/Select';

import { FormField } from './FormField';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: Value | '';
  /** The text of no choice; without it there is always one. */
  readonly none?: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** An empty text for no choice. */
  readonly onChoose: (value: Value | '') => void;
}

/** One of several outside of a form, below its label. */
export function Choice<Value extends string>({ label, hideLabel = false, error, ...choice }: ChoiceProps<Value>) {
  return (
    <FormField label={label} hideLabel={hideLabel} error={error}>
      {({ inputId, describedBy }) => <Select {...choice} id={inputId} describedBy={describedBy} invalid={error !== undefined} fullWidth />}
    </FormField>
  );
}
