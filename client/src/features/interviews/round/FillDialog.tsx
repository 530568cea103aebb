import { msg, plural, t } from '@lingui/core/macro';
import { Box, CircularProgress, Typography } from '@mui/material';
import { useCallback, useEffect } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { countPeople, formatCount, formatHour } from '~/lib/format';
import { texts } from '~/lib/texts';
import { radius } from '~/theme/tokens';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Entries, Line } from '~/ui/Panel';
import { PersonLink } from '~/ui/RowList';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type FillAnswer, interviewsApi, type WhyLeft } from '../api';

const WHY = texts<WhyLeft>({ no_slot: msg`No time is free`, busy: msg`Is elsewhere at each time that is free` });

function Answer({ answer: { placed, left, unplaced, endsAt } }: { readonly answer: FillAnswer }) {
  return (
    <>
      <Box role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <Typography sx={{ fontWeight: 600 }}>{t`${{ placed: formatCount(placed) }} placed, ${{ left: formatCount(left) }} left`}</Typography>
        {endsAt !== null && <Note>{t`The last one is through at ${{ time: formatHour(endsAt) }}.`}</Note>}
      </Box>
      {left > 0 && (
        <>
          <Note>{t`Those who are left have no time: add panels, make interviews shorter, or place them by hand.`}</Note>
          <Box tabIndex={0} role="region" aria-label={t`Left`} sx={{ maxHeight: 260, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: radius.control }}>
            <Entries label={t`Left`}>
              {unplaced.map(({ interviewId, userId, fullName, why }) => (
                <Line key={interviewId} what={<PersonLink name={fullName} id={userId} />}>
                  {WHY[why]}
                </Line>
              ))}
            </Entries>
          </Box>
          {left > unplaced.length && <Note>{t`${{ people: countPeople(left - unplaced.length) }} more`}</Note>}
        </>
      )}
    </>
  );
}

/** Gives a time to all who have none: what becomes of them is seen before anything is stored. */
export function FillDialog({ roundId, onClose }: { readonly roundId: string; readonly onClose: () => void }) {
  const [attempt, tried] = interviewsApi.useFillRoundMutation();
  const [fill, filling] = interviewsApi.useFillRoundMutation();
  const toasts = useToasts();
  const look = useCallback(() => void attempt({ roundId, fillRequest: { dryRun: true } }), [attempt, roundId]);
  useEffect(look, [look]);
  const submit = async () => {
    const { data } = await fill({ roundId, fillRequest: {} });
    if (data === undefined) return;
    toasts.success(plural(data.placed, { one: '# person has a time now.', other: '# people have a time now.' }));
    onClose();
  };
  const answer = tried.data;
  const placed = answer?.placed ?? 0;
  return (
    <FormDialog title={t`Give times`} submitLabel={plural(placed, { 0: 'Give Times', one: 'Give # Time', other: 'Give # Times' })} busy={filling.isLoading} disabled={placed === 0} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={filling.error === undefined ? null : messageOf(filling.error, t`The times could not be given.`)} />
      <Note>{t`All who have no time get the next free one, in their order. No one has two at once.`}</Note>
      {tried.error !== undefined && <ErrorState message={messageOf(tried.error, t`The times could not be looked up.`)} onRetry={look} />}
      {answer === undefined && tried.error === undefined && (
        <Note role="status" component="div" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <CircularProgress size={16} aria-hidden /> {t`Looking for times…`}
        </Note>
      )}
      {answer !== undefined && <Answer answer={answer} />}
    </FormDialog>
  );
}
