import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { ThemeToggle } from '~/ui/ThemeToggle';

import { AppTheme } from './AppTheme';
import { useColorMode } from './colorMode';
import { theme } from './theme';

function systemPrefers(scheme: 'light' | 'dark' | 'unknown') {
  if (scheme === 'unknown') {
    vi.stubGlobal('matchMedia', undefined);
    return;
  }
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('dark') === (scheme === 'dark'),
    media: query,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function renderToggle() {
  render(
    <AppTheme>
      <ThemeToggle />
    </AppTheme>,
  );
}

describe('the theme', () => {
  it.each([
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    [null, 'dark', 'dark'],
    [null, 'light', 'light'],
    ['purple', 'dark', 'dark'],
    [null, 'unknown', 'light'],
  ] as const)('stored %s on a %s system is %s', (stored, system, shown) => {
    if (stored !== null) window.localStorage.setItem('theme', stored);
    systemPrefers(system);
    renderToggle();
    expect(document.body).toHaveClass(shown, { exact: true });
  });

  it('stores nothing before a choice', async () => {
    systemPrefers('light');
    renderToggle();
    expect(window.localStorage.getItem('theme')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));

    expect(document.body).toHaveClass('dark', { exact: true });
    expect(window.localStorage.getItem('theme')).toBe('dark');
  });

  it('follows a choice made in another tab', () => {
    systemPrefers('light');
    renderToggle();
    window.localStorage.setItem('theme', 'dark');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    });
    expect(document.body).toHaveClass('dark', { exact: true });
  });

  it('follows the system again once that is chosen, here and in other tabs', () => {
    window.localStorage.setItem('theme', 'dark');
    systemPrefers('light');
    function Chooser() {
      const { choice, choose } = useColorMode();
      return <button onClick={() => { choose('system'); }}>{choice}</button>;
    }
    render(<AppTheme><Chooser /></AppTheme>);
    act(() => {
      screen.getByRole('button', { name: 'dark' }).click();
    });
    expect(document.body).toHaveClass('light', { exact: true });
    expect(screen.getByRole('button', { name: 'system' })).toBeInTheDocument();
    expect(window.localStorage.getItem('theme')).toBeNull();

    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    });
    expect(document.body).toHaveClass('dark', { exact: true });
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null }));
    });
    expect(document.body).toHaveClass('light', { exact: true });
  });

  it('only warns when it cannot be saved', async () => {
    systemPrefers('light');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderToggle();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
    expect(document.body).toHaveClass('dark');
    expect(warn).toHaveBeenCalledWith('theme could not be saved.', expect.any(DOMException));
  });
});

it('has the breakpoints, the spacing and the radius that were agreed', () => {
  expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 });
  expect(theme.spacing(1)).toContain('8px');
  expect(theme.shape.borderRadius).toBe(4);
});
