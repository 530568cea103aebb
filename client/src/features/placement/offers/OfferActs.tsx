import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { DateField } from '~/forms/DateField';
import { FormError } from '~/forms/Form';
import { isDay, says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { dayOfMoment, inputOf, momentOf } from '~/lib/format';
import { serverNow } from '~/lib/clock';
import { PLACEMENT_OVERRIDERS } from '~/lib/profiles';
import { ActsMenu } from '~/ui/ActsMenu';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type Offer, placementApi } from '../api';
import { twoColumns } from '../columns';
import { money, numberOf } from '../openings/numbers';
import { currentOf, offerChip } from '../words';

const LONGEST_REASON = 500;

export const offerSchema = {
  pay: money,
  joinsOn: z.string().check(isDay),
  answerBy: z.string().check(z.refine((typed) => typed === '' || !Number.isNaN(momentOf(typed)), says(msg`Please enter a day and a time`))),
};

const schema = z.object({ ...offerSchema, reason: z.string().check(z.trim(), z.maxLength(LONGEST_REASON, says(msg`Please use at most ${LONGEST_REASON} characters`))), leftOn: z.string().check(isDay) });
type OfferValues = z.infer<typeof schema>;

export const momentIn = (typed: string) => (typed === '' ? null : new Date(momentOf(typed)).toISOString());

const ACTS = {
  change: { title: msg`Change offer`, submit: msg`Change Offer` },
  withdraw: { title: msg`Withdraw offer`, submit: msg`Withdraw Offer` },
  free: { title: msg`Free from the policy`, submit: msg`Free This Offer` },
  joined: { title: msg`Report as joined`, submit: msg`Report as Joined` },
  didNotJoin: { title: msg`Report as not joined`, submit: msg`Report as Not Joined` },
  end: { title: msg`Report that the person has left`, submit: msg`Report as Left` },
} as const;

export type OfferAct = keyof typeof ACTS;

/** What each act leads to. */
const EFFECTS = {
  change: msg`The person is told, and answers the changed offer.`,
  withdraw: msg`The person is told that it is withdrawn, but not why.`,
  free: msg`The person may accept it whatever the policy on offers says. It is recorded with your name.`,
  joined: msg`The person is asked to confirm it. Until then it counts as reported.`,
  didNotJoin: msg`What the acceptance has closed opens again for the person.`,
  end: msg`The person can accept other offers again.`,
} as const;

const WITH_REASON: ReadonlySet<OfferAct> = new Set(['withdraw', 'free', 'didNotJoin']);

const valuesOf = ({ pay, joinsOn, answerBy }: Offer): OfferValues => ({ pay: pay === null ? '' : String(pay), joinsOn: joinsOn ?? '', answerBy: inputOf(new Date(answerBy)), reason: '', leftOn: dayOfMoment(new Date(serverNow())) });

function useActs(act: OfferAct) {
  const [change, changing] = placementApi.useChangeOfferMutation();
  const [withdraw, withdrawing] = placementApi.useWithdrawOfferMutation();
  const [free, freeing] = placementApi.useFreeOfferMutation();
  const [joined, joining] = placementApi.useReportJoinedMutation();
  const [didNotJoin, notJoining] = placementApi.useReportDidNotJoinMutation();
  const [end, ending] = placementApi.useEndOfferMutation();
  const send = async ({ id: offerId, version }: Offer, values: OfferValues, before: OfferValues) => {
    const { reason, leftOn } = values;
    switch (act) {
      case 'change': {
        const changed = {
          ...(values.pay !== before.pay && { pay: numberOf(values.pay) }),
          ...(values.joinsOn !== before.joinsOn && { joinsOn: values.joinsOn === '' ? null : values.joinsOn }),
          ...(values.answerBy !== before.answerBy && { answerBy: momentIn(values.answerBy) }),
        };
        return change({ offerId, changeOfferRequest: { ...changed, version } });
      }
      case 'withdraw':
        return withdraw({ offerId, offerReasonRequest: { reason, version } });
      case 'free':
        return free({ offerId, offerReasonRequest: { reason, version } });
      case 'joined':
        return joined({ offerId, placementVersionRequest: { version } });
      case 'didNotJoin':
        return didNotJoin({ offerId, offerReasonRequest: { reason, version } });
      case 'end':
        return end({ offerId, endOfferRequest: { leftOn, version } });
    }
  };
  return { send, busy: [changing, withdrawing, freeing, joining, notJoining, ending].some(({ isLoading }) => isLoading) };
}

interface OfferActDialogProps {
  readonly offer: Offer;
  readonly act: OfferAct;
  readonly onClose: () => void;
}

/** One act of staff on an offer: it names the person, and says what it leads to. */
function OfferActDialog({ offer, act, onClose }: OfferActDialogProps) {
  // After a conflict it acts on the offer as it is now.
  const [known, setKnown] = useState(offer);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useZodForm<OfferValues>(schema, valuesOf(offer));
  const { control } = form;
  const { send, busy } = useActs(act);
  const toasts = useToasts();
  const needsReason = WITH_REASON.has(act);
  const submit = async (values: OfferValues) => {
    setFailure(null);
    if (needsReason && values.reason === '') {
      form.setError('reason', { message: t`Please say why` }, { shouldFocus: true });
      return;
    }
    const { data, error } = await send(known, values, valuesOf(offer));
    const current = currentOf(error) as Offer | undefined;
    if (data !== undefined) {
      toasts.success(t`${{ name: offer.person.fullName }}: ${{ state: t(offerChip(data).label) }}`);
      onClose();
    } else if (current !== undefined) {
      setKnown(current);
      setFailure(t`${{ said: messageOf(error, '') }} It is now: ${{ state: t(offerChip(current).label) }}.`);
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The offer could not be changed.`));
  };
  const isDestructive = act === 'withdraw' || act === 'didNotJoin';
  const { title, submit: label } = ACTS[act];
  return (
    <FormDialog title={t(title)} maxWidth="xs" asks={act !== 'change'} hasFields={needsReason} submitLabel={t(label)} busy={busy} destructive={isDestructive} onSubmit={() => void form.handleSubmit(submit)()} onClose={onClose}>
      <FormError message={failure} />
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{`${offer.person.fullName} · ${offer.openingTitle}, ${offer.employerName}`}</Box>
      <Note>{t(EFFECTS[act])}</Note>
      {act === 'change' && (
        <>
          <TextField control={control} name="pay" label={t`Pay (₹ a year, optional)`} inputMode="numeric" />
          <Box sx={twoColumns}>
            <DateField control={control} name="joinsOn" label={t`Joins on (optional)`} />
            <TextField control={control} name="answerBy" type="datetime-local" label={t`Answer by`} />
          </Box>
        </>
      )}
      {act === 'end' && <DateField control={control} name="leftOn" label={t`Left on`} />}
      {needsReason && <TextField control={control} name="reason" label={t`Reason`} initialFocus />}
    </FormDialog>
  );
}

/** The acts that an offer's state allows. */
function actsOf({ state, isFree }: Offer, mayFree: boolean): readonly OfferAct[] {
  switch (state) {
    case 'offered':
      return mayFree && !isFree ? ['change', 'withdraw', 'free'] : ['change', 'withdraw'];
    case 'accepted':
      return ['joined', 'didNotJoin', 'withdraw'];
    case 'joined':
      return ['end', 'didNotJoin'];
    default:
      return [];
  }
}

/** The menu of an offer, with its dialogs; `children` stands beside it. */
export function OfferActs({ offer, children }: { readonly offer: Offer; readonly children?: ReactNode }) {
  const [act, setAct] = useState<OfferAct | null>(null);
  const mayFree = useHasProfile(PLACEMENT_OVERRIDERS);
  const acts = actsOf(offer, mayFree);
  if (acts.length === 0 && act === null) return children;
  return (
    <>
      {children}
      <ActsMenu label={t`Actions for the offer to ${{ name: offer.person.fullName }}`} acts={acts.map((each) => ({ label: t(ACTS[each].title), destructive: each === 'withdraw' || each === 'didNotJoin', run: () => setAct(each) }))} />
      {act !== null && <OfferActDialog offer={offer} act={act} onClose={() => setAct(null)} />}
    </>
  );
}

