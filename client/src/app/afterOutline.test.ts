import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { afterOutline } from './afterOutline';

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
const asked = () => links().map((link) => link.getAttribute('href'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  document.body.innerHTML = '<div class="outline" data-scripts="/a.js /b.js"></div>';
});

afterEach(() => {
  vi.useRealTimers();
  // Test files share the document, and other things of theirs in its head.
  for (const link of links()) link.remove();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('data-without-outline');
});

// jsdom paints nothing.
it('asks for the scripts after three seconds where nothing is painted', async () => {
  const waiting = afterOutline();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(asked()).toEqual(['/a.js', '/b.js']);
});

it('waits for no paint of an outline that is hidden', async () => {
  document.documentElement.setAttribute('data-without-outline', '');
  await afterOutline();
  expect(asked()).toEqual(['/a.js', '/b.js']);
});

it('asks for nothing in a document without an outline', async () => {
  document.body.replaceChildren();
  await afterOutline();
  expect(asked()).toEqual([]);
});
