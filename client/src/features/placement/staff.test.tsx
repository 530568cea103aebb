import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { MakeOffersRequest, MoveCandidatesRequest, Offer, Opening, OpeningCandidate } from '~/api/generated/placementApi';
import { dashboard, extendsSession, noBatches, noNotifications, noStages, ownProfile, problem } from '~/testing/answers';
import { fieldOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { candidateOf, EMPLOYER, offerOf, OPENING, openingOf, pageOf } from './testing';

const ONE = `*/api/v1/openings/${OPENING}`;
const PAGE = `/dashboard/placement/${OPENING}`;
const admin = { profile: 'SUPER_ADMIN', role: 'ADMIN' } as const;
const staff = { profile: 'PLACEMENT', role: 'EMPLOYEE' } as const;

const marks = fieldOf('marks', { label: '12th %', kind: 'number', keyed: true, forEmployers: true, viewers: ['SUPER_ADMIN', 'PLACEMENT'] });
const caste = fieldOf('caste', { label: 'Caste', kind: 'one', choices: [{ number: 1, label: 'OBC', archived: false }] });

let opening: Opening;
let candidates: readonly OpeningCandidate[];
let offers: readonly Offer[];
let changed: Record<string, unknown>[];
let moved: MoveCandidatesRequest[];
let made: MakeOffersRequest[];

beforeEach(() => {
  opening = openingOf();
  candidates = [];
  offers = [];
  changed = [];
  moved = [];
  made = [];
  const employer = { id: EMPLOYER, name: 'Acme Tools', industry: null, website: null, contacts: [{ name: 'HR', email: 'hr@acme.example', phone: null }], openings: 1, archivedAt: null, version: 1 };
  server.use(
    extendsSession,
    noNotifications,
    noBatches,
    noStages,
    ownProfile('SUPER_ADMIN'),
    http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [marks, caste], version: 1 })),
    http.get('*/api/v1/views', () => HttpResponse.json({ views: [] })),
    http.get('*/api/v1/employers', () => HttpResponse.json(pageOf([employer]))),
    http.get('*/api/v1/openings', () => HttpResponse.json(pageOf([opening], { policy: 'one', mostOffers: 1 }))),
    http.get(ONE, () => HttpResponse.json(opening)),
    http.patch(ONE, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      changed.push(body);
      opening = { ...opening, ...body, version: opening.version + 1 };
      return HttpResponse.json(opening);
    }),
    http.get(`${ONE}/fit`, () => HttpResponse.json(pageOf([{ id: 'u1', fullName: 'Asha Rao', code: 'A1', fields: { marks: 72 }, batches: ['CNC-14'], state: null, isPlaced: true }], { total: 214 }))),
    http.get(`${ONE}/nearly`, () => HttpResponse.json({ items: [{ field: 'marks', label: '12th %', people: 300, relaxed: 55, relaxedPeople: 142 }] })),
    http.get(`${ONE}/candidates`, () => HttpResponse.json(pageOf(candidates))),
    http.get('*/api/v1/offers', () => HttpResponse.json(pageOf(offers))),
    http.post(`${ONE}/candidates`, async ({ request }) => {
      const body = (await request.json()) as MoveCandidatesRequest;
      moved.push(body);
      return HttpResponse.json({ changed: 212, skipped: [{ reason: 'Has withdrawn', count: 2 }] });
    }),
    http.post(`${ONE}/offers`, async ({ request }) => {
      made.push((await request.json()) as MakeOffersRequest);
      return HttpResponse.json({ changed: 1, skipped: [{ reason: 'Has an offer here', count: 1 }] });
    }),
  );
});

it('openings say their seats, who fits, what waits and the days left, and each number leads there', async () => {
  renderPage({ path: '/dashboard/placement', as: admin });
  const table = within(await screen.findByRole('table', { name: 'Openings' }));
  expect(await table.findByRole('link', { name: '214 CNC operator: who fits' })).toHaveAttribute('href', PAGE);
  expect(table.getByRole('link', { name: '1 CNC operator: offers that wait' })).toHaveAttribute('href', `${PAGE}?tab=offers`);
  expect(table.getByRole('link', { name: '2 CNC operator: shortlist' })).toHaveAttribute('href', `${PAGE}?tab=shortlist`);
  expect(table.getByText('7 of 10 taken')).toBeInTheDocument();
  expect(table.getByText(/^[23] days left$/u)).toBeInTheDocument();
});

it('openings are found by title or employer', async () => {
  const { user } = renderPage({ path: '/dashboard/placement', as: staff });
  await screen.findByRole('table', { name: 'Openings' });
  server.use(http.get('*/api/v1/openings', ({ request }) => HttpResponse.json(pageOf(new URL(request.url).searchParams.get('search') === 'acme' ? [openingOf({ title: 'Turner' })] : [opening], { policy: 'one', mostOffers: 1 }))));
  await user.type(screen.getByRole('searchbox', { name: 'Search openings' }), 'acme');
  expect(await within(await screen.findByRole('table', { name: 'Openings' })).findByText('Turner')).toBeInTheDocument();
});

it('placement staff read the names of batches and stages, and what a tier is worth', async () => {
  opening = openingOf({ batchIds: ['b1'], stageIds: ['s1', 's2'], placeNames: { b1: 'CNC-14', s1: 'Ready' }, tier: 5 });
  renderPage({ path: PAGE, as: staff });
  expect(await screen.findByText('Batch: CNC-14')).toBeInTheDocument();
  expect(screen.getByText('Stage: Ready')).toBeInTheDocument();
  expect(screen.getByText('Tier 5 of 5, the highest')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove condition: Stage: Ready' })).not.toBeInTheDocument();
});

it('management reads, and changes nothing', async () => {
  opening = openingOf({ mayManage: false });
  const { user } = renderPage({ path: PAGE, as: { profile: 'MANAGEMENT', role: 'HR' } });
  expect(await screen.findByText('214 people fit')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Shortlist|Actions|Remove condition/u })).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Candidates' }));
  expect(await screen.findByText('No candidates')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Rank|File|Upload/u })).not.toBeInTheDocument();
});

describe('who fits', () => {
  it('is shortlisted after the number and what is left alone were said', async () => {
    const { user } = renderPage({ path: PAGE, as: staff });
    expect(await screen.findByText('142 more if 12th % ≥ 55 · 300 people more without this condition')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Why Not?' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Shortlist All 214' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shortlist people' }));
    expect(await dialog.findByText('212 people would be moved.')).toBeInTheDocument();
    expect(dialog.getByText('2 people: Has withdrawn')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Shortlist 212 People' }));
    expect(await screen.findByText('212 people: Shortlisted')).toBeInTheDocument();
    expect(moved).toEqual([
      { select: { fits: true }, state: 'shortlisted', dryRun: true },
      { select: { fits: true }, state: 'shortlisted', reason: null },
    ]);
  });

  it('follows the conditions, which are changed here; protected ones are recorded with a reason', async () => {
    const { user } = renderPage({ path: PAGE, as: admin });
    await user.click(await screen.findByRole('button', { name: 'Remove condition: 12th %: from 60' }));
    await waitFor(() => expect(changed).toEqual([{ where: '', version: 4 }]));
    expect(await screen.findByText(/Every active trainee fits/u)).toBeInTheDocument();

    const REFUSAL = 'Caste is about gender, religion, category or disability: only a Super Admin sets such a condition, and says why';
    server.use(http.patch(ONE, () => problem(422, 'validation_failed', 'Validation failed', { errors: { where: REFUSAL } }), { once: true }));
    await user.click(screen.getByRole('button', { name: 'Condition' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Field' }), 'Caste');
    await user.click(screen.getByRole('checkbox', { name: 'OBC' }));
    await user.click(screen.getByRole('button', { name: 'Add condition' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Why is this condition needed?' }));
    expect(dialog.getByText(REFUSAL)).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Scheme of the state');
    await user.click(dialog.getByRole('button', { name: 'Record and Save' }));
    await waitFor(() => expect(changed.at(-1)).toEqual({ where: '[{"field":"caste","is":[1]}]', version: 5, protectedReason: 'Scheme of the state' }));
    expect(await screen.findByRole('button', { name: 'Remove condition: Caste: OBC' })).toBeInTheDocument();
  });

  it('says of one person why not, by the name of the condition', async () => {
    server.use(
      http.get('*/api/v1/users', () => HttpResponse.json(pageOf([{ id: 'u9', fullName: 'Ravi Das', code: 'R9' }]))),
      http.get(`${ONE}/why/u9`, () => HttpResponse.json({ person: { id: 'u9', fullName: 'Ravi Das', code: 'R9', fields: {} }, unmet: [{ field: 'marks', label: '12th %', operator: 'from', needs: ['60', ''], has: '58.4', isMissing: false, mayFillIn: false }] })),
    );
    const { user } = renderPage({ path: PAGE, as: admin });
    await user.click(await screen.findByRole('button', { name: 'Why Not?' }));
    await user.type(screen.getByRole('searchbox', { name: 'Name, email, phone or code' }), 'ravi');
    await user.click(await screen.findByRole('button', { name: 'Ravi Das · R9' }));
    expect(await screen.findByText('Needs 60 or more in 12th %, has 58.4')).toBeInTheDocument();
  });
});

describe('candidates', () => {
  beforeEach(() => {
    candidates = [candidateOf('a1', 'Asha Rao', { phone: '+919800000001', facts: [{ field: 'marks', label: '12th %', then: '72', now: '58' }] }), candidateOf('b2', 'Bina Das')];
  });

  it('get offers: how many, what seats are left, and who got none is said', async () => {
    const { user } = renderPage({ path: `${PAGE}?tab=shortlist`, as: staff });
    expect(await screen.findByRole('link', { name: 'Call Asha Rao' })).toHaveAttribute('href', 'tel:+919800000001');
    expect(screen.getByText('details have changed since the shortlist')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Make Offers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make offers' }));
    expect(dialog.getByText('2 people · 3 seats are left, and 1 offer waits already.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /^Pay/u }), '3,20,000');
    await user.click(dialog.getByRole('button', { name: 'Make 2 Offers' }));
    expect(await screen.findByText('1 person: Has an offer here')).toBeInTheDocument();
    expect(made).toEqual([{ ids: ['a1', 'b2'], pay: 320_000, joinsOn: null, answerBy: null }]);
  });

  it('go into a file for the employer with its columns and recipients, and come back compared', async () => {
    const files: unknown[] = [];
    const seen: (string | null)[] = [];
    server.use(
      http.post(`${ONE}/file.xlsx`, async ({ request }) => {
        files.push(await request.json());
        return new HttpResponse('file');
      }),
      http.post(`${ONE}/file`, ({ request }) => {
        seen.push(new URL(request.url).searchParams.get('seen'));
        const firstChanges = [{ code: 'A1', fullName: 'Asha Rao', before: 'shortlisted', after: 'selected' }];
        return HttpResponse.json({ changes: 1, firstChanges, problems: [{ kind: 'unknown_code', line: 3, text: 'X7' }], problemCount: 1, seen: 'as-compared', isApplied: seen.length > 1 });
      }),
    );
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    const { user } = renderPage({ path: `${PAGE}?tab=shortlist`, as: staff });
    await user.click(await screen.findByRole('button', { name: 'File for the Employer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'File for the employer' }));
    await user.click(dialog.getByRole('button', { name: 'Download 2 People' }));
    expect(await dialog.findByText('Enter from one to 10 email addresses')).toBeInTheDocument();
    await user.click(await dialog.findByRole('button', { name: 'Add hr@acme.example' }));
    await user.click(dialog.getByRole('button', { name: 'Download 2 People' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(files).toEqual([{ recipients: ['hr@acme.example'], states: ['shortlisted'], columns: ['marks'] }]);

    await user.upload(screen.getByLabelText('Upload the Employer’s List'), new File(['Code,Result'], 'acme.csv', { type: 'text/csv' }));
    const compared = within(await screen.findByRole('dialog', { name: 'List: acme.csv' }));
    expect(compared.getByRole('list', { name: 'Left alone' })).toHaveTextContent('Line 3: “X7” is the code of no candidate of this opening');
    expect(compared.getByText('Shortlisted → Selected')).toBeInTheDocument();
    await user.click(compared.getByRole('button', { name: 'Move 1 Candidate' }));
    expect(await screen.findByText('1 candidate was moved')).toBeInTheDocument();
    expect(seen).toEqual([null, 'as-compared']);
  });

  it('are ranked without a mouse', async () => {
    let ranked: unknown;
    server.use(
      http.put(`${ONE}/rank`, async ({ request }) => {
        ranked = await request.json();
        return HttpResponse.json(opening);
      }),
    );
    const { user } = renderPage({ path: `${PAGE}?tab=shortlist`, as: staff });
    await user.click(await screen.findByRole('button', { name: 'Rank' }));
    await user.click(await screen.findByRole('button', { name: 'Move Bina Das up' }));
    await user.click(screen.getByRole('button', { name: 'Save Order' }));
    expect(await screen.findByText('The order is saved.')).toBeInTheDocument();
    expect(ranked).toEqual({ userIds: ['b2', 'a1'], version: 4 });
  });
});

describe('offers', () => {
  it('name reported and confirmed joins, and are freed from the policy with a reason by administrators alone', async () => {
    offers = [
      offerOf(),
      offerOf({ id: 'o2', person: { id: 'u2', fullName: 'Bina Das', code: null, fields: {} }, state: 'joined' }),
      offerOf({ id: 'o3', person: { id: 'u3', fullName: 'Chand Ali', code: null, fields: {} }, state: 'joined', isConfirmed: true }),
      offerOf({ id: 'o4', person: { id: 'u4', fullName: 'Dev Roy', code: null, fields: {} }, state: 'joined', isConfirmed: false }),
    ];
    let freed: unknown;
    server.use(
      http.post(`*/api/v1/offers/${offerOf().id}/free`, async ({ request }) => {
        freed = await request.json();
        return HttpResponse.json(offerOf({ isFree: true, version: 4 }));
      }),
    );
    const { user } = renderPage({ path: '/dashboard/placement?tab=offers', as: admin });
    const table = within(await screen.findByRole('table', { name: 'Offers' }));
    expect(['Waiting', 'Joined, reported', 'Joined, confirmed', 'Says: not joined'].map((words) => table.getByText(words))).toHaveLength(4);
    await user.click(table.getByRole('button', { name: 'Actions for the offer to Asha Rao' }));
    await user.click(screen.getByRole('menuitem', { name: 'Free from the policy' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Free from the policy' }));
    await user.click(dialog.getByRole('button', { name: 'Free This Offer' }));
    expect(await dialog.findByText('Please say why')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The first employer has closed');
    await user.click(dialog.getByRole('button', { name: 'Free This Offer' }));
    await waitFor(() => expect(freed).toEqual({ reason: 'The first employer has closed', version: 3 }));
  });

  it('that were changed elsewhere say how they are now, and take the act on that', async () => {
    offers = [offerOf()];
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/v1/offers/:id/withdraw', async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length === 1 ? problem(409, 'offer_changed', 'The offer has changed.', { current: offerOf({ state: 'accepted', version: 9 }) }) : HttpResponse.json(offerOf({ state: 'withdrawn', version: 10 }));
      }),
    );
    const { user } = renderPage({ path: `${PAGE}?tab=offers`, as: staff });
    await user.click(await screen.findByRole('button', { name: 'Actions for the offer to Asha Rao' }));
    expect(screen.queryByRole('menuitem', { name: 'Free from the policy' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Withdraw offer' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw offer' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Plant closed');
    await user.click(dialog.getByRole('button', { name: 'Withdraw Offer' }));
    expect(await dialog.findByText('The offer has changed. It is now: Accepted.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Withdraw Offer' }));
    expect(await screen.findByText('Asha Rao: Withdrawn')).toBeInTheDocument();
    expect(bodies).toEqual([{ reason: 'Plant closed', version: 3 }, { reason: 'Plant closed', version: 9 }]);
  });
});

it('figures open their people, by employer or month, and are plain where people may not be listed', async () => {
  const counts = { made: 12, placed: 8, reported: 3, confirmed: 2, didNotJoin: 0 };
  server.use(
    http.get('*/api/v1/placement/figures', ({ request }) => {
      const isMonth = new URL(request.url).searchParams.get('by') === 'month';
      return HttpResponse.json({ rows: [{ id: isMonth ? null : EMPLOYER, name: isMonth ? '2026-02' : 'Acme Tools', ...counts }], total: counts, from: '2025-12-10', to: '2026-11-30' });
    }),
  );
  const { user, unmount } = renderPage({ path: '/dashboard/placement?tab=figures', as: admin });
  const link = await screen.findByRole('link', { name: '8 Placed, Acme Tools' });
  expect(link).toHaveAttribute('href', `/dashboard/users?tab=manage&offer=placed&offerFrom=2025-12-10&offerTo=2026-11-30&employer=${EMPLOYER}`);
  await user.selectOptions(screen.getByRole('combobox', { name: 'By' }), 'Month');
  expect(await screen.findByRole('link', { name: '3 Joined, reported, February 2026' })).toHaveAttribute('href', '/dashboard/users?tab=manage&offer=reported&offerFrom=2026-02-01&offerTo=2026-02-28');
  unmount();
  renderPage({ path: '/dashboard/placement?tab=figures', as: staff });
  expect(await screen.findByRole('table', { name: 'Figures' })).toHaveTextContent('Acme Tools128320');
  expect(screen.queryByRole('link', { name: /Placed/u })).not.toBeInTheDocument();
});

it('an opening is added as a draft and opens its page; an employer in the same way', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/openings', async ({ request }) => {
      sent.push(await request.json());
      opening = openingOf({ state: 'draft' });
      return HttpResponse.json(opening, { status: 201 });
    }),
    http.post('*/api/v1/employers', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: '2', name: 'Bharat Forge', industry: null, website: null, contacts: [], openings: 0, archivedAt: null, version: 1 }, { status: 201 });
    }),
  );
  const { user, router } = renderPage({ path: '/dashboard/placement?tab=employers', as: staff });
  await user.click(await screen.findByRole('button', { name: 'Add Employer' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bharat Forge');
  await user.type(screen.getByRole('textbox', { name: /^Contacts/u }), 'Asha Rao, hr@bharat.example, 98000 00001');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Employer' }));
  expect(await screen.findByText('Bharat Forge is saved.')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Add Opening' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add opening' }));
  await user.click(dialog.getByRole('button', { name: 'Add Opening' }));
  expect(await dialog.findAllByText('Please fill this in')).toHaveLength(2);
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Employer' }), 'Acme Tools');
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'CNC operator');
  await user.type(dialog.getByRole('textbox', { name: 'Seats' }), '10');
  await user.type(dialog.getByRole('textbox', { name: /^Pay from/u }), '3,00,000');
  expect(dialog.getByText('₹3,00,000 a year')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add Opening' }));
  expect(await screen.findByRole('button', { name: 'Open for Applications' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(PAGE);
  expect(sent).toEqual([
    { name: 'Bharat Forge', industry: null, website: null, contacts: [{ name: 'Asha Rao', email: 'hr@bharat.example', phone: '98000 00001' }] },
    { employerId: EMPLOYER, title: 'CNC operator', place: null, seats: 10, payFrom: 300_000, payTo: null, tier: 1, lastDay: null, answerDays: 3 },
  ]);
});

it('the dashboard of placement staff has offers that run out with one tap to call, openings and joins', async () => {
  server.use(
    ownProfile('PLACEMENT'),
    dashboard({
      kind: 'placement',
      offers: [{ id: 'o1', openingId: OPENING, employerName: 'Acme Tools', title: 'CNC operator', fullName: 'Asha Rao', phone: '+919800000001', answerBy: '2026-12-01T10:00:00Z' }],
      waiting: 3,
      openings: [{ id: OPENING, employerName: 'Acme Tools', title: 'CNC operator', seats: 10, taken: 7, waiting: 3, closesAt: null }],
      joins: [{ id: 'o2', openingId: OPENING, employerName: 'Acme Tools', title: 'CNC operator', fullName: 'Bina Das', joinsOn: '2026-12-05' }],
      expected: 1,
    }),
  );
  renderPage({ path: '/dashboard', as: staff });
  expect(await screen.findByRole('link', { name: 'Call Asha Rao' })).toHaveAttribute('href', 'tel:+919800000001');
  expect(screen.getByRole('link', { name: '3 offers wait' })).toHaveAttribute('href', '/dashboard/placement?tab=offers&offer=offered');
  expect(within(screen.getByRole('region', { name: 'Openings by days left' })).getByRole('link', { name: 'CNC operator' })).toHaveAttribute('href', PAGE);
  expect(screen.getByRole('region', { name: 'Joins expected' })).toHaveTextContent('Joins on 05 Dec 2026');
});
