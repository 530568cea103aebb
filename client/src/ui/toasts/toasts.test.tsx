import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createStore } from '~/app/store';
import { AppTheme } from '~/theme/AppTheme';

import { toastShown, useToasts } from './slice';
import { Toasts } from './Toasts';

function renderToasts() {
  const store = createStore();
  render(
    <Provider store={store}>
      <AppTheme>
        <Toasts />
      </AppTheme>
    </Provider>,
  );
  return (kind: 'success' | 'error' | 'info', message: string, duration?: number) => {
    act(() => {
      store.dispatch(toastShown(duration === undefined ? { kind, message } : { kind, message, duration }));
    });
  };
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stay four seconds, fade, and are gone 300 ms later', () => {
    const show = renderToasts();
    show('success', 'Successfully logged in.');
    pass(3_999);
    expect(screen.getByText('Successfully logged in.').parentElement).toHaveStyle({ opacity: 1 });
    pass(1);
    expect(screen.getByText('Successfully logged in.').parentElement).toHaveStyle({ opacity: 0 });
    pass(299);
    expect(screen.getByText('Successfully logged in.')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Successfully logged in.')).not.toBeInTheDocument();
  });

  it('stay as long as they were asked to', () => {
    const show = renderToasts();
    show('info', 'Session refreshed successfully.', 6_000);
    pass(5_999);
    expect(screen.getByText('Session refreshed successfully.')).toBeInTheDocument();
    pass(1);
    pass(300);
    expect(screen.queryByText('Session refreshed successfully.')).not.toBeInTheDocument();
  });

  it('can be closed early', () => {
    const show = renderToasts();
    show('error', 'Logout failed');
    act(() => {
      screen.getByRole('button', { name: 'Close notification' }).click();
    });
    pass(300);
    expect(screen.queryByText('Logout failed')).not.toBeInTheDocument();
  });

  it('stack at the top right, 20 px and then at least 70 px apart, each with the icon of its kind', () => {
    const show = renderToasts();
    show('success', 'one');
    show('error', 'two');
    show('info', 'three');
    const toasts = screen.getAllByRole('presentation');
    const stack = toasts[0]?.parentElement ?? document.body;
    // In the flow of one stack, so that a high one pushes those after it down.
    expect(toasts.map((toast) => [toast.parentElement, getComputedStyle(toast).position])).toEqual(
      toasts.map(() => [stack, 'static']),
    );
    expect(getComputedStyle(stack)).toMatchObject({ position: 'fixed', top: 'calc(var(--toasts-top, 0px) + 20px)', gap: '14px' });
    expect(getComputedStyle(screen.getByText('one').parentElement ?? stack).minHeight).toBe('56px');
    expect(screen.getAllByRole('img').map((icon) => icon.textContent)).toEqual(['Success', 'Error', 'Information']);
    expect(screen.getByRole('alert')).toHaveTextContent('two');
  });
});

it('with a button run what it is for, once, and go', async () => {
  const run = vi.fn();
  function Offering() {
    const toasts = useToasts();
    return (
      <button
        onClick={() => {
          toasts.offer('Three rows deleted.', { label: 'Undo', run });
        }}
      >
        Delete
      </button>
    );
  }
  const store = createStore();
  const user = userEvent.setup({ delay: null });
  render(
    <Provider store={store}>
      <AppTheme>
        <Offering />
        <Toasts />
      </AppTheme>
    </Provider>,
  );
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('status')).toHaveTextContent('Three rows deleted.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
  await waitFor(() => {
    expect(screen.queryByText('Three rows deleted.')).not.toBeInTheDocument();
  });
});
