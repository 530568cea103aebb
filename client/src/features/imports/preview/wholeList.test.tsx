import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, answersProblems, answersRows, answersSnapshot, completedSnapshot, IMPORT_ID, OWNER_ID, readySnapshot, rowOf, snapshotOf } from '../testing';

const PATH = `*/api/v1/users/imports/${IMPORT_ID}`;
let asked: unknown[];
let allowed: number;

beforeEach(() => {
  asked = [];
  allowed = 9;
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noImports,
    answersProblems(() => []),
    answersRows(() => [rowOf(1)]),
    answersSnapshot(() => readySnapshot({ mode: 'update', totalRows: 3, validRows: 0, invalidRows: 3, changedRows: 0, unchangedRows: 3, version: 30 })),
    http.get('*/api/v1/batches', () => HttpResponse.json({ data: [], page: 1, pageSize: 100, total: 0, totalIsExact: true })),
    http.get('*/api/v1/users/values', () => HttpResponse.json({ values: [{ value: 'Pune', people: 12 }] })),
    http.get(`${PATH}/missing`, ({ request }) => {
      expect(new URL(request.url).searchParams.get('workLocation')).toBe('Pune');
      const data = [{ id: OWNER_ID, fullName: 'Asha Rao', email: 'asha@example.org', phone: '+919800000001' }];
      const refused = [{ reason: 'You may not change people with the profile Super Admin.', count: 1 }];
      return HttpResponse.json({ data, page: 1, pageSize: 5, total: allowed + 1, totalIsExact: true, people: 12, allowed, refused, unmatched: 1, knownPhones: 0, threshold: 20 });
    }),
    http.post(`${PATH}/start`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(snapshotOf({ version: 31 }));
    }),
  );
});

async function chosen() {
  const { user } = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
  await user.click(await screen.findByRole('button', { name: 'See Who Is Missing in This File…' }));
  const list = within(await screen.findByRole('region', { name: 'Whole list' }));
  await list.findByRole('option', { name: 'Pune' });
  await user.selectOptions(list.getByLabelText('Work location'), 'Pune');
  return { user, list };
}

describe('a file that is the whole list of a scope', () => {
  it('shows who is missing, and deactivates many of them only with their number typed', async () => {
    const { user, list } = await chosen();
    expect(await list.findByText('10 of 12 people are missing in this file (83 %)')).toBeInTheDocument();
    expect(list.getByText((_text, node) => node?.tagName === "SPAN" && node.textContent === 'asha@example.org')).toBeInTheDocument();
    expect(list.getByText(/1 row has no email that can be read/u)).toBeInTheDocument();
    expect(list.getByText('1 person: You may not change people with the profile Super Admin.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Upload 0 Valid Users' })).toBeDisabled();
    await user.click(list.getByRole('radio', { name: 'Deactivate 9 people' }));
    await user.click(screen.getByRole('button', { name: 'Deactivate 9 People' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 9 people?' }));
    await user.click(dialog.getByRole('button', { name: 'Deactivate 9 People' }));
    expect(await dialog.findByText('Type 9 to continue.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Number of people to deactivate'), '9');
    await user.click(dialog.getByRole('button', { name: 'Deactivate 9 People' }));
    await screen.findByRole('heading', { name: 'Processing Users...' });
    const scope = { batchId: null, workLocation: 'Pune', profile: null };
    expect(asked).toEqual([{ invite: true, sync: { scope, missing: 'deactivate', people: 9, typed: 9 } }]);
  });

  it('counts again where other people are missing by now', async () => {
    server.use(http.post(`${PATH}/start`, () => problem(409, 'missing_people_changed', '2 people would be deactivated now, and not 1.')));
    allowed = 1;
    const { user, list } = await chosen();
    await user.click(await list.findByRole('radio', { name: 'Deactivate 1 person' }));
    await user.click(screen.getByRole('button', { name: 'Deactivate 1 Person' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 1 person?' }));
    allowed = 2;
    await user.click(dialog.getByRole('button', { name: 'Deactivate 1 Person' }));
    expect(await screen.findByText('2 people would be deactivated now, and not 1.')).toBeInTheDocument();
    expect(await list.findByRole('radio', { name: 'Deactivate 2 people' })).toBeChecked();
  });

  it('has results that lead to who was deactivated', async () => {
    server.use(answersSnapshot(() => completedSnapshot({ sync: { missing: 'deactivate', people: 9, jobId: OWNER_ID } })));
    renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
    expect(await screen.findByRole('link', { name: 'Show Who' })).toHaveAttribute('href', `/dashboard/users/jobs/${OWNER_ID}`);
  });
});
