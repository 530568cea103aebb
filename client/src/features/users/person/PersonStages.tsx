import { t } from '@lingui/core/macro';
import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';

import type { StageEntry } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { dayOfMoment, formatDay } from '~/lib/format';
import { joined } from '~/lib/texts';
import { useChanges } from '~/realtime/extra';
import { useListStagesQuery, useMovePersonMutation } from '~/realtime/stages';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { LabelledSelect } from '~/ui/Labelled';
import { Entries, Line, QueryPanel } from '~/ui/Panel';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, usersApi } from '../api';
import { FRESH, useFollowed } from './usePersonInAddress';

const LONGEST_REASON = 500;
const PAUSE = 2_000;

const dayOf = (moment: string) => formatDay(dayOfMoment(new Date(moment)));

/** "Since 01 Nov 2026 · moved by Olive Owner", with what the person reads where that is another name. */
function sayEntry({ stageName, publicName, enteredAt, leftAt, movedBy }: StageEntry): string {
  return joined(' · ', [
    leftAt === null ? t`Since ${{ day: dayOf(enteredAt) }}` : `${dayOf(enteredAt)} – ${dayOf(leftAt)}`,
    movedBy !== null && t`moved by ${movedBy}`,
    publicName !== stageName && t`the person reads “${publicName}”`,
  ]);
}

interface MoveDialogProps {
  readonly user: Pick<UserRecord, 'id' | 'fullName'>;
  readonly present: StageEntry;
  readonly onClose: () => void;
}

/** Moves a person from the stage that was on screen: where another has moved them meanwhile it says where they are now. */
export function MoveDialog({ user: { id: userId, fullName }, present, onClose }: MoveDialogProps) {
  const [from, setFrom] = useState(present);
  const [stageId, setStageId] = useState('');
  const [reason, setReason] = useState('');
  const stages = useListStagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [move, { isLoading, error }] = useMovePersonMutation();
  const toasts = useToasts();
  const others = (stages.data?.stages ?? []).filter(({ id }) => id !== from.stageId);
  const chosen = others.some(({ id }) => id === stageId) ? stageId : '';
  const submit = async () => {
    const answer = await move({ userId, moveStageRequest: { stageId: chosen, from: from.stageId, reason: reason.trim() || null } });
    if (answer.data !== undefined) {
      toasts.success(t`${fullName} is in the stage ${{ stage: answer.data.entry.stageName }} now.`);
      onClose();
    } else if (isProblem(answer.error) && answer.error.code === 'stage_moved') {
      setFrom(answer.error.current as StageEntry);
    }
  };
  return (
    <FormDialog title={t`Move ${fullName}`} hasFields submitLabel={t`Move`} busy={isLoading} disabled={chosen === ''} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={error === undefined ? undefined : messageOf(error, t`The person could not be moved.`)} />
      <Note role="status">{joined(' · ', [t`Now: ${{ stage: from.stageName }}`, sayEntry(from)])}</Note>
      {stages.error !== undefined && <ErrorState message={messageOf(stages.error, t`The stages could not be loaded.`)} onRetry={() => void stages.refetch()} />}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus */}
      <LabelledSelect label={t`Stage`} autoFocus value={chosen} none={t`Choose a stage`} options={others.map(({ id, name }) => [id, name] as const)} onChoose={setStageId} />
      <Typed label={t`Reason (optional)`} hint={t`Colleagues see it here; the person does not.`} value={reason} input={{ maxLength: LONGEST_REASON }} onType={setReason} />
    </FormDialog>
  );
}

/** Where an applicant or a trainee stands and has stood, the last first. Who works for the company has no stages. */
export function PersonStages({ user, mayMove }: { readonly user: UserRecord; readonly mayMove: boolean }) {
  const { id: userId, profile } = user;
  const [moved, setMoved] = useState<StageEntry | null>(null);
  const answer = useFollowed(userId, usersApi.useListStagesOfPersonQuery({ userId }, FRESH));
  useChanges({ events: ['stages:changed'], concerns: ({ userIds }) => userIds.length === 0 || userIds.includes(userId), pause: PAUSE, refetch: answer.refetch });
  const entries = answer.data?.entries ?? [];
  const present = entries.find(({ leftAt }) => leftAt === null);
  if (entries.length === 0 && profile !== null && profile !== 'TRAINEE') return null;
  return (
    <QueryPanel
      title={t`Stages`}
      answer={answer}
      failure={t`The stages could not be loaded.`}
      lines={2}
      aside={
        mayMove &&
        present !== undefined && (
          <Button variant="outlined" size="small" onClick={() => setMoved(present)}>
            {t`Move to…`}
          </Button>
        )
      }
    >
      {() => (
        <>
          <Entries label={t`Stages`} nothing={t`In no stage yet.`}>
            {entries.map((entry) => (
              <Line
                key={entry.enteredAt}
                reason={entry.reason}
                what={
                  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                    {entry.stageName}
                    {entry.leftAt === null && <Chip size="small" label={t`Now`} />}
                  </Box>
                }
              >
                {sayEntry(entry)}
              </Line>
            ))}
          </Entries>
          {moved !== null && <MoveDialog user={user} present={moved} onClose={() => setMoved(null)} />}
        </>
      )}
    </QueryPanel>
  );
}
