import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

import { loadChunk } from '~/lib/loadChunk';

export interface FailureProps {
  readonly onRetry: () => void;
}

interface Options<Props> {
  readonly fallback?: ReactNode;
  /** Shown in place of a chunk that could not be loaded; nothing without it. */
  readonly Failure?: ComponentType<FailureProps & Props>;
  /** Loads the texts that it shows. */
  readonly loadTexts?: () => Promise<void>;
}

type Chunk<Props> = ComponentType<Props> & {
  /** Loads it before it is shown. Never rejects: the component shows the failure. */
  readonly preload: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first shown. Where that fails it shows `Failure`, and tries again when
 * asked and when the browser is online again: `React.lazy` would remember the failure.
 */
export function lazyChunk<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { fallback = null, Failure, loadTexts }: Options<Props> = {},
): Chunk<Props> {
  let Loaded: ComponentType<Props> | null = null;

  const preload = async (): Promise<void> => {
    try {
      if (Loaded !== null) return;
      const [module] = await Promise.all([loadChunk(load), loadTexts?.()]);
      Loaded = pick(module);
    } catch (error) {
      console.warn('A part of the page could not be loaded.', error);
    }
  };

  function LazyChunk(props: Props) {
    const [Shown, setShown] = useState(() => Loaded);
    const [isTrying, setIsTrying] = useState(true);

    useEffect(() => {
      if (Shown !== null || !isTrying) return undefined;
      let here = true;
      void preload().then(() => {
        if (!here) return;
        setShown(() => Loaded);
        setIsTrying(false);
      });
      return () => {
        here = false;
      };
    }, [Shown, isTrying]);

    const retry = () => setIsTrying(true);
    useEffect(() => {
      if (isTrying) return undefined;
      window.addEventListener('online', retry);
      return () => window.removeEventListener('online', retry);
    }, [isTrying]);

    if (Shown !== null) return <Shown {...props} />;
    if (isTrying) return fallback;
    return Failure && <Failure {...props} onRetry={retry} />;
  }

  return Object.assign(LazyChunk, { preload });
}
