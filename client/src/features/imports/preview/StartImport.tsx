import { Box, Button, IconButton, Menu, MenuItem, OutlinedInput, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { FormField } from '~/forms/FormField';
import { isTyped, TypedNumber } from '~/forms/TypedNumber';
import { serverNow } from '~/lib/clock';
import { countOf, formatCount } from '~/lib/format';
import { FormDialog } from '~/ui/FormDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { MoreIcon, UploadIcon } from '~/ui/icons';
import { useIsMobile } from '~/ui/useIsMobile';
import { useAnchor } from '~/ui/useAnchor';

import { type ImportMode, type ImportSnapshot, useStartImportProcessingMutation } from '../api';
import { RadioCards } from '../components/RadioCards';
import { UndoIconButton } from '../mending/MendingBar';
import type { Mending } from '../mending/useMending';
import { ASK_FROM, countsOf, type ModeCounts, remainderOf, TYPE_FROM } from '../states';

const padded = (part: number) => String(part).padStart(2, '0');

/** A moment as a date-and-time input holds it, in the browser's zone: 2026-12-01T09:00. */
export function inputOf(moment: Date): string {
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`;
  return `${day}T${padded(moment.getHours())}:${padded(moment.getMinutes())}`;
}

/** 2026-12-01T09:00 with the browser's offset of that day: 2026-12-01T09:00+05:30. */
export function withOffset(input: string): string {
  const ahead = -new Date(input).getTimezoneOffset();
  const minutes = Math.abs(ahead);
  return `${input}${ahead < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** Tomorrow at nine: when people read their mail. */
export function tomorrowMorning(now = serverNow()): string {
  const day = new Date(now);
  return inputOf(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 9));
}

/** The server plans no invitation beyond this. */
export const FARTHEST = 30 * 24 * 60 * 60 * 1_000;

/** Why this time cannot be chosen; null where it can. */
export function problemOfTime(input: string, now = serverNow()): string | null {
  const at = Date.parse(input);
  if (Number.isNaN(at)) return 'Choose a date and a time.';
  if (at <= now) return 'Choose a time in the future.';
  return at > now + FARTHEST ? 'Choose a time within 30 days.' : null;
}

/** The browser's zone, such as Asia/Kolkata. */
export const zoneName = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  const { added, changed } = counts;
  const asks = added + changed >= ASK_FROM;
  const canWait = added > 0 && !asks;
  const close = () => setAsking(null);
  return (
    <>
      {canWait && onChooseDifferent === undefined && (
        <Button variant="outlined" disabled={disabled || busy} onClick={() => setAsking('later')} sx={{ flex: 'none' }}>
          Invite Later…
        </Button>
      )}
      <ProgressButton
        busy={busy}
        disabled={disabled || added + changed === 0}
        startIcon={<UploadIcon fontSize="small" />}
        onClick={() => {
          if (asks) setAsking('now');
          else onStart(true);
        }}
        sx={{ flex: { xs: '1 1 auto', sm: 'none' }, fontVariantNumeric: 'tabular-nums' }}
      >
        {labelOf(counts)}
      </ProgressButton>
      {onChooseDifferent !== undefined && (
        <MoreButton
          acts={[
            ...(canWait ? [{ label: 'Invite Later…', disabled: disabled || busy, run: () => setAsking('later') }] : []),
            { label: 'Choose Different File', run: onChooseDifferent },
          ]}
        />
      )}
      {asking !== null && (
        <StartDialog
          counts={counts}
          first={asking}
          onClose={close}
          onStart={(invite) => {
            close();
            onStart(invite);
          }}
        />
      )}
    </>
  );
}

interface Act {
  readonly label: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** On a phone: what else can be done with the file. */
export function MoreButton({ acts }: { readonly acts: readonly Act[] }) {
  const { button, popup, close } = useAnchor('menu');
  return (
    <>
      <IconButton aria-label="More" {...button}>
        <MoreIcon />
      </IconButton>
      <Menu {...popup} slotProps={{ list: { 'aria-label': 'More' } }}>
        {acts.map(({ label, disabled = false, run }) => (
          <MenuItem
            key={label}
            disabled={disabled}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Invitations at once, by a button later, or at a moment with its offset. */
export type Invite = boolean | string;

const accounts = (count: number) => countOf(count, 'account', 'accounts');
const people = (count: number) => countOf(count, 'person', 'people');

function titleOf({ added, changed }: ModeCounts): string {
  if (changed === 0) return `Create ${accounts(added)}?`;
  return added === 0 ? `Update ${people(changed)}?` : `Create ${accounts(added)} and update ${people(changed)}?`;
}

function labelOfStart({ added, changed }: ModeCounts, when: When): string {
  if (added === 0) return changed === 1 ? 'Update 1 Person' : `Update ${formatCount(changed)} People`;
  if (changed > 0) return `Create ${formatCount(added)} and Update ${formatCount(changed)}`;
  return { now: `Create and Invite ${formatCount(added)}`, later: 'Create Without Inviting', at: 'Create and Invite Then' }[when];
}

interface StartDialogProps {
  readonly counts: ModeCounts;
  readonly first: When;
  readonly onStart: (invite: Invite) => void;
  readonly onClose: () => void;
}

/** Asks before many accounts are created or updated, and when they are invited. */
function StartDialog({ counts, first, onStart, onClose }: StartDialogProps) {
  const { added, changed } = counts;
  const [when, setWhen] = useState<When>(first);
  const [at, setAt] = useState(tomorrowMorning);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const badTime = when === 'at' && added > 0 ? problemOfTime(at) : null;
  const mustType = added > TYPE_FROM;

  const submit = () => {
    setRefused(true);
    if (badTime !== null || (mustType && !isTyped(added, typed))) return;
    onStart(when === 'at' ? withOffset(at) : when === 'now');
  };
  return (
    <FormDialog title={titleOf(counts)} asks submitLabel={labelOfStart(counts, when)} onSubmit={submit} onClose={onClose}>
      {changed > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          What the preview shows as changed is written to their accounts. The results offer to undo it.
        </Typography>
      )}
      {added > 0 && <InviteChoice when={when} at={at} problem={refused ? badTime : null} onWhen={setWhen} onAt={setAt} />}
      {mustType && <TypedNumber label="Number of new accounts" count={added} typed={typed} refused={refused} onType={setTyped} />}
    </FormDialog>
  );
}

const cards = [
  { value: 'now', label: 'Invite now', text: 'Each person is emailed as soon as the account exists. Invitations cannot be called back.' },
  { value: 'later', label: 'Invite later', text: 'By a button in the results.' },
  { value: 'at', label: 'Invite at a time', text: 'The results show the time, and can invite earlier.' },
] as const;
export type When = (typeof cards)[number]['value'];

interface InviteChoiceProps {
  readonly when: When;
  readonly at: string;
  readonly problem: string | null;
  readonly onWhen: (when: When) => void;
  readonly onAt: (at: string) => void;
}

/** When the invitations of new accounts are sent. */
export function InviteChoice({ when, at, problem, onWhen, onAt }: InviteChoiceProps) {
  const now = serverNow();
  return (
    <>
      <RadioCards label="When people are invited" cards={cards} chosen={when} onChoose={onWhen} />
      {when === 'at' && (
        <Box sx={{ maxWidth: 320 }}>
          <FormField label="Date and time" hint={`In your time zone, ${zoneName()}`} error={problem ?? undefined}>
            {({ inputId, describedBy }) => (
              <OutlinedInput
                id={inputId}
                type="datetime-local"
                fullWidth
                value={at}
                error={problem !== null}
                onChange={(event) => onAt(event.target.value)}
                slotProps={{ input: { 'aria-describedby': describedBy, min: inputOf(new Date(now)), max: inputOf(new Date(now + FARTHEST)) } }}
              />
            )}
          </FormField>
        </Box>
      )}
    </>
  );
}

interface StartImportProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly last: Mending['last'];
  /** What can be done with the rows above. */
  readonly children: ReactNode;
}

/** At the foot of the window: the buttons that start the import or choose another file. */
export function StartImport({ snapshot, mode, last, children }: StartImportProps) {
  const { id, dateExample } = snapshot;
  const needsOrder = dateExample !== null;
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  // The checked file stays in the list of imports.
  const chooseDifferent = () => void navigate('/dashboard/users/imports/new');
  const [start, starting] = useStartImportProcessingMutation();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'grid',
        gap: { xs: 0.5, sm: 1 },
        // Wide enough to hide the shadow of the rows.
        mx: { xs: -2, sm: -0.5 },
        px: { xs: 2, sm: 0.5 },
        py: 1,
        bgcolor: 'background.default',
        boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
      }}
    >
      {children}
      <FormError message={starting.error === undefined ? null : messageOf(starting.error, 'Upload failed. Please try again.')} />
      <Box sx={{ display: 'flex', flexWrap: { xs: needsOrder ? 'wrap' : 'nowrap', sm: 'wrap', md: 'nowrap' }, justifyContent: 'flex-end', alignItems: 'center', gap: { xs: 1, sm: 1.5 } }}>
        <Typography variant="body2" sx={{ flex: { xs: '1 0 100%', md: 1 }, display: { xs: needsOrder ? 'block' : 'none', sm: 'block' }, color: 'text.secondary' }}>
          {needsOrder ? 'Choose above whether the day or the month comes first.' : remainderOf(snapshot, mode)}
        </Typography>
        {isMobile && <UndoIconButton last={last} />}
        {!isMobile && (
          <Button variant="outlined" onClick={chooseDifferent}>
            Choose Different File
          </Button>
        )}
        <StartButton
          counts={countsOf(snapshot, mode)}
          onChooseDifferent={isMobile ? chooseDifferent : undefined}
          busy={starting.isLoading}
          disabled={needsOrder}
          onStart={(invite) => void start({ importId: id, startRequest: mode === snapshot.mode ? { invite } : { invite, mode } })}
        />
      </Box>
    </Box>
  );
}
