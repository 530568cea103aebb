type Rows = Map<string, { readonly id: string }>;

/** IndexedDB in memory, as far as api/sheets/kept.ts needs it: stores whose rows have an id. */
export function createDeviceStore() {
  const stores = new Map<string, Rows>();
  let isBroken = false;

  const transaction = (name: string) => {
    const made: { oncomplete?: () => void; onabort?: () => void; error: Error | null } = { error: null };
    const rows = stores.get(name) ?? (new Map() as Rows);
    const act = <Result>(change: () => Result) => {
      const request: { result?: Result } = {};
      queueMicrotask(() => {
        if (isBroken) {
          made.error = new Error('Full');
          made.onabort?.();
          return;
        }
        request.result = change();
        made.oncomplete?.();
      });
      return request;
    };
    const objectStore = () => ({
      getAll: () => act(() => structuredClone([...rows.values()])),
      put: (row: { readonly id: string }) => act(() => void rows.set(row.id, structuredClone(row))),
      delete: (id: string) => act(() => void rows.delete(id)),
      clear: () => act(() => rows.clear()),
    });
    return Object.assign(made, { objectStore });
  };
  const database = { close: () => undefined, transaction, createObjectStore: (name: string) => stores.set(name, new Map()), objectStoreNames: { contains: (name: string) => stores.has(name) } };

  return {
    /** To be put in the place of `indexedDB`. */
    indexedDB: {
      open: () => {
        const request: { result: typeof database; onupgradeneeded?: () => void; onsuccess?: () => void } = { result: database };
        queueMicrotask(() => {
          if (stores.size === 0) request.onupgradeneeded?.();
          request.onsuccess?.();
        });
        return request;
      },
    },
    /** What it holds. */
    rows: (name: 'rosters' | 'sheets' | 'scores'): readonly unknown[] => [...(stores.get(name)?.values() ?? [])],
    breakDown: () => {
      isBroken = true;
    },
  };
}
