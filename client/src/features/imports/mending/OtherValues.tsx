import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { ProgressButton } from '~/ui/ProgressButton';

import { countOf } from '../format';
import { useMapImportValuesMutation } from '../mendingApi';
import { shownValue } from './fields';
import { meaningOf } from './meanings';
import type { OtherValue } from './useProblems';
import { ValueMap } from './ValueMap';

/** So many the server maps at once. */
const MOST_AT_ONCE = 100;

interface OtherValuesProps {
  readonly importId: string;
  readonly values: readonly OtherValue[];
}

interface Meant extends OtherValue {
  readonly key: string;
  /** One of ours; an empty text before one is chosen. */
  readonly to: string;
}

/** All values of which is known what they mean, changed by one press. */
function ChangeAll({ importId, meant }: { readonly importId: string; readonly meant: readonly Meant[] }) {
  const [send, { isLoading, error }] = useMapImportValuesMutation();
  const changes = meant.map(({ field, value, to }) => ({ field, from: value, to }));
  return (
    <Box sx={{ display: 'grid', gap: 1, px: { xs: 2, sm: 2.5 }, pb: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, columnGap: 2 }}>
        <Typography variant="body2" component="p" sx={{ flex: '1 1 240px', m: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {meant.map(({ field, value, to, rows }) => `${shownValue(field, value)} → ${shownValue(field, to)} in ${countOf(rows, 'row', 'rows')}`).join(', ')}
        </Typography>
        <ProgressButton busy={isLoading} onClick={() => void send({ importId, mapValuesRequest: { changes } })}>
          Change all suggested ({meant.length})
        </ProgressButton>
      </Box>
      <FormError message={error === undefined ? null : messageOf(error, 'The values could not be changed.')} />
    </Box>
  );
}

/** Values that no field knows, each with its count: mapped once, in all rows and for later files. */
export function OtherValues({ importId, values }: OtherValuesProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>({});
  const meant = values.map((value): Meant => {
    const key = `${value.field} ${value.value}`;
    return { ...value, key, to: chosen[key] ?? value.mapped ?? meaningOf(value.field, value.value) };
  });
  const known = meant.filter(({ to }) => to !== '').slice(0, MOST_AT_ONCE);
  return (
    <>
      <Typography variant="caption" component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.25, color: 'text.secondary' }}>
        Choose what each value means. It is then changed in every row and remembered for your company’s later files.
      </Typography>
      {known.length > 1 && <ChangeAll importId={importId} meant={known} />}
      <Box component="ul" aria-label="Values that we don’t know" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {meant.map(({ key, field, to, ...value }) => (
          <ValueMap
            key={key}
            importId={importId}
            field={field}
            value={value}
            to={to}
            onChoose={(next) => {
              setChosen((held) => ({ ...held, [key]: next }));
            }}
          />
        ))}
      </Box>
    </>
  );
}
