import type { Roster } from '~/api/generated/serverApi';
import { readItem } from '~/lib/storage';

import { OWN_DEVICE, type Sheet } from './slice';

/**
 * What an own device keeps of training, in its IndexedDB (docs/decisions/0042-what-a-phone-keeps.md). Nothing is opened
 * before an account has said that the device is its own.
 */
const NAME = 'waymark-training';
const ROSTERS = 'rosters';
const SHEETS = 'sheets';
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
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const store of [ROSTERS, SHEETS]) request.result.createObjectStore(store, { keyPath: 'id' });
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

export const keepSheet = (sheet: Sheet) => write(SHEETS, (store) => store.put(sheet));

export async function dropSheet(id: string): Promise<void> {
  if (isOpened()) await write(SHEETS, (store) => store.delete(id));
}

/** Sheets outlive the session, for the account that has made them. */
export async function keptSheets(by: string): Promise<readonly Sheet[]> {
  const sheets = await all<Sheet>(SHEETS);
  return sheets.filter((sheet) => sheet.by === by).sort((a, b) => a.changedAt - b.changedAt);
}
