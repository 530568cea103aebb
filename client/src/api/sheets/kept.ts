import type { Roster } from '~/api/generated/trainingApi';
import { readItem } from '~/lib/storage';

import { OWN_DEVICE, type ScoreDraft, type Sheet } from './slice';

/**
 * What an own device keeps of training and interviews, in its IndexedDB (docs/decisions/0042-what-a-phone-keeps.md). Nothing
 * is opened before an account has said that the device is its own.
 */
const NAME = 'waymark-training';
const ROSTERS = 'rosters';
const SHEETS = 'sheets';
const SCORES = 'scores';
const VERSION = 2;
const KEPT_FOR = 36 * 3_600_000;

export interface KeptRoster {
  readonly id: string;
  readonly by: string;
  readonly keptAt: number;
  readonly roster: Roster;
}

const isOpened = () => readItem('localStorage', OWN_DEVICE) !== null;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const store of [ROSTERS, SHEETS, SCORES]) if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store of this device could not be opened.'));
  });
}

/** Resolves when what was asked for is on the disk. */
async function inStore<Result>(name: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The store of this device did not take it.'));
    });
  } finally {
    database.close();
  }
}

const write = <Result>(name: string, act: (store: IDBObjectStore) => IDBRequest<Result>) => inStore(name, 'readwrite', act);

async function all<Kept>(name: string): Promise<readonly Kept[]> {
  if (!isOpened()) return [];
  return inStore(name, 'readonly', (store) => store.getAll() as IDBRequest<Kept[]>).catch((error: unknown) => {
    console.warn('What this device keeps could not be read.', error);
    return [];
  });
}

/** Names, codes and marks: own fields, notes and the names of those who marked are left out. */
function leanest({ people, ...roster }: Roster): Roster {
  return { ...roster, people: people.map(({ id, fullName, code, mark, receivedAt }) => ({ id, fullName, code, mark, receivedAt, note: null, markedBy: null })) };
}

export const dropRoster = (id: string) => write(ROSTERS, (store) => store.delete(id));

export async function keepRoster(by: string, roster: Roster): Promise<void> {
  await write(ROSTERS, (store) => store.put({ id: roster.session.id, by, keptAt: Date.now(), roster: leanest(roster) } satisfies KeptRoster));
}

/** The rosters that this account may still see here, by their start; older ones are removed. */
export async function keptRosters(by: string): Promise<readonly KeptRoster[]> {
  const kept = await all<KeptRoster>(ROSTERS);
  const isFresh = ({ keptAt }: KeptRoster) => Math.abs(Date.now() - keptAt) < KEPT_FOR;
  await Promise.all(kept.filter((each) => !isFresh(each)).map(({ id }) => dropRoster(id)));
  return kept.filter((each) => each.by === by && isFresh(each)).sort((a, b) => a.roster.session.startsAt.localeCompare(b.roster.session.startsAt));
}

/** Rosters go with the session, with or without a network. */
export async function dropRosters(): Promise<void> {
  if (!isOpened()) return;
  await write(ROSTERS, (store) => store.clear()).catch((error: unknown) => console.warn('The kept rosters could not be removed.', error));
}

interface Unsent {
  readonly id: string;
  readonly by: string;
  readonly changedAt: number;
}

/** What is not sent yet outlives the session, for the account that has made it. */
function unsentIn<Work extends Unsent>(name: string) {
  return {
    keep: (work: Work) => write(name, (store) => store.put(work)),
    drop: async (id: string): Promise<void> => {
      if (isOpened()) await write(name, (store) => store.delete(id));
    },
    read: async (by: string): Promise<readonly Work[]> => {
      const works = await all<Work>(name);
      return works.filter((work) => work.by === by).sort((a, b) => a.changedAt - b.changedAt);
    },
  };
}

export const KEPT_SHEETS = unsentIn<Sheet>(SHEETS);
export const KEPT_SCORES = unsentIn<ScoreDraft>(SCORES);
