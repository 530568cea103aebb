import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Board, BoardCard } from '~/api/generated/serverApi';
import { ownProfile, problem } from '~/testing/answers';
import { companyOf, entryOf, MANAGE, stageOf, userOf, USERS } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const stages = [stageOf(11, 'Applied', { kind: 'entry' }), stageOf(12, 'Screening'), stageOf(13, 'Interview'), stageOf(14, 'Selected')];
const [applied, screening, interview] = stages as [(typeof stages)[0], (typeof stages)[0], (typeof stages)[0]];
const cardOf = (number: number, name: string): BoardCard => ({ id: userOf(number).id, fullName: name, code: `R-${number}`, enteredAt: '2026-11-02T08:00:00Z' });
const [asha, bina, chitra] = [cardOf(1, 'Asha Rao'), cardOf(2, 'Bina Iyer'), cardOf(3, 'Chitra Das')] as const;

const BOARD = '/dashboard/users?as=board';

/** Who is in which stage, as the server has it. */
let places: Map<BoardCard, string>;
let more: Partial<Board['stages'][number]>;
let asked: string[];
let sent: unknown[];

beforeEach(() => {
  places = new Map([[asha, applied.id], [bina, applied.id], [chitra, screening.id]]);
  more = {};
  asked = [];
  sent = [];
});

const boardOf = (): Board => ({
  stages: stages.map(({ id }) => {
    const first = [...places.keys()].filter((card) => places.get(card) === id);
    return { id, people: first.length, peopleIsExact: true, first, ...(id === screening.id && more) };
  }),
});

async function open(path = BOARD, ...others: readonly RequestHandler[]) {
  const company = companyOf([userOf(1), userOf(2), userOf(3)]);
  server.use(
    ...others,
    http.get('*/api/v1/stages', () => HttpResponse.json({ stages })),
    http.get('*/api/v1/stages/board', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(boardOf());
    }),
    http.put(`${USERS}/:id/stage`, async ({ params, request }) => {
      const wanted = (await request.json()) as { readonly stageId: string };
      sent.push(wanted);
      const card = [...places.keys()].find(({ id }) => id === params['id']);
      const stage = stages.find(({ id }) => id === wanted.stageId);
      if (card === undefined || stage === undefined) return problem(404, 'not_found', 'The requested resource was not found.');
      places.set(card, stage.id);
      return HttpResponse.json({ entry: entryOf(stage) });
    }),
  );
  const live = createLiveServer();
  const app = renderApp({ path, as: {}, live: live.open });
  await live.connected();
  return { ...app, company, live };
}

const column = (name: string) => within(screen.getByRole('region', { name }));
const names = (stage: string) => column(stage).queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const moveButton = (name: string) => screen.findByRole('button', { name: `Move to…: ${name}` });

/** A drag of the browser's own, which jsdom has only the events of. */
function drag(name: string, to: string) {
  const card = screen.getByRole('link', { name }).closest('li');
  if (card === null) throw new Error('A name stands on no card.');
  const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
  const send = (kind: 'dragStart' | 'dragOver' | 'drop' | 'dragEnd', target: Element) => {
    const event = createEvent[kind](target);
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    fireEvent(target, event);
    return event.defaultPrevented;
  };
  send('dragStart', card);
  const section = screen.getByRole('region', { name: to });
  expect(send('dragOver', section)).toBe(true);
  send('drop', section);
}

it('has the people who match by stage, and leads to all of a stage', async () => {
  more = { people: 10_000, peopleIsExact: false };
  const { user, router } = await open(`${MANAGE}&search=a`);
  await user.click(await screen.findByRole('link', { name: 'Board' }));
  await expect.poll(() => router.state.location.search).toBe('?tab=manage&search=a&as=board');
  await moveButton('Asha Rao');
  expect(asked).toEqual(['?search=a']);
  expect(stages.map(({ name }) => names(name))).toEqual([['Asha Rao', 'Bina Iyer'], ['Chitra Das'], [], []]);
  expect(column('Applied').getByText('R-1')).toBeInTheDocument();
  expect(column('Applied').getAllByText('Since 02 Nov 2026')).toHaveLength(2);
  expect(screen.getByText('10,002+ people')).toBeInTheDocument();
  expect(column('Screening').getByRole('link', { name: 'Show all 10,000+ in the list' })).toHaveAttribute('href', `/dashboard/users?tab=manage&search=a&stage=${screening.id}`);
  expect(column('Interview').getByText('No one is here.')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'List' }));
  await expect.poll(() => router.state.location.search).toBe('?tab=manage&search=a');
  await act(() => router.navigate(-1));
  expect(await moveButton('Asha Rao')).toBeInTheDocument();
});

it('moves a person from the menu at once, and says so', async () => {
  const { user } = await open();
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.use(http.put(`${USERS}/:id/stage`, async () => answered.then(() => undefined)));
  await user.click(await moveButton('Asha Rao'));
  expect(within(screen.getByRole('menu')).getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Screening', 'Interview', 'Selected', 'With a reason…']);
  await user.click(screen.getByRole('menuitem', { name: 'Interview' }));
  expect(names('Interview')).toEqual(['Asha Rao']);
  expect(column('Applied').getByRole('link', { name: '1 Applied' })).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('link', { name: 'Asha Rao' }).closest('li')).toHaveFocus();
  });
  answer();
  expect(await screen.findByText('Asha Rao is in the stage Interview now.')).toBeInTheDocument();
  expect(sent).toEqual([{ stageId: interview.id, from: applied.id, reason: null }]);
  expect(names('Interview')).toEqual(['Asha Rao']);
});

it('is walked with the arrows; m and the first letter of a stage move the person', async () => {
  const { user } = await open();
  const press = async (key: string) => {
    await user.keyboard(key);
    return document.activeElement?.querySelector('h3')?.textContent;
  };
  await moveButton('Asha Rao');
  expect(await press('{ArrowDown}')).toBe('Asha Rao');
  expect(await press('{ArrowDown}')).toBe('Bina Iyer');
  expect(await press('{ArrowRight}')).toBe('Chitra Das');
  expect(await press('{ArrowRight}')).toBe('Chitra Das');
  expect(await press('{ArrowLeft}')).toBe('Asha Rao');
  await user.keyboard('m');
  await screen.findByRole('menu', { name: 'Move Asha Rao to…' });
  await user.keyboard('i');
  expect(await screen.findByText('Asha Rao is in the stage Interview now.')).toBeInTheDocument();
  expect(sent).toEqual([{ stageId: interview.id, from: applied.id, reason: null }]);

  await waitFor(() => {
    expect(screen.queryByRole('menu')).toBeNull();
  });
  act(() => screen.getByRole('link', { name: 'Bina Iyer' }).focus());
  await user.keyboard('m');
  await screen.findByRole('menu', { name: 'Move Bina Iyer to…' });
  // Two stages begin with the first letter.
  await user.keyboard('s');
  expect(sent).toHaveLength(1);
  await user.keyboard('e');
  expect(await screen.findByText('Bina Iyer is in the stage Selected now.')).toBeInTheDocument();
});

it('moves a card that is dragged, and takes it back where the server refuses', async () => {
  await open();
  await moveButton('Asha Rao');
  drag('Asha Rao', 'Screening');
  expect(names('Screening')).toEqual(['Asha Rao', 'Chitra Das']);
  expect(await screen.findByText('Asha Rao is in the stage Screening now.')).toBeInTheDocument();
  server.use(http.put(`${USERS}/:id/stage`, () => problem(403, 'forbidden', 'You may not change this person.')));
  drag('Bina Iyer', 'Screening');
  expect(names('Applied')).toEqual([]);
  expect(await screen.findByText('You may not change this person.')).toBeInTheDocument();
  expect(names('Applied')).toEqual(['Bina Iyer']);
  drag('Bina Iyer', 'Applied');
  expect(sent).toHaveLength(1);
});

it('says where a person is that a colleague has moved first, and shows it', async () => {
  await open();
  await moveButton('Asha Rao');
  server.use(
    http.put(`${USERS}/:id/stage`, () => {
      places.set(asha, screening.id);
      return problem(409, 'stage_moved', 'This person has been moved to another stage meanwhile.', { current: entryOf(screening, { movedBy: 'Ravi Iyer' }) });
    }),
  );
  drag('Asha Rao', 'Interview');
  expect(await screen.findByText('Asha Rao was moved to Screening meanwhile, by Ravi Iyer.')).toBeInTheDocument();
  await waitFor(() => {
    expect(names('Screening')).toEqual(['Asha Rao', 'Chitra Das']);
  });
  expect(names('Interview')).toEqual([]);
});

it('follows the moves of colleagues', async () => {
  const { live } = await open();
  await moveButton('Asha Rao');
  places.set(bina, interview.id);
  act(() => live.push('stages:changed', { stageIds: [applied.id, interview.id], userIds: [bina.id] }));
  await waitFor(() => {
    expect(names('Interview')).toEqual(['Bina Iyer']);
  });
  expect(names('Applied')).toEqual(['Asha Rao']);
});

it('a list of a stage follows them, too; one without a stage does not', async () => {
  const { company, live, router } = await open(`${MANAGE}&stage=${applied.id}`);
  const follow = async () => {
    const before = company.asked.length;
    act(() => live.push('stages:changed', { stageIds: [applied.id], userIds: [] }));
    await waitFor(() => {
      expect(company.asked.length).toBeGreaterThan(before);
    });
  };
  await screen.findByRole('button', { name: 'Edit Person 1' });
  await follow();
  await act(() => router.navigate(`${MANAGE}&reached=${applied.id}&reachedFrom=2026-11-01&reachedTo=2026-11-30`));
  expect(await screen.findByText('Reached: Applied from 01 Nov 2026 to 30 Nov 2026')).toBeInTheDocument();
  await follow();
});

it('asks before all selected people are moved, with the stage on which one of them was dropped', async () => {
  const { user } = await open();
  const tried: unknown[] = [];
  server.use(
    http.post(`${USERS}/bulk`, async ({ request }) => {
      tried.push(await request.json());
      return HttpResponse.json({ total: 2, allowed: 2, unchanged: 0, refused: [], sample: [] });
    }),
  );
  await moveButton('Asha Rao');
  await user.click(screen.getByRole('checkbox', { name: 'Select Asha Rao' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Chitra Das' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  drag('Chitra Das', 'Interview');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Move people to a stage' }));
  expect(await dialog.findByLabelText('Stage')).toHaveDisplayValue(/^Interview/u);
  expect(await dialog.findByRole('button', { name: 'Move 2 People' })).toBeEnabled();
  expect(tried).toEqual([{ action: 'move-stage', stageId: interview.id, reason: null, dryRun: true, select: { ids: [asha.id, chitra.id] } }]);
  expect(sent).toEqual([]);
});

it('shows the board alone to those who may not move people', async () => {
  await open(BOARD, ownProfile('SUPER_ADMIN', { permissions: ['user.view'] }));
  expect(await screen.findByRole('link', { name: 'Asha Rao' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Move to…: Asha Rao' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Asha Rao' }).closest('li')).toHaveAttribute('draggable', 'false');
});

it('has one stage at a time on a phone', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width'), media: query, addEventListener: vi.fn(), removeEventListener: vi.fn(), addListener: vi.fn(), removeListener: vi.fn() }));
  const { user } = await open();
  await moveButton('Asha Rao');
  expect(screen.getAllByRole('tab', { name: /\d$/u }).map(({ textContent }) => textContent)).toEqual(['Applied 2', 'Screening 1', 'Interview 0', 'Selected 0']);
  expect(screen.queryByRole('link', { name: 'Chitra Das' })).toBeNull();
  await user.click(await moveButton('Asha Rao'));
  await user.click(screen.getByRole('menuitem', { name: 'Screening' }));
  expect(screen.queryByRole('link', { name: 'Asha Rao' })).toBeNull();
  expect(await screen.findByRole('tab', { name: 'Screening 2' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Screening 2' }));
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Asha Rao', 'Chitra Das']);
  expect(screen.getByRole('tabpanel', { name: 'Screening 2' })).toBeInTheDocument();
});

it('says when it could not be loaded, and tries again when asked', async () => {
  let isDown = true;
  const { user } = await open(BOARD, http.get('*/api/v1/stages/board', () => (isDown ? problem(503, 'unavailable', 'Down for a moment.') : undefined)));
  expect(await screen.findByText('Down for a moment.')).toBeInTheDocument();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await moveButton('Asha Rao')).toBeInTheDocument();
});
