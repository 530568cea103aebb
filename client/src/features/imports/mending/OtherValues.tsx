import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { Panel } from '~/ui/Panel';

import type { Field } from '../api';
import { useListImportValuesQuery } from '../mendingApi';
import { choicesOf, constantOf } from './fields';
import { ValueMap } from './ValueMap';

interface OtherValuesProps {
  readonly importId: string;
  readonly fields: readonly Field[];
}

/** The values of invalid rows that a field does not know. */
function useOtherValues(importId: string, field: Field) {
  const { data } = useListImportValuesQuery({ importId, field, status: 'invalid' });
  const options = choicesOf(field) ?? {};
  // One row without a value is mended in its cell.
  return (data?.values ?? []).filter(({ value, rows }) => (value !== '' || rows > 1) && !(constantOf(field, value) in options));
}

function ValuesOfField({ importId, field }: { readonly importId: string; readonly field: Field }) {
  const values = useOtherValues(importId, field);
  return values.map((value) => <ValueMap key={value.value} importId={importId} field={field} value={value} />);
}

/** Values that no field knows, each with its count: mapped once, in all rows and for later files. */
export function OtherValues({ importId, fields }: OtherValuesProps) {
  return (
    <Box sx={{ '&:not(:has(li))': { display: 'none' } }}>
      <Panel title="Values that we don’t know">
        <Typography variant="caption" component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.25, color: 'text.secondary' }}>
          Choose what each value means. It is then changed in every row and remembered for your company’s later files.
        </Typography>
        <Box component="ul" aria-label="Values that we don’t know" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {fields.map((field) => (
            <ValuesOfField key={field} importId={importId} field={field} />
          ))}
        </Box>
      </Panel>
    </Box>
  );
}
