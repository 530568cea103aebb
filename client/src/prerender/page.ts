// The script of the pages that are plain HTML: the theme, as the application shows and stores it, and what is fetched
// ahead. It stands first in the body, so that nothing flashes.
import { writeItem } from '~/lib/storage';

import { isDark, onSystemChange, showTheme, storedChoice, THEME } from './theme';

/** Put in by the build: the files of the sign-in. */
declare const NEXT: readonly string[];

const { pathname } = window.location;
let choice = storedChoice();

function show(): void {
  const dark = isDark(choice);
  showTheme(dark);
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-toggle]')) {
    button.title = `Switch to the ${dark ? 'light' : 'dark'} theme`;
    button.ariaLabel = button.title;
  }
}

function showStored(): void {
  choice = storedChoice();
  show();
}

const AFTER_THE_PAINT = 1_000;

function fetchAhead(): void {
  for (const href of NEXT) document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
}

show();
document.addEventListener('DOMContentLoaded', show);
onSystemChange(show);
window.addEventListener('storage', ({ key }) => {
  if (key === THEME || key === null) showStored();
});
// Back from a page where it was changed.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) showStored();
});
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('[data-theme-toggle]') === null) return;
  choice = isDark(choice) ? 'light' : 'dark';
  writeItem('localStorage', THEME, choice);
  show();
});
// A step of the application's own history, from before this page was loaded again: it is another page.
window.addEventListener('popstate', () => {
  if (window.location.pathname !== pathname) window.location.reload();
});
window.addEventListener('load', () => {
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAhead);
    else fetchAhead();
  }, AFTER_THE_PAINT);
});
