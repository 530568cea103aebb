import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Funnel, FunnelStep } from '~/api/generated/serverApi';
import { dayOfMoment } from '~/lib/format';
import { noImports, problem } from '~/testing/answers';
import { batchOf, companyOf, stageOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const [screening, placed] = [stageOf(1, 'Screening'), stageOf(2, 'Placed')] as const;
const today = dayOfMoment(new Date());
const july = batchOf(1, { name: 'July 2026', people: 9 });

let asked: string[];
let answered: Partial<Funnel>;

const stepOf = ({ id, name }: typeof screening, given: Partial<FunnelStep>): FunnelStep => ({ stageId: id, name, reached: 0, now: 0, medianDays: null, p90Days: null, leftTo: [], ...given });

beforeEach(() => {
  asked = [];
  answered = {};
});

async function open(path = '/dashboard', profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN') {
  companyOf([], profile).batches = [july];
  server.use(
    noImports,
    http.get('*/api/v1/stages/funnel', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.toString());
      const steps = [stepOf(screening, { reached: 1_200, now: 12, medianDays: 4, p90Days: 9.5, leftTo: [{ stageId: placed.id, people: 30 }] }), stepOf(placed, { reached: 30 })];
      return HttpResponse.json({ from: query.get('from') ?? '2026-09-01', to: query.get('to') ?? today, at: '2026-11-29T08:00:00Z', steps, ...answered });
    }),
  );
  const app = renderPage({ path, as: { profile } });
  const panel = within(await screen.findByRole('region', { name: 'Way through the stages' }));
  return { ...app, panel };
}

const hrefOf = (element: HTMLElement) => Object.fromEntries(new URL(element.getAttribute('href') ?? '', window.location.origin).searchParams);

it.each(['SUPER_ADMIN', 'ADMIN', 'MANAGEMENT'] as const)('is on the dashboard of %s, and each number leads to its people', async (profile) => {
  const { panel } = await open('/dashboard', profile);
  const reached = await panel.findByRole('link', { name: '1,200 reached Screening' });
  const from = new URLSearchParams(asked[0]).get('from') ?? '';
  expect((Date.parse(today) - Date.parse(from)) / 86_400_000).toBe(89);
  expect(hrefOf(reached)).toEqual({ tab: 'manage', reached: screening.id, reachedFrom: from, reachedTo: today });
  expect(hrefOf(panel.getByRole('link', { name: '12 in Screening now' }))).toEqual({ tab: 'manage', stage: screening.id });
  expect(panel.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'StageReachedThere nowDays, medianDays, 90 %Went on to',
    'Screening1,2001249.5Placed 30',
    'Placed300———',
  ]);
});

it('who was there at the end of days that are over is a number alone', async () => {
  const { panel } = await open('/dashboard?funnel=between&from=2026-07-01&to=2026-07-31');
  expect(hrefOf(await panel.findByRole('link', { name: '1,200 reached Screening' }))).toEqual({ tab: 'manage', reached: screening.id, reachedFrom: '2026-07-01', reachedTo: '2026-07-31' });
  expect(asked).toEqual(['from=2026-07-01&to=2026-07-31']);
  expect(panel.getByText('There at the end')).toBeInTheDocument();
  expect(panel.queryByRole('link', { name: '12 in Screening now' })).toBeNull();
});

it('a period and a batch are chosen, and are in the address', async () => {
  const { panel, user, router } = await open();
  await user.selectOptions(panel.getByRole('combobox', { name: 'Days' }), 'Last 30 days');
  await user.click(panel.getByRole('button', { name: 'All batches' }));
  await user.click(await screen.findByRole('button', { name: /^July 2026/u }));
  await expect.poll(() => router.state.location.search).toBe(`?funnel=30&batch=${july.id}`);
  await user.keyboard('{Escape}');
  expect(await panel.findByRole('button', { name: 'Batch: July 2026' })).toBeInTheDocument();
  await vi.waitFor(() => {
    expect(hrefOf(panel.getByRole('link', { name: '12 in Screening now' }))).toEqual({ tab: 'manage', stage: screening.id, everInBatch: july.id });
  });
  expect(hrefOf(panel.getByRole('link', { name: '30 reached Placed' }))).toMatchObject({ reached: placed.id, everInBatch: july.id });
  expect(new URLSearchParams(asked.at(-1)).get('batch')).toBe(july.id);
});

it('says which days cannot be counted', async () => {
  const { panel, user, router } = await open('/dashboard?funnel=between&from=2026-07-01&to=2026-07-31');
  await panel.findByText('Screening');
  server.use(http.get('*/api/v1/stages/funnel', () => problem(422, 'validation_failed', 'Validation failed', { errors: { to: 'The last day must not be before the first, nor more than ten years after it' } })));
  await user.click(panel.getByLabelText('To'));
  await user.paste('30/06/2026');
  expect(await panel.findByText(/The last day must not be before the first/u)).toBeInTheDocument();
  expect(router.state.location.search).toContain('to=2026-06-30');
});

it('a phone says how long people stayed only where some have left', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width'), media: query, addEventListener: vi.fn(), removeEventListener: vi.fn(), addListener: vi.fn(), removeListener: vi.fn() }));
  const { panel } = await open();
  expect(await panel.findByText('Days: median 4, 90 % at most 9.5')).toBeInTheDocument();
  expect(panel.getAllByText(/^Days: median/u)).toHaveLength(1);
});
