import type { ComponentProps, ReactNode } from 'react';

import { Select } from '~/ui/Select';

import { FormField } from './FormField';

interface ChoiceProps<Value extends string> extends Omit<ComponentProps<typeof Select<Value>>, 'id' | 'describedBy' | 'invalid' | 'fullWidth' | 'label'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** One of several outside of a form, below its label. */
export function Choice<Value extends string>({ label, hideLabel = false, hint, error, ...select }: ChoiceProps<Value>) {
  return (
    <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {({ inputId, describedBy }) => <Select {...select} id={inputId} describedBy={describedBy} invalid={error !== undefined} fullWidth />}
    </FormField>
  );
}
