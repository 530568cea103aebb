import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { Field, ImportRow, LastChange, ProblemOfRows, SpellingOfRows, ValueOfRows } from '../api';
import { answersProblems, answersRows, answersSnapshot, IMPORT_ID, nth, OWNER_ID, readySnapshot, rowOf } from '../testing';

const PATH = `*/api/v1/users/imports/${IMPORT_ID}`;

interface Call {
  readonly what: string;
  readonly body: unknown;
}

/** A preview of three rows as the server has it, which tests change; row 2 has an email that is none. */
export function previewOfThree() {
  const stored = {
    rows: [
      rowOf(1),
      rowOf(2, {
        status: 'invalid',
        values: { ...rowOf(2).values, email: 'not-an-email' },
        errors: [{ field: 'email', message: 'Invalid email format' }],
      }),
      rowOf(3, { values: { ...rowOf(3).values, workLocation: 'Bombay' } }),
    ] as readonly ImportRow[],
    version: 10,
    /** What the file has beside the usual columns. */
    columns: readySnapshot().columns as readonly string[],
    problems: [] as readonly ProblemOfRows[],
    spellings: [] as readonly SpellingOfRows[],
    values: [] as readonly ValueOfRows[],
    /** Rows that a mapping changes. */
    mapped: 0,
    /** The changes that are left, the last one at the end. */
    changes: [] as readonly LastChange[],
  };
  let changed = 0;
  const change = (given: Partial<LastChange>, by = { id: OWNER_ID, fullName: 'Olive Owner' }) => {
    changed += 1;
    const none = { kind: 'edit', rows: 1, row: null, position: null, field: null, from: null, to: null } as const;
    stored.changes = [...stored.changes, { ...none, number: changed, by, ...given }];
  };
  const calls: Call[] = [];
  const replace = (number: number, change: Partial<ImportRow>) => {
    stored.rows = stored.rows.map((row) => (row.row === number ? { ...row, ...change } : row));
    stored.version += 1;
  };
  const snapshot = () => {
    const invalidRows = stored.rows.filter(({ status }) => status === 'invalid').length;
    const { length } = stored.rows;
    return readySnapshot({ columns: [...stored.columns], totalRows: length, validRows: length - invalidRows, warningRows: 0, invalidRows, version: stored.version, lastChange: stored.changes.at(-1) ?? null });
  };
  const handlers = [
    answersSnapshot(snapshot),
    answersProblems(() => stored.problems, () => stored.spellings),
    answersRows((status) => stored.rows.filter((row) => status === null || (row.status === 'invalid') === (status === 'invalid'))),
    http.get(`${PATH}/values`, () => HttpResponse.json({ values: stored.values })),
    http.post(`${PATH}/values`, async ({ request }) => {
      const body = (await request.json()) as { field: Field; from: string; to: string; dryRun?: boolean };
      calls.push({ what: 'map', body });
      if (body.dryRun !== true) {
        change({ kind: 'mapping', rows: stored.mapped, field: body.field, from: body.from, to: body.to });
        stored.version += 1;
      }
      return HttpResponse.json({ rows: stored.mapped });
    }),
    http.post(`${PATH}/values/changes`, async ({ request }) => {
      calls.push({ what: 'map all', body: await request.json() });
      change({ kind: 'mapping', rows: stored.mapped });
      stored.version += 1;
      return HttpResponse.json({ rows: stored.mapped });
    }),
    http.post(`${PATH}/rows/edit`, async ({ request }) => {
      const body = (await request.json()) as { rows: { row: number; version: number; values: Record<string, string> }[] };
      calls.push({ what: 'edit all', body });
      const stale = stored.rows.find(({ row, version }) => body.rows.some((each) => each.row === row && each.version !== version));
      if (stale !== undefined) return HttpResponse.json({ success: false, code: 'row_changed', message: 'This row has been changed meanwhile.', row: stale }, { status: 409 });
      change({ rows: body.rows.length });
      for (const { row, version, values } of body.rows) {
        const held = nth(stored.rows.filter((each) => each.row === row), 0);
        replace(row, { values: { ...held.values, ...values }, version: version + 1 });
      }
      return HttpResponse.json({ rows: stored.rows.filter(({ row }) => body.rows.some((each) => each.row === row)) });
    }),
    http.post(`${PATH}/rows/undo`, async ({ request }) => {
      const body = (await request.json()) as { number: number };
      calls.push({ what: 'undo', body });
      const lastChange = stored.changes.at(-1);
      if (lastChange !== undefined && lastChange.number !== body.number) {
        const message = 'Another change has been made or undone meanwhile. Nothing was undone.';
        return HttpResponse.json({ success: false, code: 'another_change', message, lastChange }, { status: 409 });
      }
      stored.changes = stored.changes.slice(0, -1);
      stored.version += 1;
      return HttpResponse.json(snapshot());
    }),
    http.delete(`${PATH}/rows`, async ({ request }) => {
      const body = (await request.json()) as { rows: number[] };
      calls.push({ what: 'delete', body });
      change({ kind: 'deletion', rows: body.rows.length });
      stored.rows = stored.rows.filter(({ row }) => !body.rows.includes(row));
      stored.version += 1;
      return HttpResponse.json(snapshot());
    }),
    http.patch(`${PATH}/rows/:row`, async ({ request, params }) => {
      const body = (await request.json()) as { values: Record<string, string>; version: number };
      calls.push({ what: `edit ${String(params['row'])}`, body });
      const row = nth(stored.rows.filter(({ row: number }) => number === Number(params['row'])), 0);
      if (row.version !== body.version) {
        const message = 'This row has been changed meanwhile.';
        return HttpResponse.json({ success: false, code: 'row_changed', message, row }, { status: 409 });
      }
      const values = { ...row.values, ...body.values };
      change({ row: row.row, position: row.position, field: nth(Object.keys(body.values) as Field[], 0) });
      const isEmail = values.email.includes('@');
      replace(row.row, {
        values,
        version: row.version + 1,
        editedBy: { id: OWNER_ID, fullName: 'Olive Owner' },
        status: isEmail ? 'valid' : 'invalid',
        errors: isEmail ? [] : [{ field: 'email', message: 'Invalid email format' }],
      });
      return HttpResponse.json(stored.rows.find(({ row: number }) => number === row.row));
    }),
  ];
  return { stored, calls, replace, change, handlers };
}

/** The cell of a shown row, by the name of its column. */
export function cell(row: number, column: string): HTMLElement {
  const grid = within(screen.getByRole('grid', { name: 'Rows of the file' }));
  const heads = grid.getAllByRole('columnheader').map((head) => head.textContent.toLowerCase());
  return nth(within(nth(grid.getAllByRole('row'), row)).getAllByRole('gridcell'), heads.indexOf(column));
}
