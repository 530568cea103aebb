import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { DuplicatePair, DuplicatesRequest, ProbableDuplicate } from '~/api/generated/serverApi';
import { problem } from '~/testing/answers';
import { companyOf, MANAGE, nothingOf, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const DUPLICATES = `${USERS}/duplicates`;
const PAGE = '/dashboard/users/duplicates';
/** The page asks every two seconds. */
const PATIENT = { timeout: 20_000 };
const known: ProbableDuplicate = { id: userOf(7).id, fullName: 'राजेश्वरी देवी', label: 'raji@example.com', evidence: ['phone'] };

/** A server that finds these for every person who is typed. */
function finds(...duplicates: ProbableDuplicate[]) {
  const asked: DuplicatesRequest[] = [];
  server.use(
    http.post(DUPLICATES, async ({ request }) => {
      asked.push((await request.json()) as DuplicatesRequest);
      return HttpResponse.json({ duplicates });
    }),
  );
  return asked;
}

it('the form warns of people with a name alike and the same phone, once it has both, and leads to them', async () => {
  companyOf([]);
  const asked = finds(known);
  const { user } = renderPage({ path: '/dashboard/users/new', as: {} });
  await user.type(await screen.findByLabelText('Full name'), 'Rajeshwari');
  await user.click(screen.getByLabelText('Phone'));
  await user.paste('98765 43210');
  const list = await screen.findByRole('list', { name: 'Probable duplicates' });
  expect(within(list).getByRole('listitem')).toHaveTextContent('राजेश्वरी देवी (raji@example.com): same phone');
  expect(screen.getByText('Probably the same person, with a name alike:')).toBeInTheDocument();
  expect(within(list).getByRole('link')).toHaveAttribute('href', `/dashboard/users/people/${known.id}`);
  expect(asked).toEqual([{ fullName: 'Rajeshwari', dateOfBirth: '', phone: '+919876543210' }]);
  await user.clear(screen.getByLabelText('Phone'));
  await waitFor(() => {
    expect(screen.queryByRole('list', { name: 'Probable duplicates' })).not.toBeInTheDocument();
  });
});

it('the panel of a person warns as well, and the person is not compared with themselves', async () => {
  const person = userOf(1);
  companyOf([person]);
  server.use(...nothingOf);
  const asked = finds({ ...known, evidence: ['dateOfBirth', 'phone'] });
  renderPage({ path: `${MANAGE}&person=${person.id}`, as: {} });
  expect(await screen.findByText(/same date of birth and phone$/u)).toBeInTheDocument();
  expect(asked).toEqual([{ fullName: person.fullName, dateOfBirth: person.dateOfBirth, phone: person.phone, userId: person.id }]);
});

it('the list leads to all pairs, each with what the two have in common', async () => {
  companyOf([userOf(1), userOf(2)]);
  const pair: DuplicatePair = { older: userOf(1, { fullName: 'Rajeshwari' }), newer: userOf(2, { fullName: 'राजेश्वरी', isActive: false }), evidence: ['dateOfBirth'] };
  server.use(http.get(DUPLICATES, () => HttpResponse.json({ pairs: [pair], isWhole: false, asOf: '2026-03-03T10:00:00Z', isOutdated: false })));
  const { user } = renderPage({ path: MANAGE, as: {} });
  await user.click(await screen.findByText('Probable duplicates'));
  const list = await screen.findByRole('list', { name: 'Probable duplicates' });
  const item = within(list).getByRole('listitem');
  expect(item).toHaveTextContent(/^Rajeshwariperson1@example.com · 12 Mar 1999 · Traineeराजेश्वरीperson2@example.com · 12 Mar 1999 · Trainee · Inactivesame date of birth/u);
  expect(screen.getByText('These are the newest pairs. There may be more.')).toBeInTheDocument();
  expect(screen.getByText(/^As of [^.]*$/u)).toBeInTheDocument();
});

it('the page says that there are none, and what could not be loaded', async () => {
  companyOf([]);
  let isDown = true;
  server.use(http.get(DUPLICATES, () => (isDown ? problem(500, 'internal_error', 'Something broke') : HttpResponse.json({ pairs: [], isWhole: true }))));
  const { user } = renderPage({ path: PAGE, as: {} });
  expect(await screen.findByText('Something broke')).toBeInTheDocument();
  isDown = false;
  await user.click(screen.getByText('Try again'));
  expect(await screen.findByText('No probable duplicates')).toBeInTheDocument();
});

it('while people are compared the page says so, shows the list by itself, and says when a newer one is made', async () => {
  companyOf([userOf(1), userOf(2)]);
  const made = { pairs: [{ older: userOf(1), newer: userOf(2), evidence: ['phone'] }], isWhole: true, asOf: '2026-03-03T10:00:00Z', isOutdated: true };
  const answers = [{ pairs: [], isWhole: false, asOf: null, isOutdated: true }, made, { ...made, asOf: '2026-03-03T10:00:00Z', isOutdated: false }];
  server.use(http.get(DUPLICATES, () => HttpResponse.json(answers.length > 1 ? answers.shift() : answers[0])));
  renderPage({ path: PAGE, as: {} });
  expect(await screen.findByText('Comparing people…')).toBeInTheDocument();
  expect(screen.queryByText('No probable duplicates')).not.toBeInTheDocument();
  expect(await screen.findByText(/^As of .*\. People have changed since and are compared anew\.$/u, undefined, PATIENT)).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Probable duplicates' })).toBeInTheDocument();
  expect(await screen.findByText(/^As of [^.]*$/u, undefined, PATIENT)).toBeInTheDocument();
});

it('two accounts are merged: one stays, with what was chosen of the other, and the merge can be undone', async () => {
  const older = userOf(1, { fullName: 'Rajeshwari', workLocation: 'Pune', version: 4 });
  const newer = userOf(2, { fullName: 'राजेश्वरी', workLocation: 'Kochi', phone: older.phone, lastSignInAt: '2026-03-02T10:00:00Z', version: 2 });
  companyOf([older, newer]);
  const sent: unknown[] = [];
  const done = { id: 'm1', survivor: { id: newer.id, fullName: newer.fullName }, merged: { id: older.id, fullName: older.fullName }, mergedAt: '2026-03-03T10:00:00Z', until: '2026-03-04T10:00:00Z' };
  const merges: unknown[] = [];
  server.use(
    http.get(DUPLICATES, () => HttpResponse.json({ pairs: merges.length === 0 ? [{ older, newer, evidence: ['dateOfBirth', 'phone'] }] : [], isWhole: true })),
    http.get(`${USERS}/merges`, () => HttpResponse.json({ merges })),
    http.post(`${USERS}/:id/merge`, async ({ params, request }) => {
      sent.push([params['id'], await request.json()]);
      merges.push(done);
      return HttpResponse.json(newer);
    }),
    http.post(`${USERS}/merges/m1/undo`, () => {
      merges.pop();
      return HttpResponse.json(newer);
    }),
  );
  const { user } = renderPage({ path: PAGE, as: {} });
  await user.click(await screen.findByRole('button', { name: 'Merge Rajeshwari and राजेश्वरी' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge two accounts' }));
  // The one that was logged in to; both values of what differs, and nothing of what does not.
  expect(dialog.getByRole('radio', { name: /^राजेश्वरी person2/u })).toBeChecked();
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(3);
  await user.click(dialog.getByRole('radio', { name: 'Pune' }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Rajeshwari was merged into राजेश्वरी')).toBeInTheDocument();
  expect(sent).toEqual([[newer.id, { mergedId: older.id, take: ['workLocation'], version: 2, mergedVersion: 4 }]]);
  await user.click(screen.getByRole('button', { name: 'Undo the merge of Rajeshwari' }));
  expect(await screen.findByText('The merge is undone')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Merge Rajeshwari and राजेश्वरी' })).toBeInTheDocument();
});

it('a refusal stays in the dialog, and who may not delete people is not offered a merge', async () => {
  const [older, newer] = [userOf(1), userOf(2)];
  companyOf([older, newer]);
  server.use(
    http.get(DUPLICATES, () => HttpResponse.json({ pairs: [{ older, newer, evidence: ['dateOfBirth'] }], isWhole: true })),
    http.get(`${USERS}/merges`, () => HttpResponse.json({ merges: [] })),
    http.post(`${USERS}/:id/merge`, () => problem(409, 'conflict', 'One of these people was merged')),
  );
  const { user, unmount } = renderPage({ path: PAGE, as: {} });
  await user.click(await screen.findByRole('button', { name: /^Merge/u }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('One of these people was merged')).toBeInTheDocument();
  unmount();
  companyOf([older, newer], 'ADMIN');
  server.use(http.get(DUPLICATES, () => HttpResponse.json({ pairs: [{ older, newer, evidence: ['dateOfBirth'] }], isWhole: true })));
  renderPage({ path: PAGE, as: {} });
  expect(await screen.findByText('same date of birth')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Merge/u })).not.toBeInTheDocument();
});
