interface Sending<Value> {
  /** What was given since the last call began. */
  waiting: Value | null;
}

function take<Value>(sending: Sending<Value>): Value | null {
  const { waiting } = sending;
  sending.waiting = null;
  return waiting;
}

/**
 * Sends values of one owner one at a time: those given meanwhile are merged and sent next, so that the newest arrives
 * last. The answer is that of the last call; null for a value that another call carries.
 */
export function oneAtATime<Value extends object>() {
  const owners = new WeakMap<object, Sending<Value>>();
  return async <Answer extends { readonly error?: unknown }>(owner: object, value: Value, send: (value: Value) => PromiseLike<Answer>): Promise<Answer | null> => {
    const running = owners.get(owner);
    if (running !== undefined) {
      running.waiting = { ...running.waiting, ...value };
      return null;
    }
    const sending: Sending<Value> = { waiting: null };
    owners.set(owner, sending);
    try {
      let sent = value;
      for (;;) {
        const answer = await send(sent);
        const next = take(sending);
        if (next === null) return answer;
        // What failed is sent again with what follows.
        sent = answer.error === undefined ? next : { ...sent, ...next };
      }
    } finally {
      owners.delete(owner);
    }
  };
}
