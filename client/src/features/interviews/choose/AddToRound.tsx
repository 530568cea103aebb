import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { BulkDialogProps } from '~/api/bulk';
import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Choice } from '~/forms/SelectField';
import { countPeople, formatNamedDay } from '~/lib/format';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Note, TextLink } from '~/ui/Text';

import { interviewsApi, PATH, roundPath } from '../api';
import { useAddition } from './useAddition';

const MOST_LISTED = 100;

/** Adds people who are selected in a list to a round that is not closed. */
export function AddToRound({ select, count, countIsExact, onClose, onStarted }: Omit<BulkDialogProps, 'action'>) {
  const navigate = useNavigate();
  const { data, error, refetch } = interviewsApi.useListRoundsQuery({ page: 1, pageSize: MOST_LISTED }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const rounds = data?.data.filter(({ state }) => state !== 'closed') ?? [];
  const roundId = chosen ?? (rounds.length === 1 ? (rounds[0]?.id ?? null) : null);
  const addition = useAddition(roundId, { select });
  const submit = async () => {
    if (!(await addition.add()) || roundId === null) return;
    onStarted();
    void navigate(roundPath(roundId, 'candidates'));
  };
  const people = countPeople(count);
  return (
    <FormDialog title={t`Add to interviews`} submitLabel={addition.submitLabel} busy={addition.busy} disabled={addition.count === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={addition.failure} />
      <Note>{countIsExact ? t`The ${people} that you have selected.` : t`All people that match, ${people} or more.`}</Note>
      {error !== undefined && <ErrorState message={messageOf(error, t`The rounds could not be loaded.`)} onRetry={() => void refetch()} />}
      {data !== undefined && rounds.length === 0 ? (
        <Note>
          {t`There is no round that takes candidates.`} <TextLink to={PATH}>{t`Make one`}</TextLink>
        </Note>
      ) : (
        <Choice label={t`Round`} none={t`Choose a round`} value={roundId ?? ''} options={rounds.map(({ id, name, day }) => [id, `${name} · ${formatNamedDay(day)}`] as const)} onChoose={(value) => setChosen(value === '' ? null : value)} />
      )}
      {addition.shown}
    </FormDialog>
  );
}
