import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import { dayOf } from '~/forms/dates';

import { Labelled, LabelledSelect } from './Labelled';
import type { PanelPartProps } from './FilterPanel';

interface DayInputProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: string | null) => void;
}

/** A typed year has fewer than four digits at first: such days are not asked for. */
function DayInput({ label, value, onDay }: DayInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  return (
    <Labelled id={id} label={label}>
      <OutlinedInput
        id={id}
        type="date"
        size="small"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          const year = dayOf(target.value)?.getFullYear() ?? 0;
          if (target.value === '') onDay(null);
          else if (year >= 2000 && year < 3000) onDay(target.value);
        }}
        sx={{ minHeight: 36, height: 36, minWidth: 0, fontSize: '0.875rem', '& input': { minWidth: 0, px: 1 } }}
      />
    </Labelled>
  );
}

const CREATED = { '-7d': 'In the last 7 days', '-30d': 'In the last 30 days', '-90d': 'In the last 90 days', between: 'Between two days' } as const;
const created = Object.entries(CREATED) as [keyof typeof CREATED, string][];

export function CreatedFilter({ filters, change }: PanelPartProps) {
  const { createdFrom, createdTo } = filters;
  const preset = createdTo === null ? created.find(([value]) => value === createdFrom)?.[0] : undefined;
  const [isBetween, setBetween] = useState(preset === undefined && (createdFrom !== null || createdTo !== null));
  const value = isBetween ? 'between' : (preset ?? '');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LabelledSelect
        label="Created"
        placeholder="At any time"
        value={value}
        options={created}
        onChoose={(chosen) => {
          setBetween(chosen === 'between');
          change({ createdFrom: chosen === 'between' ? null : chosen, createdTo: null });
        }}
      />
      {isBetween && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
          <DayInput
            label="From"
            value={createdFrom ?? ''}
            onDay={(day) => {
              change({ createdFrom: day });
            }}
          />
          <DayInput
            label="To"
            value={createdTo ?? ''}
            onDay={(day) => {
              change({ createdTo: day });
            }}
          />
        </Box>
      )}
    </Box>
  );
}

const SIGN_INS = {
  never: 'Never',
  'since:-7d': 'In the last 7 days',
  'since:-30d': 'In the last 30 days',
  'before:-30d': 'Not for 30 days',
  'before:-90d': 'Not for 90 days',
  since: 'Since a day',
  before: 'Before a day',
} as const;
const signIns = Object.entries(SIGN_INS) as [keyof typeof SIGN_INS, string][];

export function SignInFilter({ filters, change }: PanelPartProps) {
  const { lastSignIn } = filters;
  const preset = signIns.find(([value]) => value === lastSignIn)?.[0];
  const [kind = '', day = ''] = (lastSignIn ?? '').split(':');
  const given = kind === 'since' || kind === 'before' ? kind : null;
  const [dated, setDated] = useState(preset === undefined ? given : null);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LabelledSelect
        label="Last login"
        placeholder="At any time or never"
        value={dated ?? preset ?? ''}
        options={signIns}
        onChoose={(chosen) => {
          const isDated = chosen === 'since' || chosen === 'before';
          setDated(isDated ? chosen : null);
          change({ lastSignIn: isDated ? null : chosen });
        }}
      />
      {dated !== null && (
        <DayInput
          label={dated === 'since' ? 'Since' : 'Before'}
          value={day}
          onDay={(chosen) => {
            change({ lastSignIn: chosen === null ? null : `${dated}:${chosen}` });
          }}
        />
      )}
      {lastSignIn?.startsWith('before') === true && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          Those who never logged in are not among them.
        </Typography>
      )}
    </Box>
  );
}
