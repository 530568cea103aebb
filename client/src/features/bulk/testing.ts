import type { BulkRow, BulkSnapshot } from './api';

export const JOB_ID = '0199f000-5555-7000-8000-000000000001';
export const JOB_ADDRESS = `/dashboard/users/jobs/${JOB_ID}`;
const NOW = '2026-03-01T10:00:00.000Z';

/** A job in processing, with `given` fields. */
export function jobOf(given: Partial<BulkSnapshot> = {}): BulkSnapshot {
  return {
    id: JOB_ID,
    action: 'deactivate',
    set: null,
    batch: null,
    stage: null,
    state: 'processing',
    total: 220,
    processed: 0,
    done: 0,
    unchanged: 0,
    failed: 0,
    undone: 0,
    startedBy: { id: '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f01', fullName: 'Olive Owner' },
    startedAt: NOW,
    finishedAt: null,
    undoUntil: null,
    canUndo: false,
    etaSeconds: null,
    version: 1,
    serverTime: NOW,
    recent: [],
    ...given,
  };
}

/** One that has ended, and can be undone for a day. */
export const completedJob = (given: Partial<BulkSnapshot> = {}) =>
  jobOf({
    state: 'completed',
    processed: 220,
    done: 210,
    unchanged: 4,
    failed: 6,
    finishedAt: NOW,
    undoUntil: new Date(Date.now() + 86_400_000).toISOString(),
    canUndo: true,
    version: 90,
    ...given,
  });

/** What became of the person with this number. */
export function jobRowOf(row: number, given: Partial<BulkRow> = {}): BulkRow {
  return {
    row,
    userId: `0199f000-2222-7000-8000-${String(row).padStart(12, '0')}`,
    fullName: `Person ${row}`,
    email: `person${row}@example.com`,
    status: 'done',
    message: null,
    ...given,
  };
}
