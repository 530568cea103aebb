import type { ComponentProps } from 'react';

import { Labelled } from './Labelled';
import { Select } from './Select';

interface FilterSelectProps<Value extends string>
  extends Pick<ComponentProps<typeof Select<Value>>, 'label' | 'value' | 'options' | 'none' | 'invalid' | 'disabled' | 'autoFocus' | 'id'> {
  /** Null for the empty choice. */
  readonly onChoose: (value: Value | null) => void;
  readonly sx?: object;
}

const compact = {
  minHeight: 36,
  height: 36,
  '& .MuiNativeSelect-select': { py: 0.5, fontSize: '0.875rem' },
} as const;

/** A select in a bar or a row; its label is read by screen readers only. */
export function FilterSelect<Value extends string>({ onChoose, sx, ...select }: FilterSelectProps<Value>) {
  return <Select {...select} sx={{ ...compact, ...sx }} onChoose={(value) => onChoose(value === '' ? null : value)} />;
}

export function LabelledFilter<Value extends string>({ label, ...select }: FilterSelectProps<Value> & { readonly label: string }) {
  return <Labelled label={label}>{(id) => <FilterSelect id={id} {...select} />}</Labelled>;
}
