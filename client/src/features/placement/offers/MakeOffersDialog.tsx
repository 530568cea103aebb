import { plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { countPeople } from '~/lib/format';
import { FormDialog } from '~/ui/FormDialog';
import { Reasons } from '~/ui/LiveFeed';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type MovedCandidates, type Opening, placementApi } from '../api';
import { twoColumns } from '../columns';
import { numberOf } from '../openings/numbers';
import { saySeatsLeft } from '../words';
import { momentIn, offerSchema } from './OfferActs';

const schema = z.object(offerSchema);

interface MakeOffersDialogProps {
  readonly opening: Opening;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  /** Offers were made; the dialog stays where some got none. */
  readonly onMade: () => void;
}

/** Offers to selected candidates: how many they are, and what seats are left, is said before. */
export function MakeOffersDialog({ opening, ids, onClose, onMade }: MakeOffersDialogProps) {
  const { id: openingId, payFrom, payTo, answerDays } = opening;
  const form = useZodForm<z.infer<typeof schema>>(schema, { pay: payFrom !== null && (payTo === null || payTo === payFrom) ? String(payFrom) : '', joinsOn: '', answerBy: '' });
  const { control } = form;
  const [make, { isLoading }] = placementApi.useMakeOpeningOffersMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [made, setMade] = useState<MovedCandidates | null>(null);
  const toasts = useToasts();
  const submit = async ({ pay, joinsOn, answerBy }: z.infer<typeof schema>) => {
    setFailure(null);
    const { data, error } = await make({ openingId, makeOffersRequest: { ids: [...ids], pay: numberOf(pay), joinsOn: joinsOn === '' ? null : joinsOn, answerBy: momentIn(answerBy) } });
    if (data === undefined) {
      if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The offers could not be made.`));
      return;
    }
    if (data.changed > 0) toasts.success(plural(data.changed, { one: '# offer is made, and the person is told.', other: '# offers are made, and the people are told.' }));
    onMade();
    if (data.skipped.length === 0) onClose();
    else setMade(data);
  };
  if (made !== null) {
    return (
      <FormDialog title={t`Not all got an offer`} maxWidth="xs" hasSubmit={false} submitLabel="" back={onClose} onSubmit={onClose} onClose={onClose}>
        <Reasons title={t`No offer was made`} reasons={made.skipped} countOf={countPeople} />
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t`Make offers`} submitLabel={plural(ids.length, { one: 'Make # Offer', other: 'Make # Offers' })} busy={isLoading} onSubmit={() => void form.handleSubmit(submit)()} onClose={onClose}>
      <FormError message={failure} />
      <Note role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {`${countPeople(ids.length)} · ${saySeatsLeft(opening, ids.length)}`}
      </Note>
      <TextField control={control} name="pay" label={t`Pay (₹ a year, optional)`} inputMode="numeric" />
      <Box sx={twoColumns}>
        <DateField control={control} name="joinsOn" label={t`Joins on (optional)`} />
        <TextField
          control={control}
          name="answerBy"
          type="datetime-local"
          label={t`Answer by (optional)`}
          hint={plural(answerDays, { one: 'Left empty: until the end of the next day.', other: 'Left empty: # days, until the end of the last one.' })}
        />
      </Box>
    </FormDialog>
  );
}
