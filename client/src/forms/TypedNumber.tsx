import { formatCount } from '~/lib/format';

import { Typed } from './Typed';

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
  return (
    <Typed
      label={label}
      hint={`Type ${formatCount(count)} to confirm.`}
      error={refused && !isTyped(count, typed) ? `Type ${formatCount(count)} to continue.` : undefined}
      value={typed}
      input={{ inputMode: 'numeric' }}
      onType={onType}
      sx={{ width: 200, fontVariantNumeric: 'tabular-nums' }}
    />
  );
}
