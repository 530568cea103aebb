import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';

import { useAppDispatch } from '~/lib/dispatch';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  readonly id: string;
  readonly kind: ToastKind;
  readonly message: string;
  /** Milliseconds on screen. */
  readonly duration: number;
  /** The label of its button; `actionOf` has what it does. */
  readonly action: string | null;
  /** Fading out: still counted in the stack, gone 300 ms later. */
  readonly leaving: boolean;
}

/** How far below the top of the window the stack begins; a layout with a bar up there sets it. */
export const TOASTS_TOP = '--toasts-top';

export const TOAST_DURATION = 4_000;
/** With a button: as long as it takes to read it and to reach it. */
const ACTION_DURATION = 10_000;
export const TOAST_REMOVAL_DELAY = 300;

interface ShowToast {
  readonly kind: ToastKind;
  readonly message: string;
  readonly duration?: number;
  readonly action?: string | null;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** What the buttons of toasts do; the store holds no functions. */
const actions = new Map<string, () => void>();

export function runAction(id: string): void {
  const run = actions.get(id);
  actions.delete(id);
  run?.();
}

export const dropAction = (id: string): void => void actions.delete(id);

const toastsSlice = createSlice({
  name: 'toasts',
  initialState: { shown: [] as Toast[] },
  reducers: {
    toastShown: {
      prepare: ({ kind, message, duration = TOAST_DURATION, action = null }: ShowToast) => ({
        payload: { id: nanoid(), kind, message, duration, action, leaving: false },
      }),
      reducer: (state, action: PayloadAction<Toast>) => {
        state.shown.push(action.payload);
      },
    },
    toastClosed: (state, action: PayloadAction<string>) => {
      for (const toast of state.shown) if (toast.id === action.payload) toast.leaving = true;
    },
    toastRemoved: (state, action: PayloadAction<string>) => {
      state.shown = state.shown.filter((toast) => toast.id !== action.payload);
    },
  },
  selectors: { selectToasts: (state) => state.shown },
});

export const { toastShown, toastClosed, toastRemoved } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;
export default toastsSlice;

/** Short messages at the top right. Throws outside the store's provider. */
export function useToasts() {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const show = (kind: ToastKind) => (message: string, duration?: number) => {
      dispatch(toastShown(duration === undefined ? { kind, message } : { kind, message, duration }));
    };
    /** A success with a button; returns what takes it away again. */
    const offer = (message: string, { label, run }: ToastAction, duration = ACTION_DURATION) => {
      const { id } = dispatch(toastShown({ kind: 'success', message, duration, action: label })).payload;
      actions.set(id, run);
      return () => {
        actions.delete(id);
        dispatch(toastClosed(id));
      };
    };
    return { success: show('success'), error: show('error'), info: show('info'), offer };
  }, [dispatch]);
}
