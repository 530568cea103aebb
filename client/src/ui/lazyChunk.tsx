import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

import { orReload, tryChunk } from '~/lib/loadChunk';

export interface FailureProps {
  readonly onRetry: () => void;
}

interface Options<Props> {
  /** Shown until the chunk is loaded. */
  readonly fallback?: ReactNode;
  /** Shown in place of a chunk that could not be loaded; nothing without it. */
  readonly Failure?: ComponentType<FailureProps & Props>;
}

/** A component that is a chunk of its own. */
type Chunk<Props> = ComponentType<Props> & {
  /** Loads it before it is shown. Never rejects: the component shows the failure. */
  readonly preload: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first shown. Where that fails it shows `Failure`, and tries again when
 * asked and when the browser is online again.
 */
export function lazyChunk<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { fallback = null, Failure }: Options<Props> = {},
): Chunk<Props> {
  let loaded: ComponentType<Props> | null = null;
  let preloading: Promise<Module> | null = null;

  const open = async (): Promise<ComponentType<Props>> => {
    const chunk = preloading ?? tryChunk(load);
    // A failed preload counts once; the next render tries again.
    preloading = null;
    loaded = pick(await orReload(chunk));
    return loaded;
  };

  function LazyChunk(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
    const retry = () => {
      setAttempt((number) => number + 1);
    };

    useEffect(() => {
      if (Shown !== null) return undefined;
      let here = true;
      open().then(
        (component) => {
          if (here) setShown(() => component);
        },
        (error: unknown) => {
          console.warn('A part of the page could not be loaded.', error);
          if (here) setFailedAttempt(attempt);
        },
      );
      return () => {
        here = false;
      };
    }, [Shown, attempt]);

    // From the first attempt on: the network may be back before its failure is drawn.
    useEffect(() => {
      if (Shown !== null) return undefined;
      window.addEventListener('online', retry);
      return () => {
        window.removeEventListener('online', retry);
      };
    }, [Shown]);

    if (Shown !== null) return <Shown {...props} />;
    if (failedAttempt !== attempt) return fallback;
    return Failure && <Failure {...props} onRetry={retry} />;
  }

  return Object.assign(LazyChunk, {
    preload: async () => {
      if (loaded !== null) return;
      preloading ??= tryChunk(load);
      await preloading.then(
        (module) => {
          loaded = pick(module);
        },
        () => undefined,
      );
    },
  });
}
