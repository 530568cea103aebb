import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useEffectEvent, useId, useState } from 'react';

import { ACTIONS } from '../actions';
import type { useAuditParams } from '../useAuditParams';

const PAUSE = 300;

type View = ReturnType<typeof useAuditParams>;

/** What is typed, and what becomes of it after a pause; a search that came from elsewhere (Back, a link) is taken up. */
function useTyped(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  if (shown !== search) {
    setShown(search);
    setTyped(search);
  }
  // What is chosen beside it during the pause is part of the view by then.
  const send = useEffectEvent(() => {
    onSearch(typed.trim());
  });
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(send, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, search]);
  return { typed, type: setTyped };
}

/** By what was done, and by whom or what it was done to. */
export function AuditFilters({ view }: { readonly view: View }) {
  const id = useId();
  const { action, search, show } = view;
  const { typed, type } = useTyped(search, (text) => {
    show({ search: text }, { replace: true });
  });
  return (
    <Box component="form" role="search" aria-label="Activity" onSubmit={(event) => { event.preventDefault(); }} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: { xs: 2, sm: 2 } }}>
      <label className="visually-hidden" htmlFor={`${id}-search`}>
        Search by the beginning of an email or file name
      </label>
      <OutlinedInput
        id={`${id}-search`}
        type="search"
        value={typed}
        placeholder="Email or file name begins with…"
        onChange={(event) => {
          type(event.target.value);
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
          const chosen = ACTIONS.find((each) => each.action === event.target.value);
          show({ action: chosen?.action ?? null });
        }}
        sx={{ flex: '0 1 220px', minWidth: 180 }}
      >
        <option value="">Everything</option>
        {ACTIONS.map((each) => (
          <option key={each.action} value={each.action}>
            {each.label}
          </option>
        ))}
      </NativeSelect>
      {(action !== null || search !== '') && (
        <Button
          color="inherit"
          onClick={() => {
            show({ action: null, search: '' });
          }}
        >
          Clear Filters
        </Button>
      )}
    </Box>
  );
}
