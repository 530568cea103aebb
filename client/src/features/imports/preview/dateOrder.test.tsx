import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportRow, ImportSnapshot } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSnapshot, IMPORT_ID, nth, OWNER_ID, readySnapshot, rowOf } from '../testing';

async function preview() {
  const app = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, bodyRows: () => screen.getAllByRole('row').slice(1) };
}

describe('the dates of birth', () => {
  const ORDER = `*/api/v1/users/imports/${IMPORT_ID}/date-order`;
  const example = { value: '02/06/2003', day: '2003-06-02', month: '2003-02-06' };
  let current: Partial<ImportSnapshot>;
  let rows: ImportRow[];

  beforeEach(() => {
    current = { dateExample: example, totalRows: 1, validRows: 1, warningRows: 0, invalidRows: 0 };
    rows = [rowOf(1, { values: { ...rowOf(1).values, dateOfBirth: '02/06/2003' } })];
    server.use(
      extendsSession,
      ownProfile('SUPER_ADMIN'),
      noImports,
      answersSnapshot(() => readySnapshot(current)),
      answersProblems(() => []),
      answersRows(() => rows),
    );
  });

  it('read as 06 Feb 2003, and as typed where they are none', async () => {
    rows = [rowOf(1), rowOf(2, { values: { ...rowOf(2).values, dateOfBirth: '1990-02-30' } })];
    const { bodyRows } = await preview();
    expect(within(nth(bodyRows(), 0)).getByText('12 Mar 1999')).toBeInTheDocument();
    expect(within(nth(bodyRows(), 1)).getByText('1990-02-30')).toBeInTheDocument();
  });

  it('are asked about once, before anything can be uploaded', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(ORDER, async ({ request }) => {
        sent.push(await request.json());
        current = { ...current, dateOrder: 'day', dateExample: null, remarks: ['Dates are read as day/month/year, as chosen in the preview.'], version: 9 };
        rows = [rowOf(1, { values: { ...rowOf(1).values, dateOfBirth: '2003-06-02' } })];
        return HttpResponse.json(readySnapshot({ ...current, state: 'validating', checkedRows: 0, version: 8 }));
      }),
    );
    const { user } = await preview();
    const question = within(screen.getByRole('group', { name: '02/06/2003: 2 June or 6 February?' }));
    expect(screen.getByText('02/06/2003')).toBeInTheDocument();
    expect(screen.getByText('Choose above whether the day or the month comes first.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Upload 1 Valid User' })).toBeDisabled();
    expect(question.getByRole('button', { name: '6 February (month/day/year)' })).toBeEnabled();
    await user.click(question.getByRole('button', { name: '2 June (day/month/year)' }));
    expect(sent).toEqual([{ order: 'day' }]);
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
  });

  it('say in which order they were read, and can be read in the other', async () => {
    const sent: unknown[] = [];
    const remark = 'Dates are read as day/month/year, because the file has days above 12 in first place.';
    current = { ...current, dateOrder: 'day', dateExample: null, remarks: [remark] };
    server.use(
      http.put(ORDER, async ({ request }) => {
        sent.push(await request.json());
        return problem(409, 'wrong_import_state', 'The file is still being checked. Please wait until the preview is ready.');
      }),
    );
    const { user } = await preview();
    await user.click(screen.getByRole('button', { name: remark }));
    expect(screen.getByRole('button', { name: 'Upload 1 Valid User' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Read as month/day/year' }));
    expect(await screen.findByText('The file is still being checked. Please wait until the preview is ready.')).toBeInTheDocument();
    expect(sent).toEqual([{ order: 'month' }]);
  });

  it('are asked about in words where none of them fits both orders', async () => {
    current = { ...current, dateExample: { value: '05/14/2003', day: null, month: '2003-05-14' } };
    await preview();
    const question = within(screen.getByRole('group', { name: 'Does the day or the month come first in the dates?' }));
    expect(question.getAllByRole('button').map((button) => button.textContent)).toEqual(['day/month/year', 'month/day/year']);
  });
});
