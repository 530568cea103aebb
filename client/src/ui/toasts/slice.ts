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
  /** Fading out: still counted in the stack, gone 300 ms later. */
  readonly leaving: boolean;
}

export const TOAST_DURATION = 4_000;
export const TOAST_REMOVAL_DELAY = 300;

interface ShowToast {
  readonly kind: ToastKind;
  readonly message: string;
  readonly duration?: number;
}

const toastsSlice = createSlice({
  name: 'toasts',
  initialState: { shown: [] as Toast[] },
  reducers: {
    toastShown: {
      prepare: ({ kind, message, duration = TOAST_DURATION }: ShowToast) => ({
        payload: { id: nanoid(), kind, message, duration, leaving: false },
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
    return { success: show('success'), error: show('error'), info: show('info') };
  }, [dispatch]);
}
