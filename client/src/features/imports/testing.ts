import { FILE_FIELDS, isOptionalInFiles, forEachField } from '~/api/fields';
import { http, HttpResponse } from 'msw';

import type { ColumnsRequest, ImportRow, ImportSnapshot, ImportSummary, ProblemOfRows, SamplesResponse, SpellingOfRows } from './api';

export const IMPORT_ID = '0199f000-1111-7000-8000-000000000001';
export const OWNER_ID = '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f01';
const NOW = '2026-03-01T10:00:00.000Z';

/** An import in processing, with `given` fields. */
export function snapshotOf(given: Partial<ImportSnapshot> = {}): ImportSnapshot {
  return {
    id: IMPORT_ID,
    state: 'processing',
    reason: null,
    fileName: 'staff.csv',
    totalRows: 120,
    checkedRows: 120,
    validRows: 100,
    warningRows: 10,
    invalidRows: 20,
    mode: 'create',
    newRows: 100,
    changedRows: 0,
    unchangedRows: 0,
    processed: 0,
    successCount: 0,
    changed: 0,
    unchanged: 0,
    errorCount: 20,
    failedCount: 0,
    invite: true,
    inviteAt: null,
    invited: 0,
    undone: 0,
    ratePerSecond: null,
    etaSeconds: null,
    createdAt: NOW,
    startedAt: NOW,
    finishedAt: null,
    timestamp: null,
    uploadedBy: { id: OWNER_ID, fullName: 'Olive Owner' },
    startedBy: { id: OWNER_ID, fullName: 'Olive Owner' },
    version: 5,
    serverTime: NOW,
    dateOrder: null,
    dateExample: null,
    invitationsLeft: 0,
    recent: [],
    remarks: [],
    questions: [],
    lines: null,
    columns: FILE_FIELDS.filter((field) => !isOptionalInFiles(field)),
    unknownHeaders: [],
    sameAs: null,
    sync: null,
    newBatches: [],
    lastChange: null,
    nextSheets: [],
    ...given,
  };
}

export const readySnapshot = (given: Partial<ImportSnapshot> = {}) =>
  snapshotOf({ state: 'ready', startedAt: null, startedBy: null, ...given });

export const completedSnapshot = (given: Partial<ImportSnapshot> = {}) =>
  snapshotOf({
    state: 'completed',
    processed: 100,
    successCount: 98,
    failedCount: 2,
    errorCount: 22,
    invited: 40,
    finishedAt: NOW,
    timestamp: NOW,
    version: 90,
    ...given,
  });

/** A valid row with this number. */
export function rowOf(row: number, given: Partial<ImportRow> = {}): ImportRow {
  const { values, ...rest } = given;
  return {
    row,
    position: row,
    line: row + 1,
    status: 'valid',
    change: null,
    accountName: null,
    before: {},
    updateErrors: [],
    values: {
      ...forEachField(FILE_FIELDS, () => ''),
      fullName: `Person ${row}`,
      email: `person${row}@example.com`,
      phone: '+919800000001',
      dateOfBirth: '1999-03-12',
      gender: 'FEMALE',
      workLocation: 'Pune',
      role: 'TRAINEE',
      profile: 'TRAINEE',
      ...values,
    },
    batch: '',
    stage: '',
    errors: [],
    warnings: [],
    message: null,
    userId: null,
    version: 1,
    editedBy: null,
    invitation: null,
    ...rest,
  };
}

/** The element at this place; a test that finds none has failed. */
export function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

const PATH = `*/api/v1/users/imports/${IMPORT_ID}`;
export const ADDRESS = `/dashboard/users/imports/${IMPORT_ID}`;

/** Answers with the snapshot that the function gives at the time. */
export const answersSnapshot = (snapshot: () => ImportSnapshot) => http.get(PATH, () => HttpResponse.json(snapshot()));

/** Answers the rows that fit the filter, ten a page. */
export function answersSamples(peopleOf: (request: ColumnsRequest) => SamplesResponse['people']) {
  return http.post(`${PATH}/columns/samples`, async ({ request }) => HttpResponse.json({ people: peopleOf((await request.json()) as ColumnsRequest) }));
}

export function answersRows(rowsOf: (status: string | null) => readonly ImportRow[], stale: () => readonly ImportRow[] = () => []) {
  return http.get(`${PATH}/rows`, ({ request }) => {
    const query = new URL(request.url).searchParams;
    const page = Number(query.get('page'));
    const rows = query.get('status') === 'stale' ? stale() : rowsOf(query.get('status'));
    const data = rows.slice((page - 1) * 10, page * 10);
    return HttpResponse.json({ data, page, pageSize: 10, total: rows.length, totalIsExact: true });
  });
}

/** Answers the causes of refusals. */
export const answersProblems = (problems: () => readonly ProblemOfRows[], spellings: () => readonly SpellingOfRows[] = () => []) =>
  http.get(`${PATH}/problems`, () => HttpResponse.json({ problems: problems(), spellings: spellings() }));

/** Answers the company's history. */
export const answersImports = (imports: () => readonly ImportSummary[]) =>
  http.get('*/api/v1/users/imports', () =>
    HttpResponse.json({ data: imports(), page: 1, pageSize: 10, total: imports().length, totalIsExact: true }),
  );
