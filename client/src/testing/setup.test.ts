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
