import React from 'react';
import { flushSync } from 'react-dom';

/** What is set within is drawn, with its effects, before this returns. */
function act<Returned>(callback: () => Returned | Promise<Returned>): Returned | Promise<Returned> {
  const returned = flushSync(callback);
  if (!(returned instanceof Promise)) return returned;
  return returned.finally(() => {
    flushSync(() => undefined);
  });
}

// The production build has none. Tests run in it: the development build takes a third longer.
if (typeof React.act !== 'function') Object.assign(React, { act });
