import Button from '@mui/material/Button';
import { useState } from 'react';

import { formatCount } from '~/lib/format';
import { UploadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';

import type { ModeCounts } from '../modes';
import { ASK_FROM } from '../states';
import type { When } from './InviteChoice';
import { MoreButton } from './MoreButton';
import { type Invite, StartDialog } from './StartDialog';

interface StartButtonProps {
  readonly counts: ModeCounts;
  readonly busy: boolean;
  readonly disabled: boolean;
  /** On a phone, where the other acts are in a menu. */
  readonly onChooseDifferent: (() => void) | undefined;
  readonly onStart: (invite: Invite) => void;
}

function labelOf({ added, changed }: ModeCounts): string {
  if (changed === 0) return `Upload ${formatCount(added)} Valid ${added === 1 ? 'User' : 'Users'}`;
  if (added === 0) return `Update ${formatCount(changed)} ${changed === 1 ? 'User' : 'Users'}`;
  return `Add ${formatCount(added)} and Update ${formatCount(changed)} Users`;
}

/** Starts the import. For many people, and where they are not to be invited at once, it asks first. */
export function StartButton({ counts, busy, disabled, onChooseDifferent, onStart }: StartButtonProps) {
  const [asking, setAsking] = useState<When | null>(null);
  // While the dialog closes it keeps its content.
  const [first, setFirst] = useState<When>('now');
  const { added, changed } = counts;
  const asks = added + changed >= ASK_FROM;
  const canWait = added > 0 && !asks;
  const ask = (when: When) => () => {
    setFirst(when);
    setAsking(when);
  };
  const close = () => {
    setAsking(null);
  };
  return (
    <>
      {canWait && onChooseDifferent === undefined && (
        <Button variant="outlined" disabled={disabled || busy} onClick={ask('later')} sx={{ flex: 'none' }}>
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
        sx={{ flex: { xs: '1 1 auto', sm: 'none' }, fontVariantNumeric: 'tabular-nums' }}
      >
        {labelOf(counts)}
      </ProgressButton>
      {onChooseDifferent !== undefined && (
        <MoreButton
          acts={[
            ...(canWait ? [{ label: 'Invite Later…', disabled: disabled || busy, run: ask('later') }] : []),
            { label: 'Choose Different File', run: onChooseDifferent },
          ]}
        />
      )}
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
