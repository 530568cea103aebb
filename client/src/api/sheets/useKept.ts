import { useEffect, useEffectEvent, useRef } from 'react';

import { useAppDispatch } from '~/lib/dispatch';

import { keepingFailed, useOwnSheets } from './slice';

interface OfAccount {
  readonly id: string;
  readonly by: string;
}

interface Keeping<Work extends OfAccount> {
  readonly all: readonly Work[];
  readonly kept: {
    readonly read: (by: string) => Promise<readonly Work[]>;
    readonly keep: (work: Work) => Promise<unknown>;
    readonly drop: (id: string) => Promise<unknown>;
  };
  readonly onFound: (found: readonly Work[]) => void;
  /** The account has said that the device is no longer its own. */
  readonly onTakenBack?: () => Promise<unknown>;
}

/** Finds what the account has left on this device, and keeps what is there now where the device is its own. */
export function useKept<Work extends OfAccount>({ all, kept, onFound, onTakenBack }: Keeping<Work>): void {
  const dispatch = useAppDispatch();
  const { by, isOwnDevice } = useOwnSheets();
  const found = useRef<readonly Work[]>([]);
  const before = useRef({ works: [] as readonly Work[], isOwnDevice: false });
  const take = useEffectEvent(onFound);
  const takeBack = useEffectEvent(() => onTakenBack?.() ?? Promise.resolve());

  useEffect(() => {
    void kept.read(by).then((works) => {
      found.current = works;
      take(works);
    });
  }, [by, kept]);

  useEffect(() => {
    const last = before.current;
    const works = all.filter((work) => work.by === by);
    before.current = { works, isOwnDevice };
    const isTakenBack = last.isOwnDevice && !isOwnDevice;
    const gone = last.works.filter(({ id }) => isTakenBack || works.every((work) => work.id !== id));
    const isKept = (work: Work) => found.current.includes(work) || (last.isOwnDevice && last.works.includes(work));
    const changed = isOwnDevice ? works.filter((work) => !isKept(work)) : [];
    const writing = [...(isTakenBack ? [takeBack()] : []), ...gone.map(({ id }) => kept.drop(id)), ...changed.map((work) => kept.keep(work))];
    Promise.all(writing).catch((error: unknown) => {
      console.warn('What was typed could not be kept on this device.', error);
      dispatch(keepingFailed());
    });
  }, [all, by, isOwnDevice, kept, dispatch]);
}

/** Asks before a page is closed that holds the only copy of what was typed. */
export function useAskedBeforeLeaving(isAtRisk: boolean): void {
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
