import { plural, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';

import { messageOf } from '~/api/problem';
import { countPeople } from '~/lib/format';
import { ErrorState } from '~/ui/ErrorState';
import { Reasons } from '~/ui/LiveFeed';
import { Note } from '~/ui/Text';

import { type CandidatesRequest, interviewsApi } from '../api';

/** Adds people to a round: how many that are is known before. `roundId` or `people` null: none are chosen yet. */
export function useAddition(roundId: string | null, people: Omit<CandidatesRequest, 'dryRun'> | null) {
  const [attempt, tried] = interviewsApi.useAddCandidatesMutation();
  const [add, adding] = interviewsApi.useAddCandidatesMutation();
  const key = `${roundId ?? ''} ${JSON.stringify(people)}`;
  const look = () => {
    if (roundId !== null && people !== null) void attempt({ roundId, candidatesRequest: { ...people, dryRun: true } });
  };
  const lookAgain = useEffectEvent(look);
  useEffect(() => lookAgain(), [key]);
  const answer = tried.isLoading || roundId === null || people === null ? undefined : tried.data;
  const count = answer?.added ?? 0;
  const shown = (
    <>
      {tried.error !== undefined && <ErrorState message={messageOf(tried.error, t`The people could not be counted.`)} onRetry={look} />}
      {tried.isLoading && <Note role="status">{t`Counting…`}</Note>}
      {answer !== undefined && (
        <Box sx={{ display: 'grid', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
          <Box role="status">
            <Typography sx={{ fontWeight: 600 }}>{plural(count, { 0: 'No one is added.', one: '# person is added.', other: '# people are added.' })}</Typography>
            {answer.unchanged > 0 && <Note>{plural(answer.unchanged, { one: '# is in the round already.', other: '# are in the round already.' })}</Note>}
          </Box>
          <Reasons title={t`Not added`} reasons={answer.refused} countOf={countPeople} />
        </Box>
      )}
    </>
  );
  return {
    count,
    shown,
    busy: adding.isLoading,
    failure: adding.error === undefined ? null : messageOf(adding.error, t`The people could not be added.`),
    submitLabel: plural(count, { 0: 'Add People', one: 'Add # Person', other: 'Add # People' }),
    /** Whether they were added. */
    add: async () => roundId !== null && people !== null && (await add({ roundId, candidatesRequest: people })).data !== undefined,
  };
}
