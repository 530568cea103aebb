import Button from '@mui/material/Button';
import { useState } from 'react';

import { formatCount } from '~/lib/format';
import { UploadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import type { ModeCounts } from '../modes';
import { ASK_FROM } from '../states';
import type { When } from './InviteChoice';
import { type Invite, StartDialog } from './StartDialog';

interface StartButtonProps {
  readonly counts: ModeCounts;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onStart: (invite: Invite) => void;
}

function labelOf({ added, changed }: ModeCounts): string {
  if (changed === 0) return `Upload ${formatCount(added)} Valid ${added === 1 ? 'User' : 'Users'}`;
  if (added === 0) return `Update ${formatCount(changed)} ${changed === 1 ? 'User' : 'Users'}`;
  return `Add ${formatCount(added)} and Update ${formatCount(changed)} Users`;
}

/** Starts the import. For many people, and where they are not to be invited at once, it asks first. */
export function StartButton({ counts, busy, disabled, onStart }: StartButtonProps) {
  const [asking, setAsking] = useState<When | null>(null);
  // While the dialog closes it keeps its content.
  const [first, setFirst] = useState<When>('now');
  const { added, changed } = counts;
  const asks = added + changed >= ASK_FROM;
  const ask = (when: When) => () => {
    setFirst(when);
    setAsking(when);
  };
  const close = () => {
    setAsking(null);
  };
  return (
    <>
      {added > 0 && !asks && (
        <Button variant="outlined" disabled={disabled || busy} onClick={ask('later')} sx={{ flex: { xs: '1 1 auto', sm: 'none' } }}>
          Invite Later…
        </Button>
      )}
      <ProgressButton
        busy={busy}
        disabled={disabled || added + changed === 0}
        startIcon={<UploadIcon fontSize="small" />}
        onClick={() => {
          if (asks) ask('now')();
          else onStart(true);
        }}
        // On a phone it has a line of its own, above the others.
        sx={{ flex: { xs: '1 0 100%', sm: 'none' }, order: { xs: -1, sm: 0 }, fontVariantNumeric: 'tabular-nums' }}
      >
        {labelOf(counts)}
      </ProgressButton>
      <StartDialog
        open={asking !== null}
        counts={counts}
        first={first}
        onClose={close}
        onStart={(invite) => {
          close();
          onStart(invite);
        }}
      />
    </>
  );
}
