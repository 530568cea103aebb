import { OutlinedInput } from '@mui/material';

import { formatCount } from '~/lib/format';

import { FormField } from './FormField';

interface TypedNumberProps {
  /** What it counts, such as "Number of new accounts". */
  readonly label: string;
  readonly count: number;
  readonly typed: string;
  /** Whether it was to be confirmed without it. */
  readonly refused: boolean;
  readonly onType: (typed: string) => void;
}

/** Whether this is the number, however its thousands are separated. */
export function isTyped(count: number, typed: string): boolean {
  return typed.replaceAll(/[\s,.’']/gu, '') === String(count);
}

export function TypedNumber({ label, count, typed, refused, onType }: TypedNumberProps) {
  const missing = refused && !isTyped(count, typed);
  return (
    <FormField
      label={label}
      hint={`Type ${formatCount(count)} to confirm.`}
      error={missing ? `Type ${formatCount(count)} to continue.` : undefined}
    >
      {({ inputId, describedBy }) => (
        <OutlinedInput
          id={inputId}
          value={typed}
          error={missing}
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
          slotProps={{ input: { inputMode: 'numeric', 'aria-describedby': describedBy } }}
          sx={{ width: 200, fontVariantNumeric: 'tabular-nums' }}
        />
      )}
    </FormField>
  );
}
