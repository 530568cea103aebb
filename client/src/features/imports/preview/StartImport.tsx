import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { messageOf } from '~/api/problem';
import { DayInput } from '~/forms/DayInput';
import { FormError } from '~/forms/Form';
import { FormField } from '~/forms/FormField';
import { Typed } from '~/forms/TextField';
import { useTypedNumber } from '~/forms/useTypedNumber';
import { serverNow } from '~/lib/clock';
import { cityOfTimes, countPeople, dayOfMoment, formatCount, formatShortDay, momentOf } from '~/lib/format';
import { ActsMenu } from '~/ui/ActsMenu';
import { FormDialog } from '~/ui/FormDialog';
import { MoreIcon, UploadIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';
import { useIsMobile } from '~/ui/useIsMobile';

import { type ImportMode, importsApi, type ImportSnapshot } from '../api';
import { Foot } from '../components/Foot';
import { useInvitationRoom } from '../components/invitationRoom';
import { RadioCards } from '../components/RadioCards';
import { UndoIconButton } from '../mending/MendingBar';
import type { Mending } from '../mending/useMending';
import { ASK_FROM, countsOf, type ModeCounts, remainderOf } from '../states';
import type { Sync } from './WholeList';

/** As the server writes a cell that says so. */
const INACTIVE = 'false';
const DAY = 24 * 60 * 60 * 1_000;

const tomorrowMorning = () => `${dayOfMoment(new Date(serverNow() + DAY))}T09:00`;

/** The server plans no invitation beyond this. */
const FARTHEST = 30 * DAY;

/** Why this time cannot be chosen; null where it can. */
export function problemOfTime(input: string, now = serverNow()): string | null {
  const at = momentOf(input);
  if (Number.isNaN(at)) return t`Choose a date and a time.`;
  if (at <= now) return t`Choose a time in the future.`;
  return at > now + FARTHEST ? t`Choose a time within 30 days.` : null;
}

const labelOfDeactivation = (count: number) => plural(count, { one: 'Deactivate # Person', other: 'Deactivate # People' });

function titleOf({ added, changed }: ModeCounts, deactivated: number): string {
  if (added + changed === 0) return plural(deactivated, { one: 'Deactivate # person?', other: 'Deactivate # people?' });
  if (changed === 0) return plural(added, { one: 'Create # account?', other: 'Create # accounts?' });
  return added === 0
    ? plural(changed, { one: 'Update # person?', other: 'Update # people?' })
    : t`Create ${plural(added, { one: '# account', other: '# accounts' })} and update ${plural(changed, { one: '# person', other: '# people' })}?`;
}

function labelOfStart({ added, changed }: ModeCounts, invited: number, when: When, at: string, deactivated: number): string {
  if (added + changed === 0) return labelOfDeactivation(deactivated);
  if (added === 0) return plural(changed, { one: 'Update # Person', other: 'Update # People' });
  if (changed > 0) return t`Create ${{ added: formatCount(added) }} and Update ${{ changed: formatCount(changed) }}`;
  return { now: t`Create and Invite ${{ added: formatCount(invited) }}`, later: t`Create Without Inviting`, at: t`Create Now, Invite on ${{ day: formatShortDay(at) }}` }[when];
}

const cards = () =>
  [
    { value: 'now', label: t`Invite now`, text: t`Each person is emailed as soon as the account exists. Invitations cannot be called back.` },
    { value: 'later', label: t`Invite later`, text: t`By a button in the results.` },
    { value: 'at', label: t`Invite at a time`, text: t`The results show the time, and can invite earlier.` },
  ] as const;
type When = ReturnType<typeof cards>[number]['value'];

/** Invitations at once, by a button later, or at a moment with its offset. */
type Invite = boolean | string;

/** How many of the new people are invited: no inactive one is. */
function useInvited({ id: importId, columns, questions }: ImportSnapshot, added: number): number {
  const hasAccess = columns.includes('isActive') || questions.some(({ answer }) => answer === 'as_inactive');
  const { data } = importsApi.useListImportValuesQuery({ importId, field: 'isActive', status: 'valid' }, { skip: added === 0 || !hasAccess });
  return added - (data?.values.find(({ value }) => value === INACTIVE)?.rows ?? 0);
}

interface StartDialogProps {
  readonly snapshot: ImportSnapshot;
  readonly counts: ModeCounts;
  readonly sync: Sync;
  readonly first: When;
  readonly onStart: (invite: Invite, missing: number) => void;
  readonly onClose: () => void;
}

function StartDialog({ snapshot, counts, sync: { deactivates, mustType: mustTypeMissing }, first, onStart, onClose }: StartDialogProps) {
  const { added, changed } = counts;
  const [when, setWhen] = useState<When>(first);
  const [at, setAt] = useState(tomorrowMorning);
  const [refused, setRefused] = useState(false);
  const now = serverNow();
  const badTime = when === 'at' && added > 0 ? problemOfTime(at, now) : null;
  const wrong = refused ? (badTime ?? undefined) : undefined;
  const [day = '', time = ''] = at.split('T');
  const number = useTypedNumber({ label: t`Number of new accounts`, count: added });
  const missing = useTypedNumber({ label: t`Number of people to deactivate`, count: deactivates, isNeeded: mustTypeMissing });
  const leaving = countPeople(deactivates);
  const invited = useInvited(snapshot, added);
  const inactive = added - invited;
  const room = useInvitationRoom(when === 'now' ? invited : 0);

  const submit = () => {
    setRefused(true);
    const isConfirmed = [number, missing].map((each) => each.isConfirmed()).every(Boolean);
    if (badTime !== null || !isConfirmed) return;
    onStart(when === 'at' ? new Date(momentOf(at)).toISOString() : when === 'now', deactivates);
  };
  return (
    <FormDialog title={titleOf(counts, deactivates)} asks submitLabel={labelOfStart(counts, invited, invited === 0 ? 'later' : when, day, deactivates)} onSubmit={submit} onClose={onClose}>
      {changed > 0 && (
        <Note>{t`What the preview shows as changed is written to their accounts. The results offer to undo it.`}</Note>
      )}
      {added > 0 && <RadioCards label={t`When people are invited`} cards={cards()} chosen={when} onChoose={setWhen} />}
      {added > 0 && when === 'at' && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 132px', gap: 2, maxWidth: 380 }}>
          <FormField label={t`Day`} hint={t`Time in ${{ city: cityOfTimes() }}`} error={wrong}>
            {(ids) => <DayInput {...ids} label={t`Day`} value={day} onChange={(chosen) => setAt(`${chosen}T${time}`)} invalid={wrong !== undefined} />}
          </FormField>
          <Typed label={t`Time`} type="time" value={time} onType={(chosen) => setAt(`${day}T${chosen}`)} />
        </Box>
      )}
      {inactive > 0 && <Note>{plural(inactive, { one: '# of them is inactive and gets no invitation.', other: '# of them are inactive and get no invitation.' })}</Note>}
      {room !== null && <Note>{room}</Note>}
      {number.field}
      {deactivates > 0 && (
        <Typography variant="body2">
          <Trans>
            <strong>{leaving} missing in this file will be deactivated</strong> once all rows are done. They can no longer log in.
          </Trans>
        </Typography>
      )}
      {missing.field}
    </FormDialog>
  );
}

function labelOf({ added, changed }: ModeCounts, deactivated: number): string {
  if (added + changed === 0 && deactivated > 0) return labelOfDeactivation(deactivated);
  if (changed === 0) return plural(added, { one: 'Upload # Valid User', other: 'Upload # Valid Users' });
  if (added === 0) return plural(changed, { one: 'Update # Person', other: 'Update # People' });
  return t`Add ${{ added: formatCount(added) }} and Update ${{ changed: formatCount(changed) }} People`;
}

interface StartImportProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly sync: Sync;
  readonly last: Mending['last'];
  readonly children: ReactNode;
}

/**
 * At the foot of the window: the buttons that start the import or choose another file. For many people, and where they are
 * not to be invited at once, it asks first.
 */
export function StartImport({ snapshot, mode, sync, last, children }: StartImportProps) {
  const { id: importId, dateExample, questions } = snapshot;
  const counts = countsOf(snapshot, mode);
  const waitsFor = questions.some(({ answer }) => answer === null)
    ? t`Answer above what the file leaves open.`
    : dateExample !== null
      ? t`Choose above whether the day or the month comes first.`
      : sync.waits
        ? t`Wait until it is counted above who is missing.`
        : null;
  const waits = waitsFor !== null;
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const [send, { isLoading, error }] = importsApi.useStartImportProcessingMutation();
  const [asking, setAsking] = useState<When | null>(null);
  const asks = counts.added + counts.changed >= ASK_FROM || sync.deactivates > 0;
  const { request } = sync;
  const canWait = counts.added > 0 && !asks;
  const start = (invite: Invite, missing = 0) => {
    setAsking(null);
    const typed = sync.mustType && missing > 0 ? { typed: missing } : {};
    void send({
      importId,
      startRequest: { invite, ...(mode !== snapshot.mode && { mode }), ...(request !== null && { sync: { ...request, ...typed } }) },
    });
  };
  const inviteLater = { label: t`Invite Later…`, disabled: waits || isLoading, run: () => setAsking('later') };
  const isFinal = canWait && !waits;
  const room = useInvitationRoom(useInvited(snapshot, isFinal ? counts.added : 0), { isShort: isMobile });
  const final = room ?? t`Invitations go out now and cannot be called back.`;
  // The checked file stays in the list of imports.
  const chooseDifferent = { label: t`Choose Different File`, run: () => void navigate('/dashboard/users/imports/new') };
  return (
    <Foot sx={{ display: 'grid', gap: { xs: 0.5, sm: 1 }, py: 0.75 }}>
      {children}
      <FormError message={error === undefined ? null : messageOf(error, t`Upload failed. Please try again.`)} />
      {isMobile && isFinal && <Caption sx={{ textAlign: 'right' }}>{final}</Caption>}
      <Box sx={{ display: 'flex', flexWrap: { xs: waits ? 'wrap' : 'nowrap', sm: 'wrap', md: 'nowrap' }, justifyContent: 'flex-end', alignItems: 'center', gap: { xs: 1, sm: 1.5 } }}>
        <Note component="div" sx={{ flex: { xs: '1 0 100%', md: 1 }, display: { xs: waits ? 'block' : 'none', sm: 'block' } }}>
          {waitsFor ?? remainderOf(snapshot, mode)}
          {!isMobile && isFinal && <Box sx={{ fontSize: 'caption.fontSize' }}>{final}</Box>}
        </Note>
        {isMobile && <UndoIconButton last={last} />}
        {!isMobile && (
          <Button variant="outlined" onClick={chooseDifferent.run}>
            {chooseDifferent.label}
          </Button>
        )}
        {!isMobile && canWait && (
          <Button variant="outlined" disabled={inviteLater.disabled} onClick={inviteLater.run} sx={{ flex: 'none' }}>
            {inviteLater.label}
          </Button>
        )}
        <ProgressButton
          busy={isLoading}
          disabled={waits || counts.added + counts.changed + sync.deactivates === 0}
          startIcon={<UploadIcon fontSize="small" />}
          onClick={() => {
            if (asks) setAsking('now');
            else start(true);
          }}
          sx={{ flex: { xs: '1 1 auto', sm: 'none' }, fontVariantNumeric: 'tabular-nums' }}
        >
          {labelOf(counts, sync.deactivates)}
        </ProgressButton>
        {isMobile && (
          <ActsMenu label={t`More`} acts={[canWait && inviteLater, chooseDifferent]}>
            {(button) => (
              <IconButton aria-label={t`More`} {...button}>
                <MoreIcon />
              </IconButton>
            )}
          </ActsMenu>
        )}
      </Box>
      {asking !== null && <StartDialog snapshot={snapshot} counts={counts} sync={sync} first={asking} onClose={() => setAsking(null)} onStart={start} />}
    </Foot>
  );
}
