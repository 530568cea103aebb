import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { FormField } from '~/forms/FormField';
import { useSettled } from '~/lib/useSettled';
import { Panel } from '~/ui/Panel';

interface BatchValueProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

const SUGGESTED = 20;

/** Batches for all people of a file that has no column of them. */
export function BatchValue({ value, error, onValue }: BatchValueProps) {
  const id = useId();
  const names = value.split(';');
  const search = useSettled(names.at(-1)?.trim() ?? '', 250);
  const { data } = useGetBatchesQuery({ page: 1, pageSize: SUGGESTED, search, archived: false });
  // A choice of the browser replaces the whole text: the names before stay in front.
  const before = names.slice(0, -1).map((name) => name.trim());
  return (
    <Panel title="Batch">
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, maxWidth: 480 }}>
        <FormField
          label="One batch for all people (optional)"
          hint="A new name makes a batch. Separate several by semicolons; or choose below the column that names them."
          error={error}
        >
          {({ inputId, describedBy }) => (
            <>
              <OutlinedInput
                id={inputId}
                fullWidth
                value={value}
                error={error !== undefined}
                autoComplete="off"
                onChange={(event) => {
                  onValue(event.target.value);
                }}
                slotProps={{ input: { 'aria-describedby': describedBy, list: id } }}
              />
              <datalist id={id}>
                {data?.data.map(({ id: batchId, name, location }) => (
                  <option key={batchId} value={[...before, name].join('; ')}>
                    {location ?? name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </FormField>
      </Box>
    </Panel>
  );
}
