import { Box, Button, Typography } from '@mui/material';
import { useId, useState } from 'react';

import { useCreateSingleBatchMutation, useGetBatchesQuery } from '~/api/batches';
import { isProblem, messageOf } from '~/api/problem';
import { Typed } from '~/forms/Typed';
import { countOf } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';
import { radius } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { AddIcon } from '~/ui/icons';

const SHOWN = 8;

interface BatchFieldProps {
  readonly value: string | null;
  /** Whether a new batch can be made here. */
  readonly mayCreate: boolean;
  readonly onChange: (batchId: string | null) => void;
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 40,
  px: 1.5,
  py: 0.75,
  cursor: 'pointer',
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '&:hover': { bgcolor: 'surface.soft' },
  '&:has(:checked)': { bgcolor: 'soft.accent' },
  '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& input': { flexShrink: 0, width: 16, height: 16, m: 0, accentColor: 'var(--wm-palette-primary-main)' },
  '& input:focus-visible': { boxShadow: 'none' },
} as const;

/** One of the company's open batches, found by any part of its name; or a new one by the name that was typed. */
export function BatchField({ value, mayCreate, onChange }: BatchFieldProps) {
  const radioName = useId();
  const [text, setText] = useState('');
  const search = useSettled(text.trim(), 250);
  const { data, error, refetch } = useGetBatchesQuery({ page: 1, pageSize: SHOWN, search, archived: false });
  const [create, creating] = useCreateSingleBatchMutation();
  const batches = data?.data ?? [];
  const exists = batches.some(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  const offersNew = mayCreate && text.trim() !== '' && search === text.trim() && data !== undefined && !exists;
  const createNew = async () => {
    const answer = await create({ createBatchRequest: { name: text.trim() } });
    if (answer.data !== undefined) onChange(answer.data.id);
  };
  const problem = isProblem(creating.error) ? (creating.error.errors?.['name'] ?? creating.error.message) : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typed
        label="Batch"
        error={problem}
        hint={mayCreate ? 'Search, or type the name of a new batch.' : 'Search by name, code or location.'}
        type="search"
        value={text}
        placeholder="Search batches"
        input={{ maxLength: 100, enterKeyHint: 'search' }}
        onType={(typed) => {
          setText(typed);
          creating.reset();
          // What is chosen is always in sight.
          onChange(null);
        }}
        onKeyDown={(event) => {
          // Enter searches; it does not start the job.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {offersNew && (
        <ProgressButton
          variant="outlined"
          size="small"
          busy={creating.isLoading}
          startIcon={<AddIcon sx={{ fontSize: 18 }} />}
          onClick={() => void createNew()}
          sx={{ justifySelf: 'start', maxWidth: '100%', overflowWrap: 'anywhere' }}
        >
          New batch “{text.trim()}”
        </ProgressButton>
      )}
      {error !== undefined && data === undefined && (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(error, 'The batches could not be loaded.')}{' '}
          <Button size="small" variant="text" onClick={() => void refetch()}>
            Try again
          </Button>
        </Typography>
      )}
      {batches.length > 0 && (
        <Box role="radiogroup" aria-label="Batches" sx={{ border: 1, borderColor: 'surface.controlLine', borderRadius: radius.control, maxHeight: 208, overflowY: 'auto' }}>
          {batches.map((batch) => (
            <Box key={batch.id} component="label" sx={line}>
              <input type="radio" name={radioName} checked={batch.id === value} onChange={() => onChange(batch.id)} />
              <Typography component="span" variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {batch.name}
                {batch.code !== null && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' '}
                    {batch.code}
                  </Box>
                )}
              </Typography>
              <Typography component="span" variant="caption" sx={{ flexShrink: 0, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {countOf(batch.people, 'person', 'people')}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      {data !== undefined && (
        <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
          {batches.length === 0 && (search === '' ? `There is no batch yet.${mayCreate ? ' Type a name to make the first one.' : ''}` : 'No batch matches.')}
          {data.total > SHOWN && `${countOf(data.total - SHOWN, 'more batch', 'more batches')}: type a part of the name.`}
        </Typography>
      )}
    </Box>
  );
}
