import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AnnouncementPreview, AnnouncementRequest, RetractRequest } from '~/api/generated/announcementsApi';
import { extendsSession, noImports, noJobs, noNotifications, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp, renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { AnnouncementDetail } from './api';
import { BATCH, ID, pageOf, sentOf } from './testing';
import { WriteToSelected } from './write/WriteToSelected';

const ANNOUNCEMENTS = '*/api/v1/announcements';
const PAGE = `/dashboard/announcements/sent/${ID}`;
const AGAIN = '0199f000-7777-7000-8000-000000000009';
const as = { profile: 'TRAINER', role: 'FACULTY' } as const;

let preview: AnnouncementPreview;
let tried: AnnouncementRequest[];
let sent: { readonly key: string | null; readonly body: AnnouncementRequest }[];
let detail: AnnouncementDetail;
let retracted: RetractRequest[];
let asked: string[];

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

beforeEach(() => {
  sessionStorage.clear();
  preview = { total: 214, reachedInProduct: 205, reachedByMail: 198, waitingForDigest: 3, refused: [{ reason: 'This person is inactive', count: 9 }] };
  tried = [];
  sent = [];
  retracted = [];
  asked = [];
  detail = sentOf();
  const batch = { id: BATCH, name: 'Pune July', code: null, location: null, startsOn: null, endsOn: null, archivedAt: null, people: 214, trainers: [] };
  server.use(
    extendsSession,
    noImports,
    noJobs,
    noNotifications,
    ownProfile('TRAINER'),
    http.get(`*/api/v1/training/batches/${BATCH}`, () => HttpResponse.json(batch)),
    http.get(`*/api/v1/training/batches/${BATCH}/people`, () => HttpResponse.json(pageOf([]))),
    http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [], version: 0 })),
    http.get(ANNOUNCEMENTS, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf([detail, sentOf({ id: AGAIN, title: 'Old news', retractedAt: '2026-11-02T04:30:00Z', byMail: false })]));
    }),
    http.post(ANNOUNCEMENTS, async ({ request }) => {
      const { dryRun, ...body } = (await request.json()) as AnnouncementRequest;
      if (dryRun === true) {
        tried.push(body);
        return HttpResponse.json(preview);
      }
      sent.push({ key: request.headers.get('Idempotency-Key'), body });
      return HttpResponse.json({ id: ID, publishAt: detail.publishAt }, { status: 201 });
    }),
    http.get(`${ANNOUNCEMENTS}/${ID}`, () => HttpResponse.json(detail)),
    http.get(`${ANNOUNCEMENTS}/:id/recipients`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(
        pageOf([
          { userId: 'u1', fullName: 'Asha Rao', email: 'asha@example.com', seenAt: '2026-11-01T05:00:00Z', mailState: 'sent', mailError: null },
          { userId: 'u2', fullName: 'Ravi Rao', email: 'ravi@example.com', seenAt: null, mailState: 'failed', mailError: 'The mailbox is full' },
          { userId: 'u3', fullName: 'Mina Das', email: null, seenAt: null, mailState: null, mailError: null },
        ]),
      );
    }),
    http.post(`${ANNOUNCEMENTS}/${ID}/retract`, async ({ request }) => {
      retracted.push((await request.json()) as RetractRequest);
      detail = { ...detail, retractedAt: '2026-11-01T06:00:00Z', canRetract: false, version: 5 };
      return HttpResponse.json(detail);
    }),
  );
});

async function openDialog() {
  const { user, router } = renderPage({ path: `/dashboard/training/${BATCH}?tab=people`, as });
  await user.click(await screen.findByRole('button', { name: 'Write Announcement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write announcement' }));
  return { user, router, dialog };
}

describe('writing to a batch', () => {
  it('says how many it reaches and how many not, counts anew with mails, and sends once', async () => {
    const { user, router, dialog } = await openDialog();
    expect(dialog.getByText('To everyone in the batch Pune July.')).toBeInTheDocument();
    expect(await dialog.findByText('Reaches 205 of 214 people.')).toBeInTheDocument();
    expect(dialog.getByText('9 people: This person is inactive')).toBeInTheDocument();
    await user.click(dialog.getByRole('switch', { name: 'Also by mail' }));
    expect(await dialog.findByText('Mail to 198 people. 3 wait for tomorrow’s digest. 4 people have no address or want no mails.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Title'), 'No class on Friday');
    await user.type(dialog.getByLabelText('Text'), 'The hall is closed.');
    await user.click(dialog.getByRole('button', { name: 'Send to 205 People' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
    expect(sent).toEqual([{ key: expect.any(String) as string, body: { batchId: BATCH, title: 'No class on Friday', body: 'The hall is closed.', byMail: true } }]);
    expect(tried.map(({ byMail }) => byMail)).toEqual([false, true]);
  });

  it('asks for a title and a text, and says when little room is left', async () => {
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Send to 205 People' }));
    expect(await dialog.findByText('Please give the announcement a title')).toBeInTheDocument();
    expect(dialog.getByText('Please write the text')).toBeInTheDocument();
    await user.click(dialog.getByLabelText('Title'));
    await user.paste('🙂'.repeat(119));
    expect(dialog.getByText('1 character left')).toBeInTheDocument();
    await user.paste('ab');
    expect(dialog.getByText('1 character too many')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Send to 205 People' }));
    expect(await dialog.findByText('Please use at most 120 characters')).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it('keeps what was typed where the dialog is closed by mistake, until it is sent', async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Title'), 'No class on Friday');
    await user.type(dialog.getByLabelText('Text'), 'The hall is closed.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Write Announcement' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText('Title')).toHaveValue('No class on Friday');
    await user.click(await again.findByRole('button', { name: 'Send to 205 People' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await screen.findByRole('heading', { level: 1, name: 'No class on Friday' });
    expect(Object.keys(sessionStorage).filter((key) => key.includes('announcement'))).toEqual([]);
  });

  it('from a thousand people on their number is typed', async () => {
    preview = { ...preview, total: 1_200, reachedInProduct: 1_200, refused: [] };
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Reaches all 1,200 people.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Title'), 'Exams');
    await user.type(dialog.getByLabelText('Text'), 'On Monday.');
    await user.click(dialog.getByRole('button', { name: 'Send to 1,200 People' }));
    expect(await dialog.findByText('Type 1,200 to continue.')).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Number of people'), '1200');
    await user.click(dialog.getByRole('button', { name: 'Send to 1,200 People' }));
    await waitFor(() => expect(sent.map(({ body }) => body.confirm)).toEqual([1_200]));
  });

  it('shows why it was refused: at the field, or above all', async () => {
    const refusals = [{ title: 'This title has letters that are not visible' }, { select: 'You can write to at most 500 people at once' }];
    const refused = http.post(ANNOUNCEMENTS, async ({ request }) => {
      const { dryRun } = (await request.clone().json()) as AnnouncementRequest;
      return dryRun === true ? HttpResponse.json(preview) : problem(422, 'validation_failed', 'Please check the fields', { errors: refusals.shift() });
    });
    server.use(refused);
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Title'), 'Exams');
    await user.type(dialog.getByLabelText('Text'), 'On Monday.');
    await user.click(await dialog.findByRole('button', { name: 'Send to 205 People' }));
    expect(await dialog.findByText('This title has letters that are not visible')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(await dialog.findByRole('button', { name: 'Send to 205 People' }));
    expect(await dialog.findByText('You can write to at most 500 people at once')).toBeInTheDocument();
  });

  it('that reaches no one cannot be sent', async () => {
    preview = { total: 0, reachedInProduct: 0, reachedByMail: 0, waitingForDigest: 0, refused: [] };
    const { dialog } = await openDialog();
    expect(await dialog.findByText('Reaches no one.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  });
});

it('writes to the people who are selected in a list, which is told that it is sent', async () => {
  const onStarted = vi.fn();
  const element = <WriteToSelected select={{ ids: ['u1', 'u2'] }} count={2} countIsExact onClose={vi.fn()} onStarted={onStarted} />;
  const { user } = renderApp({ path: '/', as, pages: [{ path: '/', element }, { path: PAGE, element: <p>Sent</p> }] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Write announcement' }));
  expect(dialog.getByText('To the 2 people that you have selected.')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Title'), 'Exams');
  await user.type(dialog.getByLabelText('Text'), 'On Monday.');
  await user.click(await dialog.findByRole('button', { name: 'Send to 205 People' }));
  expect(await screen.findByText('Sent')).toBeInTheDocument();
  expect(onStarted).toHaveBeenCalledOnce();
  expect(sent.map(({ body }) => body.select)).toEqual([{ ids: ['u1', 'u2'] }]);
});

describe('the announcement', () => {
  it('is taken back within its minute without a question, which counts down and is announced rarely', async () => {
    detail = sentOf({ publishAt: inSeconds(45), total: 0, seen: 0, mailed: 0, failed: 0, unreachable: 0, isSending: true });
    const { user } = renderPage({ path: PAGE, as });
    const bar = within(await screen.findByRole('region', { name: 'Before it goes out' }));
    expect(bar.getByText(/^Goes out in 0:4\d/u)).toBeInTheDocument();
    await user.click(bar.getByRole('button', { name: 'Take Back' }));
    expect(await screen.findByText(/^Taken back 01 Nov 2026, 11:30 am \(Kolkata\)\. It is on no dashboard\. No mail had left\.$/u)).toBeInTheDocument();
    expect(retracted).toEqual([{ version: 4 }]);
    expect(screen.queryByRole('button', { name: 'Take Back' })).toBeNull();
  });

  it('goes out by itself: the bar gives way to what can be done later', async () => {
    detail = sentOf({ publishAt: inSeconds(32) });
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
    renderPage({ path: PAGE, as });
    await screen.findByRole('region', { name: 'Before it goes out' });
    // The countdown begins in an effect, after what is shown: at the latest in the first of these.
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('Goes out in 30 seconds.')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('Goes out in 30 seconds.')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    vi.useRealTimers();
    expect(screen.getByText('The announcement has gone out.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Before it goes out' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Take Back' })).toBeInTheDocument();
  });

  it('is taken back later after a question that says what has left', async () => {
    const { user } = renderPage({ path: PAGE, as });
    await user.click(await screen.findByRole('button', { name: 'Take Back' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Take back “No class on Friday”?' }));
    expect(question.getByText(/55 mails have left, and stay where they are\./u)).toBeInTheDocument();
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(question.getByRole('button', { name: 'Take Back' }));
    expect(await screen.findByText(/55 mails had left\./u)).toBeInTheDocument();
  });

  it('that another has taken back meanwhile is fetched anew, and it is said', async () => {
    server.use(
      http.post(`${ANNOUNCEMENTS}/${ID}/retract`, () => {
        detail = { ...detail, retractedAt: '2026-11-01T06:00:00Z', canRetract: false };
        return problem(409, 'edit_conflict', 'This announcement has been changed meanwhile. Look at it again.');
      }),
    );
    const { user } = renderPage({ path: PAGE, as });
    await user.click(await screen.findByRole('button', { name: 'Take Back' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take Back' }));
    expect(await screen.findByText('This announcement has been changed meanwhile. Look at it again.')).toBeInTheDocument();
    expect(await screen.findByText(/^Taken back 01 Nov/u)).toBeInTheDocument();
  });

  it('shows its numbers, each of which opens its recipients, with the reason of a failure', async () => {
    const { user } = renderPage({ path: PAGE, as });
    const totals = within(await screen.findByRole('region', { name: 'Totals' }));
    expect(totals.getByRole('link', { name: '23 Seen' })).toBeInTheDocument();
    const people = within(screen.getByRole('region', { name: 'Recipients' }));
    expect(await people.findByText('The mailbox is full')).toBeInTheDocument();
    expect(people.getByText('No mail')).toBeInTheDocument();
    // Trainers have no pages of people, and are not shown addresses.
    expect(people.queryByRole('columnheader', { name: 'Email' })).toBeNull();
    expect(people.queryByRole('link', { name: 'Asha Rao' })).toBeNull();
    await user.click(totals.getByRole('link', { name: '2 Mails failed' }));
    expect(await people.findByRole('button', { name: 'Mails failed 2', pressed: true })).toBeInTheDocument();
    await waitFor(() => expect(asked.at(-1)).toContain('state=failed'));
  });

  it('shows administrators the addresses, and why there is no mail', async () => {
    server.use(ownProfile('ADMIN'));
    renderPage({ path: PAGE, as: { profile: 'ADMIN' } });
    const people = within(await screen.findByRole('region', { name: 'Recipients' }));
    expect(await people.findByText('No address')).toBeInTheDocument();
    expect(people.getByRole('link', { name: 'Asha Rao' })).toBeInTheDocument();
    expect(people.getByRole('table')).toHaveTextContent('asha@example.com');
  });

  it('without mails says nothing of them', async () => {
    detail = sentOf({ byMail: false });
    renderPage({ path: PAGE, as });
    await screen.findByRole('region', { name: 'Totals' });
    expect(screen.queryByText('Mails failed')).toBeNull();
  });

  it('is written again to those who have not seen it, once', async () => {
    const again: unknown[] = [];
    server.use(
      http.post(`${ANNOUNCEMENTS}/${ID}/again`, async ({ request }) => {
        again.push([await request.json(), request.headers.get('Idempotency-Key') !== null]);
        return HttpResponse.json({ id: AGAIN, publishAt: inSeconds(60) }, { status: 201 });
      }),
      http.get(`${ANNOUNCEMENTS}/${AGAIN}`, () => HttpResponse.json(sentOf({ id: AGAIN, audience: 'Not seen: Batch Pune July' }))),
    );
    const { user, router } = renderPage({ path: PAGE, as });
    await user.click(await screen.findByRole('button', { name: 'Write Again to the 37 Who Have Not Seen It' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Write again?' }));
    expect(question.getByText(/goes out in a minute/u)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Send to 37 People' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/announcements/sent/${AGAIN}`));
    expect(again).toEqual([[{ to: 'unseen' }, true]]);
  });

  it('is fetched anew when the job that adds its recipients says so', async () => {
    detail = sentOf({ total: 30 });
    const live = createLiveServer();
    renderApp({ path: PAGE, as, live: live.open });
    expect(await screen.findByRole('link', { name: '30 Recipients' })).toBeInTheDocument();
    await live.connected();
    detail = sentOf({ total: 60 });
    act(() => live.push('bulk:summary', summaryOf()));
    expect(await screen.findByRole('link', { name: '60 Recipients' })).toBeInTheDocument();
  });

  it('that there is not, or that is not the reader’s, leads back to the list', async () => {
    server.use(http.get(`${ANNOUNCEMENTS}/${ID}`, () => problem(404, 'not_found', 'Not found.')));
    renderPage({ path: PAGE, as });
    expect(await screen.findByRole('link', { name: 'See sent announcements' })).toHaveAttribute('href', '/dashboard/announcements/sent');
  });
});

const summaryOf = () => ({
  id: ID, action: 'announce', set: null, reason: null, batch: null, stage: null, state: 'completed', total: 60, processed: 60, done: 60, unchanged: 0, failed: 0, undone: 0,
  startedBy: null, startedAt: '2026-11-01T04:29:00Z', finishedAt: null, canUndo: false, undoUntil: null, etaSeconds: null, version: 9, serverTime: new Date().toISOString(), isWorkerAway: false,
});

describe('the list of what was sent', () => {
  it('leads to each, and says what was taken back', async () => {
    renderPage({ path: '/dashboard/announcements/sent', as });
    const table = within(await screen.findByRole('table', { name: 'Sent announcements' }));
    expect(table.getByRole('link', { name: 'No class on Friday' })).toHaveAttribute('href', PAGE);
    expect(table.getByText('55, 2 failed')).toBeInTheDocument();
    expect(table.getByText('Taken back')).toBeInTheDocument();
  });

  it('of one batch can be left for all', async () => {
    const { user } = renderPage({ path: `/dashboard/announcements/sent?batch=${BATCH}`, as });
    await screen.findByText('Those to one batch.');
    expect(asked.at(-1)).toContain(`batch=${BATCH}`);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(asked.at(-1)).not.toContain('batch='));
  });

  it('is for those who may write', async () => {
    server.use(ownProfile('TRAINEE'));
    renderPage({ path: '/dashboard/announcements/sent', as: { profile: 'TRAINEE' } });
    expect(await screen.findByText(/^Required profiles:/u)).toBeInTheDocument();
  });
});
