import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { formatCount } from '~/lib/format';

import { Typed } from './TextField';

/** From this number of people on, it has to be typed. */
const TYPE_FROM = 1_000;

interface NumberToType {
  readonly label: string;
  readonly count: number;
  readonly isNeeded?: boolean;
}

/** A number that confirms what is large. `isConfirmed` is asked when it is submitted, and shows what is missing. */
export function useTypedNumber({ label, count, isNeeded = count >= TYPE_FROM }: NumberToType) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  // However its thousands are separated.
  const isRight = !isNeeded || typed.replaceAll(/[\s,.’']/gu, '') === String(count);
  return {
    field: isNeeded && (
      <Typed
        label={label}
        hint={t`Type ${{ count: formatCount(count) }} to confirm.`}
        error={refused && !isRight ? t`Type ${{ count: formatCount(count) }} to continue.` : undefined}
        value={typed}
        input={{ inputMode: 'numeric' }}
        onType={setTyped}
        sx={{ width: 200, fontVariantNumeric: 'tabular-nums' }}
      />
    ),
    isConfirmed: () => {
      setRefused(true);
      return isRight;
    },
  };
}
