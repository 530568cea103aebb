/** Web storage that never throws: a full, blocked or absent storage reads as empty and is warned about once a call. */
type Area = 'localStorage' | 'sessionStorage';

function area(name: Area): Storage | null {
  try {
    return window[name];
  } catch (error) {
    console.warn(`${name} is not available.`, error);
    return null;
  }
}

export function readItem(name: Area, key: string): string | null {
  try {
    return area(name)?.getItem(key) ?? null;
  } catch (error) {
    console.warn(`${key} could not be read.`, error);
    return null;
  }
}

export function writeItem(name: Area, key: string, value: string): void {
  try {
    area(name)?.setItem(key, value);
  } catch (error) {
    console.warn(`${key} could not be saved.`, error);
  }
}

export function removeItem(name: Area, key: string): void {
  try {
    area(name)?.removeItem(key);
  } catch (error) {
    console.warn(`${key} could not be removed.`, error);
  }
}

export function removeItemsWithPrefix(name: Area, prefix: string): void {
  const store = area(name);
  if (!store) return;
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) removeItem(name, key);
}
