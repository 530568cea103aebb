import { plural, t } from '@lingui/core/macro';
import { Box, ButtonBase, OutlinedInput } from '@mui/material';
import { useId, useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { formatCount } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';
import { radius } from '~/theme/tokens';

import { CheckIcon } from './icons';
import { Caption } from './Text';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly people: number | null;
}

interface ChooseOneProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Below the options: that there are none, or that they could not be loaded. */
  readonly note: string | null;
  /** Null for the pressed one. */
  readonly onChoose: (value: string | null) => void;
}

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: radius.mark,
  typography: 'body2',
  textAlign: 'left',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&.Mui-focusVisible': { boxShadow: 'inset 0 0 0 2px var(--wm-palette-primary-main)' },
} as const;

export function ChooseOne({ label, value, options, search, onSearch, note, onChoose }: ChooseOneProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Caption id={id} component="h3">
        {label}
      </Caption>
      <OutlinedInput
        size="small"
        fullWidth
        value={search}
        placeholder={t`Search`}
        onChange={(event) => onSearch(event.target.value)}
        slotProps={{ input: { 'aria-label': t`Search ${{ label: label.toLowerCase() }}`, autoComplete: 'off', spellCheck: false, maxLength: 100 } }}
        sx={{ minHeight: 36, height: 36, mt: 0.5, fontSize: '0.875rem' }}
      />
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', maxHeight: 168, overflowY: 'auto' }}>
        {options.map((each) => {
          const isChosen = each.value === value;
          return (
            <li key={each.value}>
              <ButtonBase aria-pressed={isChosen} onClick={() => onChoose(isChosen ? null : each.value)} sx={option}>
                <CheckIcon sx={{ fontSize: 16, flexShrink: 0, visibility: isChosen ? 'visible' : 'hidden', color: 'primary.main' }} />
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {each.label}
                </Box>
                {each.people !== null && (
                  <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                    {formatCount(each.people)}
                  </Box>
                )}
              </ButtonBase>
            </li>
          );
        })}
      </Box>
      <Caption role="status" sx={{ display: 'block', '&:empty': { display: 'none' } }}>
        {note}
      </Caption>
    </Box>
  );
}

const MOST_SHOWN = 20;

function noteOn(total: number, search: string): string | null {
  if (total > MOST_SHOWN) return plural(total - MOST_SHOWN, { one: '# more: search for it.', other: '# more: search for them.' });
  if (total > 0) return null;
  return search === '' ? t`There are no batches yet.` : t`No batch has this name.`;
}

/** One of the batches that are not archived, the newest first. */
export function BatchChoice({ value, onChoose }: Pick<ChooseOneProps, 'value' | 'onChoose'>) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), 250);
  const { data, isError } = useGetBatchesQuery({ search, archived: false, page: 1, pageSize: MOST_SHOWN }, { refetchOnMountOrArgChange: true });
  return (
    <ChooseOne
      label={t`Batch`}
      value={value}
      options={(data?.data ?? []).map(({ id, name, people }) => ({ value: id, label: name, people }))}
      search={typed}
      onSearch={setTyped}
      note={isError ? t`The batches could not be loaded.` : data === undefined ? null : noteOn(data.total, search)}
      onChoose={onChoose}
    />
  );
}
