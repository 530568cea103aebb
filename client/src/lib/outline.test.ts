import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { drawBehind, holdOutline, isBehindOutline, whenUncovered } from './outline';

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
  root.id = 'root';
  root.textContent = 'Outline';
  document.body.append(root);
});

afterEach(() => {
  document.getElementById('root')?.remove();
});

describe('a page that is drawn behind an outline', () => {
  it('takes its place when it is drawn', async () => {
    const release = holdOutline();
    const page = drawBehind(root);
    page.textContent = 'Page';
    expect(isBehindOutline()).toBe(true);
    expect(root.isConnected && page.hidden).toBe(true);

    release();
    await whenUncovered();
    expect(isBehindOutline()).toBe(false);
    expect(root.isConnected).toBe(false);
    expect(document.getElementById('root')).toBe(page);
    expect(page.hidden).toBe(false);
  });

  it('waits for every part, and for one that goes on where another ends', async () => {
    const releaseFirst = holdOutline();
    const page = drawBehind(root);
    const releaseSecond = holdOutline();
    releaseFirst();
    releaseFirst();
    await Promise.resolve();
    expect(page.hidden).toBe(true);

    releaseSecond();
    const releaseThird = holdOutline();
    await Promise.resolve();
    expect(page.hidden).toBe(true);

    releaseThird();
    await whenUncovered();
    expect(page.hidden).toBe(false);
  });
});

it('without an outline nothing is waited for', async () => {
  holdOutline()();
  await whenUncovered();
  expect(isBehindOutline()).toBe(false);
});
