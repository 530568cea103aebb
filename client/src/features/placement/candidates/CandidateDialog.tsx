import { t } from '@lingui/core/macro';
import { Box, Link, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Choice } from '~/forms/SelectField';
import { Typed } from '~/forms/TextField';
import { formatMoment } from '~/lib/format';
import { CANDIDACIES, OFFER_FILTERS } from '~/lib/placement';
import { translated } from '~/lib/sentences';
import { joined, optionsOf } from '~/lib/texts';
import { Email } from '~/ui/Email';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Entries, Fact, Line } from '~/ui/Panel';
import { Phone } from '~/ui/Phone';
import { Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type CandidateDetail, type Fact as KeptFact, type PlacementEvent, placementApi, type StaffState } from '../api';
import { currentOf } from '../words';
import { WhyNot } from './WhyNot';

const LONGEST_REASON = 500;
export const STAFF_STATES = ['eligible', 'shortlisted', 'selected', 'rejected'] as const satisfies readonly StaffState[];

/** What a condition read when the person was shortlisted; what is different now is said. */
const sayFact = ({ then, now }: KeptFact) => {
  const was = then ?? t`not given`;
  return then === now ? was : t`${was}, now ${{ now: now ?? t`not given` }}`;
};

const stateOf = ({ ofOffer, state }: PlacementEvent) => (ofOffer ? t`Offer: ${{ state: OFFER_FILTERS[state as keyof typeof OFFER_FILTERS] }}` : CANDIDACIES[state as keyof typeof CANDIDACIES]);

function Details({ candidate: { email, phone, batches, facts, history }, openingId, userId }: { readonly candidate: CandidateDetail; readonly openingId: string; readonly userId: string }) {
  return (
    <>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))', gap: 2, m: 0 }}>
        {phone !== null && <Fact term={t`Phone`}><Link href={`tel:${phone}`}><Phone>{phone}</Phone></Link></Fact>}
        {email !== null && <Fact term={t`Email`}><Email>{email}</Email></Fact>}
        {batches.length > 0 && <Fact term={t`Batches`}>{batches.join(', ')}</Fact>}
        {facts.map((fact) => (
          <Fact key={fact.field} term={fact.label}>{sayFact(fact)}</Fact>
        ))}
      </Box>
      <div>
        <Typography variant="subtitle2" component="h3">{t`Conditions now`}</Typography>
        <WhyNot openingId={openingId} userId={userId} />
      </div>
      <div>
        <Typography variant="subtitle2" component="h3">{t`History`}</Typography>
        <Box sx={{ mx: { xs: -2, sm: -2.5 }, maxHeight: 220, overflowY: 'auto' }}>
          <Entries label={t`History`}>
            {history.map((event, index) => (
              <Line key={index} what={stateOf(event)} reason={event.reason === null ? null : translated(event.reason)}>
                {joined(' · ', [formatMoment(event.changedAt), event.changedBy ?? false])}
              </Line>
            ))}
          </Entries>
        </Box>
      </div>
    </>
  );
}

/** One candidate: contacts, what was true at the shortlist, what is not fulfilled now, the history, and another state. */
export function CandidateDialog({ openingId, userId, fullName, mayManage, onClose }: { readonly openingId: string; readonly userId: string; readonly fullName: string; readonly mayManage: boolean; readonly onClose: () => void }) {
  const { data, error, refetch } = placementApi.useGetCandidateQuery({ openingId, userId }, { refetchOnMountOrArgChange: true });
  const [change, { isLoading }] = placementApi.useChangeCandidateMutation();
  const [state, setState] = useState<StaffState | ''>('');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const toasts = useToasts();
  const submit = async ({ version }: CandidateDetail, chosen: StaffState) => {
    setFailure(null);
    const { data: changed, error: refused } = await change({ openingId, userId, changeCandidateRequest: { state: chosen, reason: reason.trim() === '' ? null : reason.trim(), version } });
    if (changed !== undefined) {
      toasts.success(t`${fullName}: ${{ state: CANDIDACIES[changed.state] }}`);
      onClose();
    } else if (currentOf(refused) !== undefined) setFailure(t`This candidate was changed meanwhile. It is shown as it is now.`);
    else setFailure(messageOf(refused, t`The candidate could not be moved.`));
  };
  return (
    <FormDialog
      title={fullName}
      isSheet
      hasSubmit={mayManage}
      submitLabel={state === '' ? t`Move` : t`Move to ${{ state: CANDIDACIES[state] }}`}
      disabled={data === undefined || state === ''}
      busy={isLoading}
      destructive={state === 'rejected'}
      onSubmit={() => {
        if (data !== undefined && state !== '') void submit(data, state);
      }}
      onClose={onClose}
    >
      <FormError message={failure} />
      {data === undefined && error === undefined && <Note role="status">{t`Loading…`}</Note>}
      {data === undefined && error !== undefined && <ErrorState message={messageOf(error, t`The candidate could not be loaded.`)} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <Note>{joined(' · ', [CANDIDACIES[data.state], data.code ?? false, data.isOwn ? t`has applied` : t`chosen by staff`, data.reason !== null && translated(data.reason)])}</Note>
          <Details candidate={data} openingId={openingId} userId={userId} />
          {mayManage && <Choice label={t`Move to`} none={t`Choose a state`} value={state} options={optionsOf(CANDIDACIES, STAFF_STATES).filter(([key]) => key !== data.state)} onChoose={(chosen) => setState(STAFF_STATES.find((each) => each === chosen) ?? '')} />}
          {mayManage && state !== '' && <Typed label={t`Reason (optional)`} hint={t`Staff see it; the people do not.`} value={reason} input={{ maxLength: LONGEST_REASON }} onType={setReason} />}
        </>
      )}
    </FormDialog>
  );
}
