import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type SyntheticEvent, useId, useState } from 'react';

import { isTyped, TypedNumber } from '~/forms/TypedNumber';
import { formatCount } from '~/lib/format';
import { ignoreHeldKey } from '~/ui/heldKey';

import { countOf } from '../format';
import type { ModeCounts } from '../modes';
import { TYPE_FROM } from '../states';
import { InviteChoice, type When } from './InviteChoice';
import { problemOfTime, tomorrowMorning, withOffset } from './inviteTimes';

/** Invitations at once, by a button later, or at a moment with its offset. */
export type Invite = boolean | string;

const accounts = (count: number) => countOf(count, 'account', 'accounts');
const people = (count: number) => countOf(count, 'person', 'people');

function titleOf({ added, changed }: ModeCounts): string {
  if (changed === 0) return `Create ${accounts(added)}?`;
  return added === 0 ? `Update ${people(changed)}?` : `Create ${accounts(added)} and update ${people(changed)}?`;
}

function labelOf({ added, changed }: ModeCounts, when: When): string {
  if (added === 0) return changed === 1 ? 'Update 1 Person' : `Update ${formatCount(changed)} People`;
  if (changed > 0) return `Create ${formatCount(added)} and Update ${formatCount(changed)}`;
  return { now: `Create and Invite ${formatCount(added)}`, later: 'Create Without Inviting', at: 'Create and Invite Then' }[when];
}

interface StartFormProps {
  readonly titleId: string;
  readonly counts: ModeCounts;
  readonly first: When;
  readonly onStart: (invite: Invite) => void;
  readonly onClose: () => void;
}

function StartForm({ titleId, counts, first, onStart, onClose }: StartFormProps) {
  const { added, changed } = counts;
  const [when, setWhen] = useState<When>(first);
  const [at, setAt] = useState(tomorrowMorning);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const badTime = when === 'at' && added > 0 ? problemOfTime(at) : null;
  const mustType = added > TYPE_FROM;
  const badNumber = mustType && !isTyped(added, typed);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setRefused(true);
    if (badTime !== null || badNumber) return;
    onStart(when === 'at' ? withOffset(at) : when === 'now');
  };
  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle id={titleId}>{titleOf(counts)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {changed > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            What the preview shows as changed is written to their accounts. The results offer to undo it.
          </Typography>
        )}
        {added > 0 && <InviteChoice when={when} at={at} problem={refused ? badTime : null} onWhen={setWhen} onAt={setAt} />}
        {mustType && <TypedNumber label="Number of new accounts" count={added} typed={typed} refused={refused} onType={setTyped} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
        {/* A dialog takes the focus; here the harmless answer has it. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
        <Button autoFocus variant="outlined" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {labelOf(counts, when)}
        </Button>
      </DialogActions>
    </form>
  );
}

interface StartDialogProps extends Omit<StartFormProps, 'titleId'> {
  readonly open: boolean;
}

/** Asks before many accounts are created or updated, and when they are invited. */
export function StartDialog({ open, ...form }: StartDialogProps) {
  const id = useId();
  return (
    <Dialog open={open} onClose={form.onClose} onKeyDown={ignoreHeldKey} maxWidth="sm" fullWidth role="alertdialog" aria-labelledby={id}>
      <StartForm titleId={id} {...form} />
    </Dialog>
  );
}
