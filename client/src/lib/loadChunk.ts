import { readItem, writeItem } from './storage';

const PAUSE = 1_000;
const ANSWER_WITHIN = 10_000;
const RELOADED_FROM = 'reloadedFromBuild';

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

/**
 * Every dynamic import goes through this: it is tried twice, once while offline. Where it fails because the server has
 * replaced the build, the page is reloaded, once for each build.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load().catch(async (error: unknown) => {
      if (!navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return load();
    });
  } catch (error) {
    const build = ownBuild();
    if (build === null || !navigator.onLine || !(await isReplaced(build)) || !mayReloadFrom(build)) throw error;
    window.location.reload();
    // The page is being replaced; nothing after this may run.
    return new Promise<Module>(() => undefined);
  }
}
