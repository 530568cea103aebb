import { expect, it } from 'vitest';

import { oneAtATime } from './oneAtATime';

interface Choice {
  readonly a?: number;
  readonly b?: number;
}

/** Calls that are answered by hand, in order. */
function calls() {
  const sent: Choice[] = [];
  const answers: ((answer: { error?: string }) => void)[] = [];
  const send = (choice: Choice) => {
    sent.push(choice);
    return new Promise<{ error?: string }>((resolve) => {
      answers.push(resolve);
    });
  };
  const answer = async (given: { error?: string } = {}) => {
    answers.shift()?.(given);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { sent, send, answer };
}

it('sends the newest next, merged with what waits, and answers with the last', async () => {
  const keep = oneAtATime<Choice>();
  const { sent, send, answer } = calls();
  const owner = {};
  const first = keep(owner, { a: 1 }, send);
  const others = [keep(owner, { a: 2 }, send), keep(owner, { b: 5 }, send), keep(owner, { a: 3 }, send)];
  expect(await Promise.all(others)).toEqual([null, null, null]);
  expect(sent).toEqual([{ a: 1 }]);
  await answer();
  expect(sent).toEqual([{ a: 1 }, { a: 3, b: 5 }]);
  await answer({ error: 'too late' });
  expect(await first).toEqual({ error: 'too late' });
  const later = keep(owner, { a: 4 }, send);
  await answer();
  expect(await later).toEqual({});
  expect(sent).toHaveLength(3);
});

it('sends what failed again with what follows', async () => {
  const keep = oneAtATime<Choice>();
  const { sent, send, answer } = calls();
  const owner = {};
  const first = keep(owner, { a: 1, b: 1 }, send);
  await keep(owner, { b: 2 }, send);
  await answer({ error: 'offline' });
  await answer();
  expect(sent).toEqual([{ a: 1, b: 1 }, { a: 1, b: 2 }]);
  expect(await first).toEqual({});
});

it('another owner waits for no one, and a call that throws ends its turn', async () => {
  const keep = oneAtATime<Choice>();
  const { sent, send } = calls();
  const owner = {};
  await expect(keep(owner, { a: 1 }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  void keep(owner, { a: 2 }, send);
  void keep({}, { a: 3 }, send);
  expect(sent).toEqual([{ a: 2 }, { a: 3 }]);
});
