import type { Offer, Opening, OpeningCandidate, OwnOffer, OwnOpening } from './api';

export const OPENING = '0199f000-8888-7000-8000-000000000001';
export const EMPLOYER = '0199f000-8888-7000-8000-0000000000e1';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export const pageOf = <Row>(data: readonly Row[], more: object = {}) => ({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true, serverTime: new Date().toISOString(), ...more });

export function openingOf(given: Partial<Opening> = {}): Opening {
  return {
    id: OPENING,
    employerId: EMPLOYER,
    employerName: 'Acme Tools',
    title: 'CNC operator',
    place: 'Pune',
    seats: 10,
    payFrom: 300_000,
    payTo: 360_000,
    tier: 2,
    where: '[{"field":"marks","from":60}]',
    batchIds: [],
    stageIds: [],
    placeNames: {},
    lastDay: null,
    closesAt: inDays(3),
    state: 'open',
    answerDays: 3,
    staff: [],
    mayManage: true,
    version: 4,
    candidates: { shortlisted: 2, applied: 1 },
    waiting: 1,
    accepted: 1,
    joined: 0,
    taken: 7,
    ...given,
  };
}

export function offerOf(given: Partial<Offer> = {}): Offer {
  return {
    id: '0199f000-8888-7000-8000-000000000011',
    openingId: OPENING,
    openingTitle: 'CNC operator',
    employerName: 'Acme Tools',
    person: { id: 'u1', fullName: 'Asha Rao', code: 'A1', fields: {} },
    state: 'offered',
    pay: 320_000,
    joinsOn: '2099-01-04',
    answerBy: inDays(2),
    leftOn: null,
    isFree: false,
    isConfirmed: null,
    madeAt: inDays(-1),
    changedAt: inDays(-1),
    acceptedAt: null,
    joinedAt: null,
    version: 3,
    ...given,
  };
}

export function candidateOf(id: string, fullName: string, given: Partial<OpeningCandidate> = {}): OpeningCandidate {
  return { id, fullName, code: id.toUpperCase(), fields: {}, batches: ['CNC-14'], email: null, phone: null, state: 'shortlisted', isOwn: false, rank: null, reason: null, facts: [], offer: null, changedAt: inDays(-1), version: 2, ...given };
}

export function ownOfferOf(given: Partial<OwnOffer> = {}): OwnOffer {
  return {
    id: '0199f000-8888-7000-8000-000000000011',
    openingId: OPENING,
    employerName: 'Acme Tools',
    title: 'CNC operator',
    place: 'Pune',
    pay: 320_000,
    joinsOn: '2099-01-04',
    answerBy: inDays(2),
    state: 'offered',
    asksJoined: false,
    closes: { openings: ['Bharat Forge, Fitter'], offers: [], refused: null },
    seen: 'as-read',
    version: 3,
    ...given,
  };
}

export function ownOpeningOf(given: Partial<OwnOpening> = {}): OwnOpening {
  return { id: OPENING, employerName: 'Acme Tools', title: 'CNC operator', place: 'Pune', payFrom: 300_000, payTo: 360_000, closesAt: inDays(3), state: null, unmet: [], mayApply: true, refused: null, ...given };
}
