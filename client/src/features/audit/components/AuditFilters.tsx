import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import type { ListParams } from '~/lib/useListParams';

import { ACTIONS, type CHOICES } from '../actions';

/** Filters by action, and by the email or file name of the target. */
export function AuditFilters({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const id = useId();
  const { view, searchText, setSearchText, change } = list;
  const { action, subject, search } = view;
  return (
    <Box component="form" role="search" aria-label="Activity" onSubmit={(event) => { event.preventDefault(); }} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2 }}>
      <label className="visually-hidden" htmlFor={`${id}-search`}>
        Search by the beginning of an email or file name
      </label>
      <OutlinedInput
        id={`${id}-search`}
        type="search"
        value={searchText}
        placeholder="Email or file name begins with…"
        onChange={(event) => {
          setSearchText(event.target.value);
        }}
        slotProps={{ input: { enterKeyHint: 'search', autoCapitalize: 'none', spellCheck: false, maxLength: 200 } }}
        sx={{ flex: '1 1 240px' }}
      />
      <label className="visually-hidden" htmlFor={`${id}-action`}>
        What was done
      </label>
      <NativeSelect
        variant="outlined"
        input={<OutlinedInput />}
        inputProps={{ id: `${id}-action` }}
        value={action ?? ''}
        onChange={(event) => {
          change({ action: ACTIONS.find(([name]) => name === event.target.value)?.[0] ?? null });
        }}
        sx={{ flex: '0 1 220px', minWidth: 180 }}
      >
        <option value="">Everything</option>
        {ACTIONS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {subject !== null && (
        <Typography variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
          About one person only
        </Typography>
      )}
      {(action !== null || subject !== null || search !== '') && (
        <Button
          color="inherit"
          onClick={() => {
            change({ action: null, subject: null, search: '' });
          }}
        >
          Clear Filters
        </Button>
      )}
    </Box>
  );
}
