import './act';
import '@testing-library/jest-dom/vitest';

import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { settleProof } from '~/api/proof';
import { resetClock } from '~/lib/clock';
import { showLanguage } from '~/lib/language';
import { keepRegion, localeOf } from '~/lib/region';

import { COMPANY_REGION } from './answers';
import { computeStyleLazily } from './computedStyle';
import { indexLabels } from './labels';
import { PATIENCE } from './patience';
import { server } from './server';

/** The page is printed only when the error is read: a wait fails many times before it succeeds, and prints none of it. */
function getElementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  Object.defineProperty(error, 'message', { configurable: true, get });
  return error;
}

configure({ asyncUtilTimeout: PATIENCE, getElementError });

// It has no setting of its own for its one second.
const { waitFor } = vi;
vi.waitFor = (check, options = { timeout: PATIENCE }) =>
  waitFor(check, options);

// jsdom's frames go by setInterval: one that was asked for while that was fake would be the last for ever.
const { setTimeout: later, clearTimeout: forget } = globalThis;
const FRAME = 16;

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
  // Texts stand in the sources that tests run: no catalogue is loaded. As in a browser, modules are loaded before: one
  // that reads a text by itself fails.
  i18n.setMessagesCompiler(compileMessage);
  i18n.load('en', {});
  keepRegion(COMPANY_REGION);
  i18n.activate('en', localeOf('en'));
  server.listen({ onUnhandledRequest: 'error' });
  // No stub, which would be gone after the first test.
  globalThis.ResizeObserver = Unobserved;
  Object.assign(globalThis, { IntersectionObserver: Unobserved });
  indexLabels();
  for (const view of [window, document.defaultView]) Object.assign(view ?? {}, { getComputedStyle: computeStyleLazily });
  window.scrollTo = () => undefined;
  document.elementFromPoint = () => null;
  window.requestAnimationFrame = (callback) =>
    Number(
      later(() => {
        callback(performance.now());
      }, FRAME),
    );
  window.cancelAnimationFrame = (frame) => {
    forget(frame);
  };
});

afterEach(async () => {
  cleanup();
  // A proof that a test leaves open would show its dialog in the next one.
  settleProof(false);
  server.resetHandlers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.body.className = '';
  document.cookie = 'language=; max-age=0; path=/';
  keepRegion(COMPANY_REGION);
  // Texts that a later test is the first to load are of the language that was chosen last.
  if (i18n.locale !== 'en') await showLanguage('en');
  resetClock();
});

afterAll(() => {
  server.close();
});
