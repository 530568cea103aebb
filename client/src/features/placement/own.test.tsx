import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { AnswerOfferRequest, OwnOffer, OwnOpening } from '~/api/generated/placementApi';
import { dashboard, extendsSession, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ownOfferOf, ownOpeningOf, pageOf } from './testing';

const OFFERS = '*/api/v1/me/offers';
const OPENINGS = '*/api/v1/me/openings';
const as = { profile: 'TRAINEE', role: 'TRAINEE' } as const;

let offers: readonly OwnOffer[];
let openings: readonly OwnOpening[];
let answered: AnswerOfferRequest[];
let applied: unknown[];
let asked: number;

const own = () => HttpResponse.json({ offers, timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString() });

beforeEach(() => {
  offers = [ownOfferOf()];
  openings = [];
  answered = [];
  applied = [];
  asked = 0;
  server.use(
    extendsSession,
    noNotifications,
    ownProfile('TRAINEE'),
    http.get(OFFERS, () => {
      asked += 1;
      return own();
    }),
    http.get(OPENINGS, () => HttpResponse.json(pageOf(openings))),
    http.post(`${OFFERS}/:id`, async ({ request }) => {
      answered.push((await request.json()) as AnswerOfferRequest);
      offers = offers.map((offer) => ({ ...offer, state: 'accepted', closes: null, asksJoined: false, version: offer.version + 1 }));
      return own();
    }),
    http.post(`${OPENINGS}/:id`, async ({ request }) => {
      const body = (await request.json()) as { answer: string };
      applied.push(body);
      openings = openings.map((opening) => ({ ...opening, state: body.answer === 'apply' ? 'applied' : 'withdrawn', mayApply: false }));
      return HttpResponse.json(openings[0]);
    }),
  );
});

const open = () => renderPage({ path: '/dashboard/openings', as });
const ask = async (user: ReturnType<typeof open>['user'], button: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('alertdialog', { name: title }));
};

describe('own offers', () => {
  it('are accepted with two taps, of which the second says what closes', async () => {
    const { user } = open();
    const dialog = await ask(user, 'Accept…', 'Accept this offer?');
    expect(answered).toEqual([]);
    expect(dialog.getByText('CNC operator at Acme Tools')).toBeInTheDocument();
    expect(dialog.getByText('You are no longer a candidate at:').nextSibling).toHaveTextContent('Bharat Forge, Fitter');
    await user.click(dialog.getByRole('button', { name: 'Accept Offer' }));
    expect(await screen.findByText('You have accepted the offer.')).toBeInTheDocument();
    expect(answered).toEqual([{ answer: 'accept', version: 3, seen: 'as-read' }]);
    expect(await screen.findByText('Accepted')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept…' })).not.toBeInTheDocument();
  });

  it('that have changed meanwhile are shown anew, and accepted as they were read last', async () => {
    const { user } = open();
    const dialog = await ask(user, 'Accept…', 'Accept this offer?');
    const current = ownOfferOf({ pay: 280_000, version: 4, seen: 'read-again', closes: { openings: [], offers: ['Tata, Welder'], refused: null } });
    server.use(http.post(`${OFFERS}/:id`, () => problem(409, 'offer_changed', 'The offer has changed', { current }), { once: true }));
    await user.click(dialog.getByRole('button', { name: 'Accept Offer' }));
    expect(await dialog.findByText('This has changed meanwhile. Please read it again.')).toBeInTheDocument();
    expect(dialog.getByText(/₹2,80,000 a year/u)).toBeInTheDocument();
    expect(dialog.getByText('You decline by it:').nextSibling).toHaveTextContent('Tata, Welder');
    await user.click(dialog.getByRole('button', { name: 'Accept Offer' }));
    expect(await screen.findByText('You have accepted the offer.')).toBeInTheDocument();
    expect(answered).toEqual([{ answer: 'accept', version: 4, seen: 'read-again' }]);
  });

  it('that have lost their seat say so, and stay unanswered', async () => {
    const { user } = open();
    const dialog = await ask(user, 'Accept…', 'Accept this offer?');
    server.use(http.post(`${OFFERS}/:id`, () => problem(409, 'seats_taken', 'All seats are taken')));
    await user.click(dialog.getByRole('button', { name: 'Accept Offer' }));
    expect(await dialog.findByText('All seats are taken')).toBeInTheDocument();
  });

  it('that the policy refuses are not offered to be accepted', async () => {
    offers = [ownOfferOf({ closes: { openings: [], offers: [], refused: 'You have accepted another offer' } })];
    open();
    expect(await screen.findByText('You have accepted another offer')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept…' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Decline…' })).toBeInTheDocument();
  });

  it('a reported joining is confirmed with one tap, and denied with two', async () => {
    offers = [ownOfferOf({ state: 'joined', asksJoined: true, closes: null })];
    const { user } = open();
    const dialog = await ask(user, 'No…', 'You have not joined?');
    await user.click(dialog.getByRole('button', { name: 'Not Now' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, I Have Joined' }));
    expect(await screen.findByText('Thank you. Your joining is confirmed.')).toBeInTheDocument();
    expect(answered).toEqual([{ answer: 'joined', version: 3 }]);
  });
});

describe('openings', () => {
  it('say why one does not fit, ask for what is missing, and take an application and its withdrawal', async () => {
    offers = [];
    const unmet = { field: 'marks', label: '12th %', operator: 'from', needs: ['60', ''], has: '58.4', isMissing: false, mayFillIn: false };
    openings = [
      ownOpeningOf(),
      ownOpeningOf({ id: '2', title: 'Fitter', mayApply: false, unmet: [unmet] }),
      ownOpeningOf({ id: '3', title: 'Welder', mayApply: false, unmet: [{ ...unmet, field: 'roll', label: 'Roll no.', operator: 'none', needs: [], has: null, isMissing: true, mayFillIn: true }] }),
      ownOpeningOf({ id: '5', title: 'Driller', mayApply: false, refused: 'Your institute allows no other here' }),
      ownOpeningOf({ id: '4', title: 'Turner', mayApply: false, unmet: [{ ...unmet, label: null, field: null, operator: null, needs: [], has: null }] }),
    ];
    const { user } = open();
    const items = within(await screen.findByRole('list', { name: 'Openings' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('You fit'),
      expect.stringContaining('Needs 60 or more in 12th %, you have 58.4'),
      expect.stringContaining('Fill in 1 detail: Roll no.'),
      expect.stringContaining('Your institute allows no other here'),
      expect.stringContaining('Another condition, on a detail that you do not see'),
    ]);
    expect(screen.getByRole('link', { name: 'Fill in 1 detail: Roll no.' })).toHaveAttribute('href', '/dashboard/profile?edit');
    expect(screen.queryByRole('region', { name: 'Your offers' })).not.toBeInTheDocument();

    openings = openings.slice(0, 1);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Applied')).toBeInTheDocument();
    const dialog = await ask(user, 'Withdraw', 'Withdraw from this opening?');
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
    expect(applied).toEqual([{ answer: 'apply' }, { answer: 'withdraw' }]);
  });
});

describe('the dashboard of a trainee', () => {
  it('begins with offers that wait, follows them live, and asks for none where there is none', async () => {
    server.use(dashboard());
    const live = createLiveServer();
    const { user } = renderApp({ path: '/dashboard', as, live: live.open });
    expect(await screen.findByRole('region', { name: 'Your account' })).toBeInTheDocument();
    expect(screen.queryByText('Your offers')).not.toBeInTheDocument();

    server.use(dashboard({ kind: 'offers', items: [ownOfferOf()], timeZone: 'Asia/Kolkata' }));
    await live.connected();
    act(() => live.push('offer:mine', { id: ownOfferOf().id, state: 'offered', version: 3 }));
    expect(within(await screen.findByRole('region', { name: 'Your offers' })).getByRole('link', { name: 'All openings' })).toHaveAttribute('href', '/dashboard/openings');
    server.use(dashboard());
    const dialog = await ask(user, 'Accept…', 'Accept this offer?');
    await user.click(dialog.getByRole('button', { name: 'Accept Offer' }));
    expect(await screen.findByText('You have accepted the offer.')).toBeInTheDocument();
    expect(asked).toBe(0);
  });
});
