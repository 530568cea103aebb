import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { batchOf, companyOf, MANAGE, namesShown, stageOf, userOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { describeCreated, describeSignIn, isDay, isSignIn } from './useUserFilters';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));
const july = batchOf(1, { name: 'July 2026', people: 1 });

function intake() {
  const company = companyOf([
    ...many(12),
    userOf(13, { isActive: false, workLocation: 'Nashik' }),
    userOf(14, { batches: [{ id: july.id, name: july.name }] }),
  ]);
  company.batches = [july, batchOf(2)];
  return company;
}

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}

async function openPanel(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  return within(await screen.findByRole('dialog', { name: 'Filters' }));
}

const arrives = (router: ReturnType<typeof renderPage>['router'], search: string) =>
  waitFor(() => {
    expect(router.state.location.search).toBe(search);
  });

const chip = (name: string | RegExp) => screen.getByRole('button', { name });

describe('further filters of users', () => {
  it('state: chosen at once, beginning at page 1, and taken off by its chip', async () => {
    intake();
    const { user, router } = await open(`${MANAGE}&page=2`);
    const panel = await openPanel(user);
    await user.selectOptions(panel.getByRole('combobox', { name: 'State' }), 'Inactive');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 13Inactive']);
    });
    expect(router.state.location.search).toBe('?tab=manage&status=inactive');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await user.click(chip('Remove filter: State: Inactive'));
    await waitFor(() => {
      expect(namesShown()).toHaveLength(10);
    });
    expect(router.state.location.search).toBe('?tab=manage');
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus();
  });

  it('a location with the people it has, found by typing', async () => {
    const company = intake();
    const { user, router } = await open();
    const panel = await openPanel(user);
    expect(await panel.findByRole('button', { name: /^Pune\s*13$/u })).toBeInTheDocument();
    await user.type(panel.getByRole('textbox', { name: 'Search work location' }), 'N.AS');
    expect(panel.queryByRole('button', { name: /^Pune/u })).not.toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: /^Nashik/u }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?tab=manage&workLocation=Nashik');
    });
    expect(company.asked.at(-1)?.get('workLocation')).toBe('Nashik');
    await user.clear(panel.getByRole('textbox', { name: 'Search work location' }));
    await user.type(panel.getByRole('textbox', { name: 'Search work location' }), 'Satara');
    expect(panel.getByRole('button', { name: 'Exactly “Satara”' })).toBeInTheDocument();
  });

  it('a batch by its name; the chip names it', async () => {
    intake();
    const { user, router } = await open();
    const panel = await openPanel(user);
    await user.type(panel.getByRole('textbox', { name: 'Search batch' }), 'july');
    await waitFor(() => {
      expect(panel.queryByRole('button', { name: /^Batch 2/u })).not.toBeInTheDocument();
    });
    await user.click(panel.getByRole('button', { name: /^July 2026/u }));
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 14']);
    });
    expect(router.state.location.search).toBe(`?tab=manage&batch=${july.id}`);
    expect(panel.getByRole('button', { name: /^July 2026/u })).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText('Batch: July 2026')).toBeInTheDocument();
  });

  it.each([
    ['Stage: Interview', [stageOf(3, 'Interview')]],
    ['Stage: no longer there', []],
  ])('a stage of the address is asked for, and its chip says “%s”', async (words, stages) => {
    const company = intake();
    server.use(http.get('*/api/v1/stages', () => HttpResponse.json({ stages })));
    const { user, router } = await open(`${MANAGE}&stage=${stageOf(3, '').id}`);
    expect(company.asked.at(-1)?.get('stage')).toBe(stageOf(3, '').id);
    await user.click(await screen.findByRole('button', { name: `Remove filter: ${words}` }));
    await arrives(router, '?tab=manage');
  });

  it.each([
    ['From the import: college.xlsx', HttpResponse.json({ fileName: 'college.xlsx' })],
    ['From an import', HttpResponse.json({ message: 'Access denied.' }, { status: 403 })],
  ])('the people of an import are asked for, and the chip says “%s”', async (words, answer) => {
    const company = intake();
    const importId = batchOf(9).id;
    server.use(http.get(`*/api/v1/users/imports/${importId}`, () => answer));
    const { user, router } = await open(`${MANAGE}&fromImport=${importId}`);
    expect(company.asked.at(-1)?.get('fromImport')).toBe(importId);
    await user.click(await screen.findByRole('button', { name: `Remove filter: ${words}` }));
    await arrives(router, '?tab=manage');
  });

  it('a batch that is gone is named so', async () => {
    intake();
    renderPage({ path: `${MANAGE}&batch=${batchOf(9).id}`, as: {} });
    expect(await screen.findByRole('button', { name: 'Remove filter: Batch: no longer there' })).toBeInTheDocument();
    expect(screen.getByText('No users match your search criteria.')).toBeInTheDocument();
  });

  it('created between two days, or lately', async () => {
    const company = intake();
    const { user, router } = await open();
    const panel = await openPanel(user);
    await user.selectOptions(panel.getByRole('combobox', { name: 'Created' }), 'In the last 7 days');
    expect(router.state.location.search).toBe('?tab=manage&createdFrom=-7d');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Created' }), 'Between two days');
    await user.type(panel.getByLabelText('From'), '01071');
    await arrives(router, '?tab=manage');
    await user.keyboard('{Delete}');
    await user.paste('01/07/2026');
    await arrives(router, '?tab=manage&createdFrom=2026-07-01');
    await user.click(panel.getByLabelText('To'));
    await user.paste('31/07/2026');
    await arrives(router, '?tab=manage&createdFrom=2026-07-01&createdTo=2026-07-31');
    await waitFor(() => {
      expect(company.asked.at(-1)?.get('createdTo')).toBe('2026-07-31');
    });
    expect(screen.getByText('Created from 01 Jul 2026 to 31 Jul 2026')).toBeInTheDocument();
  });

  it('last login: never, since a day', async () => {
    intake();
    const { user, router } = await open();
    const panel = await openPanel(user);
    await user.selectOptions(panel.getByRole('combobox', { name: 'Last login' }), 'Never');
    expect(router.state.location.search).toBe('?tab=manage&lastSignIn=never');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Last login' }), 'Since a day');
    await user.click(panel.getByLabelText('Since'));
    await user.paste('01/07/2026');
    await arrives(router, '?tab=manage&lastSignIn=since%3A2026-07-01');
  });

  it('all of them are cleared at once, and one that the list does not know is left out', async () => {
    const company = intake();
    const { user, router } = await open(`${MANAGE}&status=active&workLocation=Pune&createdFrom=soon&lastSignIn=since:never`);
    expect(Object.fromEntries(company.asked[0] ?? [])).toEqual({ page: '1', pageSize: '10', status: 'active', workLocation: 'Pune', sort: '-createdAt' });
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => {
      expect(screen.queryByRole('group', { name: 'Chosen filters' })).not.toBeInTheDocument();
    });
    expect(router.state.location.search).not.toContain('status');
  });
});

it('the people of a figure of placement: its filters are named in chips, and taken off by them', async () => {
  intake();
  const OPENING = '0199f000-8888-7000-8000-000000000001';
  const EMPLOYER = '0199f000-8888-7000-8000-0000000000e1';
  const asked: string[] = [];
  server.use(
    http.get(`*/api/v1/openings/${OPENING}`, () => HttpResponse.json({ id: OPENING, title: 'CNC operator' })),
    http.get('*/api/v1/employers', () => HttpResponse.json({ data: [{ id: EMPLOYER, name: 'Acme Tools' }], page: 1, pageSize: 100, total: 1, totalIsExact: true })),
    http.get('*/api/v1/users', ({ request }) => {
      asked.push(new URL(request.url).search);
    }),
  );
  const { user, router } = await open(`${MANAGE}&opening=${OPENING}&employer=${EMPLOYER}&candidacy=shortlisted&offer=reported&offerFrom=2026-11-01&offerTo=2026-11-30`);
  expect(asked[0]).toContain(`opening=${OPENING}&employer=${EMPLOYER}&candidacy=shortlisted&offer=reported&offerFrom=2026-11-01&offerTo=2026-11-30`);
  expect(await screen.findByRole('button', { name: 'Remove filter: Opening: CNC operator' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Remove filter: Employer: Acme Tools' })).toBeInTheDocument();
  expect(chip('Remove filter: Candidate: Shortlisted')).toBeInTheDocument();
  await user.click(chip('Remove filter: Offer: Joined, reported from 01 Nov 2026 to 30 Nov 2026'));
  await arrives(router, `?tab=manage&opening=${OPENING}&employer=${EMPLOYER}&candidacy=shortlisted`);
});

it('days in words', () => {
  expect(['2026-07-01', '-7d', '-12345d', 'today'].map(isDay)).toEqual([true, true, false, false]);
  expect(['never', 'since:-30d', 'before:2026-07-01', 'never:-7d', 'since', 'since:-7d:x'].map(isSignIn)).toEqual([true, true, true, false, false, false]);
  expect(describeCreated('-7d', null)).toBe('Created in the last 7 days');
  expect(describeCreated(null, '2026-07-31')).toBe('Created until 31 Jul 2026');
  expect(describeCreated('2026-07-01', null)).toBe('Created since 01 Jul 2026');
  expect(describeSignIn('before:-30d')).toBe('Last login: not for 30 days');
  expect(describeSignIn('before:2026-07-01')).toBe('Last login: before 01 Jul 2026');
});
