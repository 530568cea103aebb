import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { useSecondsUntil } from '~/lib/clock';
import { formatDay, HOUR } from '~/lib/format';
import { sayPay } from '~/lib/placement';
import { translated } from '~/lib/sentences';
import { joined } from '~/lib/texts';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Entries, What } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { type ChipLook, StateChip } from '~/ui/StateChip';
import { Caption, Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAsked } from '~/ui/useAsked';

import { type OwnOffer, placementApi } from '../api';
import { currentOf, isWaiting, offerChip, sayAnswerBy } from '../words';

/** A finger is 44 px wide, and the two answers of an offer stand side by side under the thumb. */
const finger = { minHeight: 44, flexGrow: { xs: 1, sm: 0 } } as const;

const URGENT_HOURS = 48;

/** "Answer within 5 hours", where it is soon; else the moment. */
function AnswerBy({ answerBy }: Pick<OwnOffer, 'answerBy'>) {
  const seconds = useSecondsUntil(answerBy);
  const hours = Math.ceil(seconds / HOUR);
  const isSoon = hours <= URGENT_HOURS;
  return (
    <Caption component="p" sx={{ m: 0, ...(isSoon && { color: 'warning.main', fontWeight: 600 }) }}>
      {joined(' · ', [sayAnswerBy({ answerBy }), isSoon && plural(hours, { one: 'less than # hour left', other: 'less than # hours left' })])}
    </Caption>
  );
}

/** What accepting an offer closes, each by its name. */
function Closing({ offer: { closes } }: { readonly offer: OwnOffer }) {
  if (closes === null) return null;
  const { offers, openings } = closes;
  if (offers.length + openings.length === 0) return <p>{t`Nothing else is closed by it.`}</p>;
  const list = (title: string, names: readonly string[]) =>
    names.length > 0 && (
      <>
        <Typography variant="subtitle2" component="h3" sx={{ mt: 1, color: 'text.primary' }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </Box>
      </>
    );
  return (
    <>
      {list(t`You decline by it:`, offers)}
      {list(t`You are no longer a candidate at:`, openings)}
    </>
  );
}

type Answer = 'accept' | 'decline' | 'joined' | 'not_joined';

interface Asked {
  readonly offer: OwnOffer;
  readonly answer: 'accept' | 'decline' | 'not_joined';
}

const nameOf = ({ title, employerName }: OwnOffer) => t`${title} at ${employerName}`;

const confirmLabel = (answer: Asked['answer']) => ({ accept: t`Accept Offer`, decline: t`Decline Offer`, not_joined: t`I Have Not Joined` })[answer];
const titleOf = ({ answer }: Asked) => ({ accept: t`Accept this offer?`, decline: t`Decline this offer?`, not_joined: t`You have not joined?` })[answer];

const DONE = {
  accept: msg`You have accepted the offer.`,
  decline: msg`You have declined the offer.`,
  joined: msg`Thank you. Your joining is confirmed.`,
  not_joined: msg`Thank you. The placement staff see that you have not joined.`,
} as const;

function useAnswers() {
  const [send, { isLoading }] = placementApi.useAnswerOfferMutation();
  const toasts = useToasts();
  const answer = async ({ id: offerId, version, seen }: OwnOffer, given: Answer) => {
    const { data, error } = await send({ offerId, answerOfferRequest: { answer: given, version, ...(given === 'accept' && { seen }) } });
    if (data !== undefined) toasts.success(t(DONE[given]));
    return error;
  };
  return { answer, busy: isLoading };
}

/** The second tap: it says what the answer closes. An offer that has changed meanwhile is shown anew, and asked again. */
function AnswerDialog({ question }: { readonly question: ReturnType<typeof useAsked<Asked>> }) {
  const { asked, asking, ask, close } = question;
  const [failure, setFailure] = useState<string | null>(null);
  const { answer, busy } = useAnswers();
  if (asked === null) return null;
  const { offer, answer: given } = asked;
  const leave = () => {
    setFailure(null);
    close();
  };
  const confirm = async () => {
    setFailure(null);
    const error = await answer(offer, given);
    const current = currentOf(error) as OwnOffer | undefined;
    if (error === undefined) leave();
    else if (current === undefined) setFailure(messageOf(error, t`Your answer could not be sent.`));
    else {
      ask({ offer: current, answer: given });
      setFailure(t`This has changed meanwhile. Please read it again.`);
    }
  };
  const isOpen = given === 'not_joined' || isWaiting(offer);
  const refused = given === 'accept' ? (offer.closes?.refused ?? null) : null;
  return (
    <ConfirmDialog open={asking} title={titleOf(asked)} confirmLabel={confirmLabel(given)} dismissLabel={t`Not Now`} destructive={given !== 'accept'} busy={busy} disabled={!isOpen || refused !== null} onConfirm={() => void confirm()} onClose={leave}>
      <FormError message={failure} />
      <Typography variant="body2" component="p" sx={{ mt: failure === null ? 0 : 1, fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}>
        {nameOf(offer)}
      </Typography>
      <p>{joined(' · ', [sayPay(offer.pay) ?? false, offer.place ?? false, offer.joinsOn !== null && t`Joins on ${{ day: formatDay(offer.joinsOn) }}`])}</p>
      {given === 'accept' && refused === null && <Closing offer={offer} />}
      {refused !== null && <p>{translated(refused)}</p>}
      {given === 'decline' && <p>{t`You cannot take this back. The placement staff are told.`}</p>}
      {!isOpen && <p>{t`This offer waits for no answer any more.`}</p>}
    </ConfirmDialog>
  );
}

/** An own offer about which staff have reported that one has joined, or that it has ended. */
const chipOf = (offer: OwnOffer): ChipLook => (offer.asksJoined ? { tone: 'warning', label: msg`Have you joined?` } : offerChip(offer));

function OfferEntry({ offer, onAsk }: { readonly offer: OwnOffer; readonly onAsk: (asked: Asked) => void }) {
  const { answer, busy } = useAnswers();
  const toasts = useToasts();
  const { asksJoined, closes, pay, place, joinsOn, answerBy } = offer;
  const waits = isWaiting(offer);
  const refused = waits ? (closes?.refused ?? null) : null;
  const confirmJoined = async () => {
    const error = await answer(offer, 'joined');
    if (error !== undefined) toasts.error(messageOf(error, t`Your answer could not be sent.`));
  };
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <What>{nameOf(offer)}</What>
        <StateChip {...chipOf(offer)} />
      </Box>
      <Caption component="p" sx={{ m: 0 }}>
        {joined(' · ', [sayPay(pay) ?? false, place ?? false, joinsOn !== null && t`Joins on ${{ day: formatDay(joinsOn) }}`])}
      </Caption>
      {waits && <AnswerBy answerBy={answerBy} />}
      {refused !== null && <Note>{translated(refused)}</Note>}
      {waits && (
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          {refused === null && (
            <Button variant="contained" sx={finger} onClick={() => onAsk({ offer, answer: 'accept' })}>
              {t`Accept…`}
            </Button>
          )}
          <Button variant="outlined" sx={finger} onClick={() => onAsk({ offer, answer: 'decline' })}>
            {t`Decline…`}
          </Button>
        </Box>
      )}
      {asksJoined && (
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <ProgressButton busy={busy} sx={finger} onClick={() => void confirmJoined()}>
            {t`Yes, I Have Joined`}
          </ProgressButton>
          <Button variant="outlined" sx={finger} onClick={() => onAsk({ offer, answer: 'not_joined' })}>
            {t`No…`}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** One's own offers: to accept or decline takes two taps, of which the second says what it closes. */
export function OwnOfferEntries({ offers }: { readonly offers: readonly OwnOffer[] }) {
  const question = useAsked<Asked>();
  return (
    <>
      <Entries label={t`Your offers`}>
        {offers.map((offer) => (
          <OfferEntry key={offer.id} offer={offer} onAsk={question.ask} />
        ))}
      </Entries>
      <AnswerDialog question={question} />
    </>
  );
}
