import { Box, Button, OutlinedInput, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

import { dayOf } from '~/forms/dates';
import type { ListParams, ListView } from '~/lib/useListParams';
import { Select } from '~/ui/Select';

import type { ImportState } from '../api';
import { STATES } from '../states';

const STATE_NAMES = Object.keys(STATES) as ImportState[];

const isDay = (value: string) => dayOf(value) !== undefined;
const isId = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(value);

/** The filters of the history, by their name in the address; days are the browser's. */
export const CHOICES = { state: STATE_NAMES, startedBy: isId, from: isDay, to: isDay } as const;
export const NONE = { state: null, startedBy: null, from: null, to: null, search: '' } as const;
type HistoryView = ListView<typeof CHOICES>;

export function isFiltered({ state, startedBy, from, to, search }: HistoryView): boolean {
  return state !== null || startedBy !== null || from !== null || to !== null || search !== '';
}

/** The beginning of a day of the browser, or of the day after it. */
function momentOf(day: string, daysLater: number): string | null {
  const date = dayOf(day);
  date?.setDate(date.getDate() + daysLater);
  return date?.toISOString() ?? null;
}

/** What the server is asked for: moments, so that a day begins at the browser's midnight. */
export function queryOf({ state, startedBy, from, to, search }: HistoryView) {
  return {
    ...(state !== null && { state }),
    ...(startedBy !== null && { startedBy }),
    ...(search !== '' && { search }),
    ...(from !== null && { from: momentOf(from, 0) }),
    ...(to !== null && { to: momentOf(to, 1) }),
  };
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  /** On a phone it has a line of its own. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

interface HistoryFiltersProps {
  readonly list: ListParams<typeof CHOICES>;
  /** Who can be chosen, by id. */
  readonly starters: ReadonlyMap<string, string>;
}

/** A field with its name in sight above it. */
function Labelled({ id, label, wide = false, children }: LabelledProps) {
  return (
    <Box sx={{ gridColumn: wide ? { xs: 'span 2', md: 'auto' } : 'auto', minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      <Typography component="label" htmlFor={id} variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

/** Filters by the file's name, its state, who started it and the days of its upload. */
export function HistoryFilters({ list, starters }: HistoryFiltersProps) {
  const id = useId();
  const { view, searchText, setSearchText, change } = list;
  const day = (name: 'from' | 'to', label: string) => (
    <Labelled id={`${id}-${name}`} label={label}>
      <OutlinedInput
        id={`${id}-${name}`}
        type="date"
        size="small"
        sx={{ minWidth: 0, '& input': { minWidth: 0, px: { xs: 1, sm: 1.5 } } }}
        value={view[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value === '' ? null : event.target.value })}
        slotProps={{ input: name === 'from' ? { max: view.to ?? undefined } : { min: view.from ?? undefined } }}
      />
    </Labelled>
  );
  return (
    <Box
      component="form"
      role="search"
      aria-label="Imports"
      onSubmit={(event) => event.preventDefault()}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1.4fr) repeat(4, minmax(0, 1fr))' },
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 1.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Labelled id={`${id}-search`} label="File name" wide>
        <OutlinedInput
          id={`${id}-search`}
          type="search"
          size="small"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          slotProps={{ input: { enterKeyHint: 'search', autoCapitalize: 'none', spellCheck: false, maxLength: 200 } }}
        />
      </Labelled>
      <Labelled id={`${id}-state`} label="State">
        <Select
          id={`${id}-state`}
          size="small"
          value={view.state ?? ''}
          none="All states"
          options={STATE_NAMES.map((state) => [state, STATES[state].label])}
          onChoose={(state) => change({ state: state || null })}
        />
      </Labelled>
      <Labelled id={`${id}-by`} label="Started by">
        <Select id={`${id}-by`} size="small" value={view.startedBy ?? ''} none="All" options={[...starters]} onChoose={(userId) => change({ startedBy: userId || null })} />
      </Labelled>
      {day('from', 'Uploaded from')}
      {day('to', 'Uploaded to')}
      {isFiltered(view) && (
        <Button color="inherit" sx={{ justifySelf: 'start' }} onClick={() => change(NONE)}>
          Clear Filters
        </Button>
      )}
    </Box>
  );
}
