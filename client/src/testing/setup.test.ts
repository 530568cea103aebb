import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

it('a frame comes after one that was asked for while timers were fake', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });
  window.requestAnimationFrame(() => undefined);
  vi.useRealTimers();
  const drawn = vi.fn();
  window.requestAnimationFrame(drawn);
  await vi.waitFor(() => {
    expect(drawn).toHaveBeenCalledOnce();
  });
});

it('what is not found is told with the page', () => {
  document.body.innerHTML = '<p>Here</p>';
  expect(() => screen.getByText('There')).toThrow(/Unable to find.*There[^]*<p>[^]*Here/u);
  document.body.innerHTML = '';
});
