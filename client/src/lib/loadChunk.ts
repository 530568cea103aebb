import { readItem, writeItem } from './storage';

const FIRST_PAUSE = 500;
const SECOND_PAUSE = 2_000;
const ANSWER_WITHIN = 10_000;
const RELOADED_FROM = 'reloadedFromBuild';

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function addressIn(error: unknown, ending: string): string | undefined {
  return error instanceof Error ? new RegExp(`https?:\\S+\\.${ending}\\b`, 'u').exec(error.message)?.[0] : undefined;
}

/**
 * Browsers from before the middle of 2026 remember a failed script by its address, so it is asked for by another one.
 * Chromium and Firefox name the address in their error.
 */
async function loadByAnotherAddress<Module>(error: unknown, load: () => Promise<Module>): Promise<Module> {
  const script = addressIn(error, 'js');
  if (script === undefined) return load();
  // eslint-disable-next-line no-restricted-syntax -- this is the last try
  return import(/* @vite-ignore */ `${script}?again=${Date.now()}`) as Promise<Module>;
}

/** Vite asks only once for the styles of a chunk. */
function askAgainForStyles(error: unknown): void {
  const href = addressIn(error, 'css');
  if (href !== undefined) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

/** Loads a chunk of the application in three tries; in one while offline, when only the browser's cache can have it. */
export async function tryChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const prepareAnother = async (error: unknown, pause: number): Promise<void> => {
    if (!navigator.onLine) throw error;
    await wait(pause);
    askAgainForStyles(error);
  };
  try {
    return await load();
  } catch (error) {
    await prepareAnother(error, FIRST_PAUSE);
  }
  try {
    return await load();
  } catch (error) {
    await prepareAnother(error, SECOND_PAUSE);
    return loadByAnotherAddress(error, load);
  }
}

/** The build that this page is of, by the address of its first script. */
function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** Whether the server has another build than `build`; false when it cannot be asked. */
async function isReplaced(build: string): Promise<boolean> {
  try {
    const answer = await fetch('/login', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN) });
    return answer.ok && !(await answer.text()).includes(build);
  } catch {
    return false;
  }
}

/** True once for each build, and never when the browser cannot remember it. */
function mayReloadFrom(build: string): boolean {
  if (readItem('sessionStorage', RELOADED_FROM) === build) return false;
  writeItem('sessionStorage', RELOADED_FROM, build);
  return readItem('sessionStorage', RELOADED_FROM) === build;
}

/** Waits for a chunk. Where it cannot be loaded because the server has replaced the build, reloads once for each build. */
export async function orReload<Module>(chunk: Promise<Module>): Promise<Module> {
  try {
    return await chunk;
  } catch (error) {
    const build = ownBuild();
    if (build === null || !navigator.onLine || !(await isReplaced(build)) || !mayReloadFrom(build)) throw error;
    window.location.reload();
    // The page is being replaced; nothing after this may run.
    return new Promise<Module>(() => undefined);
  }
}

/** Every dynamic import goes through this: three tries, then at most one reload. */
export function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return orReload(tryChunk(load));
}
