/** Web storage that never throws: a full, blocked or absent storage reads as empty and is warned about once a call. */
type Area = 'localStorage' | 'sessionStorage';

function attempt<Result>(name: Area, failure: string, act: (storage: Storage) => Result): Result | null {
  try {
    // Missing while pages are drawn at build time.
    const storage = window[name] as Storage | undefined;
    return storage === undefined ? null : act(storage);
  } catch (error) {
    console.warn(failure, error);
    return null;
  }
}

export function readItem(name: Area, key: string): string | null {
  return attempt(name, `${key} could not be read.`, (storage) => storage.getItem(key));
}

export function writeItem(name: Area, key: string, value: string): void {
  attempt(name, `${key} could not be saved.`, (storage) => storage.setItem(key, value));
}

export function removeItem(name: Area, key: string): void {
  attempt(name, `${key} could not be removed.`, (storage) => storage.removeItem(key));
}

export function removeItemsWithPrefix(name: Area, prefix: string): void {
  const keys = attempt(name, `${name} is not available.`, (storage) => Object.keys(storage)) ?? [];
  for (const key of keys) if (key.startsWith(prefix)) removeItem(name, key);
}
