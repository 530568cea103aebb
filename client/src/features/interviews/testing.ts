import { http, HttpResponse } from 'msw';

import type { Candidate, CurrentCandidate, DayBoard, OwnInterview, PanelLane, PanelView, QueuedPerson, ResultItem, RoundDetail } from './api';

export const ROUND_ID = '0199f000-8888-7000-8000-000000000001';
export const PANEL_ID = '0199f000-8888-7000-8000-000000000002';
export const OTHER_ID = '0199f000-8888-7000-8000-000000000003';
export const API = '*/api/v1/interviews';
export const CRITERIA = [{ key: 'a', label: 'Speaks clearly' }, { key: 'b', label: 'Knows the trade' }];

const today = () => new Date().toISOString().slice(0, 10);

export const roundOf = (given: Partial<RoundDetail> = {}): RoundDetail => ({
  id: ROUND_ID, name: 'Technical round', location: 'Pune', day: today(), slotMinutes: 15, breakMinutes: 5, criteria: CRITERIA, stageId: null, passStageId: null, openingId: null, openingName: null, state: 'draft', panels: 2, candidates: 3, placed: 0,
  confirmed: 0, declined: 0, done: 0, hasScores: false, hasScreen: false, version: 1, timeZone: 'Asia/Kolkata', serverTime: new Date().toISOString(),
  panelList: [PANEL_ID, OTHER_ID].map((id, index) => ({ id, roundId: ROUND_ID, name: `Panel ${index === 0 ? 'A' : 'B'}`, place: `Room ${index + 1}`, link: null, from: '09:00', to: '12:00', state: 'open', panelists: [{ id: `p${index}`, fullName: 'Pia Panelist' }], slots: 9, queue: 0, version: 1 })),
  ...given,
});

export const queuedOf = (number: number, given: Partial<QueuedPerson> = {}): QueuedPerson => ({ id: `i${number}`, fullName: `Person ${number}`, label: `WE-${number}`, state: 'waiting', isHere: false, plannedAt: null, calledAt: null, startedAt: null, version: 1, ...given });

export const currentOf = (number: number, given: Partial<CurrentCandidate> = {}): CurrentCandidate => ({
  id: `i${number}`, person: { id: `u${number}`, fullName: `Person ${number}`, code: `WE-${number}`, fields: {} }, label: `WE-${number}`, state: 'called', plannedAt: null, calledAt: new Date().toISOString(), startedAt: null, absences: 0, score: null, version: 1, ...given,
});

export const viewOf = (given: Partial<PanelView> = {}, panel: Partial<PanelView['panel']> = {}): PanelView => ({
  panel: { id: PANEL_ID, roundId: ROUND_ID, roundName: 'Technical round', roundState: 'running', day: today(), name: 'Panel A', place: 'Room 1', link: null, from: '09:00', to: '12:00', state: 'open', waiting: 3, done: 0, behindMinutes: 12, missingScores: 0, ...panel },
  criteria: CRITERIA, current: null, queue: [], met: [], serverTime: new Date().toISOString(), ...given,
});

export const laneOf = (id: string, given: Partial<PanelLane> = {}): PanelLane => ({ id, name: id === PANEL_ID ? 'Panel A' : 'Panel B', place: null, state: 'open', current: null, next: [], waiting: 0, done: 0, behindMinutes: 0, version: 1, ...given });

export const boardOf = (lanes: PanelLane[], given: Partial<DayBoard> = {}): DayBoard => ({ roundId: ROUND_ID, state: 'running', lanes, waiting: [], waitingCount: 0, aside: [], endsAt: null, version: 1, serverTime: new Date().toISOString(), ...given });

export const ownOf = (given: Partial<OwnInterview> = {}): OwnInterview => ({
  id: 'i1', roundName: 'Technical round', location: 'Pune', day: today(), slotMinutes: 15, state: 'confirmed', panel: 'Panel A', place: 'Room 1', link: null, plannedAt: null, expectedAt: null, placeInQueue: 4, lastCalled: 'WE-9', label: 'WE-1', isHere: false, calledAt: null, asks: ['here', 'decline'], version: 1, ...given,
});

export const candidateOf = (number: number, given: Partial<Candidate> = {}): Candidate => ({ id: `i${number}`, person: { id: `u${number}`, fullName: `Person ${number}`, code: `WE-${number}`, fields: {} }, ticket: number, panelId: null, plannedAt: null, state: 'waiting', hereAt: null, calledAt: null, absences: 0, version: 1, ...given });

export const resultOf = (number: number, given: Partial<ResultItem> = {}): ResultItem => ({ interviewId: `i${number}`, person: { id: `u${number}`, fullName: `Person ${number}`, code: null, fields: {} }, ticket: number, panelName: 'Panel A', state: 'done', mean: 3.25, means: { a: 3, b: 3.5 }, spread: 0.5, yes: 2, no: 0, maybe: 0, missing: 0, ...given });

export const pageOf = <Row>(data: readonly Row[]) => ({ data, page: 1, pageSize: 20, total: data.length, totalIsExact: true });

/** A list of own panels that are none. */
export const noPanels = http.get(`${API}/panels`, () => HttpResponse.json({ data: [], serverTime: new Date().toISOString() }));
