import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';

import { resetClock } from '~/lib/clock';

import { server } from './server';

// The first page of a file loads its chunks, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

// jsdom draws nothing, so it has none of these.
class Unobserved {
  observe(): void {
    return undefined;
  }
  unobserve(): void {
    return undefined;
  }
  disconnect(): void {
    return undefined;
  }
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  // No stub, which would be gone after the first test.
  globalThis.ResizeObserver = Unobserved;
  window.scrollTo = () => undefined;
  document.elementFromPoint = () => null;
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.body.className = '';
  resetClock();
});

afterAll(() => {
  server.close();
});
