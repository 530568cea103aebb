import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Choice } from '~/forms/SelectField';
import { Typed } from '~/forms/TextField';
import { inputOf } from '~/lib/format';
import { FormDialog } from '~/ui/FormDialog';

import { type Candidate, interviewsApi, type RoundDetail } from '../api';

type Moved = Pick<Candidate, 'id' | 'panelId' | 'plannedAt' | 'version'>;

interface MoveDialogProps {
  readonly round: RoundDetail;
  readonly name: string;
  readonly interview: Moved;
  readonly onClose: () => void;
}

/** Another panel, and another time; on the day a place in the queue. */
export function MoveDialog({ round, name, interview, onClose }: MoveDialogProps) {
  const isDay = round.state === 'running';
  const [panelId, setPanelId] = useState(interview.panelId ?? '');
  const [planned, setPlanned] = useState(interview.plannedAt === null ? '' : inputOf(new Date(interview.plannedAt)).slice(11));
  const [place, setPlace] = useState('');
  const [move, { isLoading, error }] = interviewsApi.useMoveCandidateMutation();
  const submit = async () => {
    const to = isDay ? { place: /^\d+$/u.test(place) ? Number(place) : null } : { planned: panelId === '' || planned === '' ? null : planned };
    const answer = await move({ interviewId: interview.id, moveRequest: { panelId: panelId === '' ? null : panelId, ...to, version: interview.version } });
    if (answer.error === undefined) onClose();
  };
  const errors = isProblem(error) ? error.errors : undefined;
  return (
    <FormDialog title={t`Move ${name}`} maxWidth="xs" submitLabel={t`Move`} busy={isLoading} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={error === undefined || errors?.['planned'] !== undefined || errors?.['place'] !== undefined ? null : (errors?.['panelId'] ?? messageOf(error, t`${name} could not be moved.`))} />
      <Choice label={t`Panel`} none={isDay ? t`Any panel` : t`No panel yet`} value={panelId} options={round.panelList.filter(({ state }) => state !== 'closed').map(({ id, name: panel, from, to }) => [id, `${panel} · ${from} – ${to}`] as const)} onChoose={setPanelId} />
      {isDay ? (
        <Typed label={t`Place in the queue (optional)`} hint={t`1 is the next one; without a number the person is last`} value={place} error={errors?.['place']} input={{ inputMode: 'numeric', maxLength: 4 }} onType={setPlace} />
      ) : (
        panelId !== '' && <Typed label={t`Time`} hint={t`One of the times of the panel that is free`} type="time" value={planned} error={errors?.['planned']} onType={setPlanned} />
      )}
    </FormDialog>
  );
}
