import { Box, Button, OutlinedInput, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type FactorItem, useNameFactorMutation } from '../api';

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

function Rename({ factor, onDone }: { readonly factor: FactorItem; readonly onDone: () => void }) {
  const [name, setName] = useState(factor.name);
  const [rename, { isLoading }] = useNameFactorMutation();
  const toasts = useToasts();
  const save = async () => {
    const { data, error } = await rename({ factorId: factor.id, renameFactorRequest: { name } });
    if (data === undefined) toasts.error(messageOf(error, 'The name could not be changed.'));
    else onDone();
  };
  return (
    <Box
      component="form"
      aria-label={`Rename ${factor.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: 1 }}
    >
      <OutlinedInput
        size="small"
        value={name}
        // It takes the place of the button that was used.
        // eslint-disable-next-line jsx-a11y-x/no-autofocus
        autoFocus
        onChange={(event) => setName(event.target.value)}
        slotProps={{ input: { 'aria-label': 'Name', maxLength: 60 } }}
      />
      <ProgressButton type="submit" size="small" busy={isLoading} busyLabel="Saving…" disabled={name.trim() === ''}>
        Save
      </ProgressButton>
      <Button size="small" variant="outlined" onClick={onDone} disabled={isLoading}>
        Cancel
      </Button>
    </Box>
  );
}

/** What the user should know of a passkey; null of an app. */
function noteOf({ kind, backedUp, blocked }: FactorItem): string | null {
  if (blocked) return 'Blocked: a copy of it may be in use. Remove it and add a new one.';
  if (kind === 'totp') return null;
  return backedUp ? 'Kept by your password manager, on all of its devices' : 'On one device only';
}

/** One second factor, with what can be done to it. */
export function FactorRow({ factor, onRemove }: { readonly factor: FactorItem; readonly onRemove: () => void }) {
  const [renaming, setRenaming] = useState(false);
  const note = noteOf(factor);
  const used = factor.lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(factor.lastUsedAt)}`;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: { xs: 2, sm: 2.5 }, py: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {renaming ? (
        <Rename factor={factor} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 180px' }, minWidth: 0 }}>
            <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {factor.name}
            </Typography>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {kinds[factor.kind]} · added {formatMoment(factor.createdAt)} · {used}
            </Typography>
            {note !== null && (
              <Typography variant="caption" component="p" sx={{ color: factor.blocked ? 'error.main' : 'text.secondary' }}>
                {note}
              </Typography>
            )}
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: { xs: -1, sm: 0 } }}>
            <Button size="small" aria-label={`Rename ${factor.name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button size="small" variant="outlined" aria-label={`Remove ${factor.name}`} onClick={onRemove}>
              Remove
            </Button>
          </Box>
        </>
      )}
    </Box>
  );
}
