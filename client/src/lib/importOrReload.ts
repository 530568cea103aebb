import { readItem, removeItem, writeItem } from './storage';

const RELOADED = 'reloadedForChunk';

/** Loads a chunk of the application. One that a newer release has replaced reloads the page, once. */
export async function importOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const loaded = await load();
    removeItem('sessionStorage', RELOADED);
    return loaded;
  } catch (error) {
    if (readItem('sessionStorage', RELOADED) !== null) throw error;
    writeItem('sessionStorage', RELOADED, 'yes');
    window.location.reload();
    // The page is going away; nothing after this may run.
    return new Promise<Module>(() => undefined);
  }
}
