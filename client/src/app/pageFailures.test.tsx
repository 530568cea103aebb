import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { lazyRoute, page, Root, RouteError } from './routes';

const HERE = { Page: () => <main>Here</main> };
const THERE = { Page: () => <main>There</main> };

type PageModule = Readonly<Record<'Page', ComponentType>>;

/** Two pages; the second one is a chunk that this loads. */
function renderPages(loadThere: () => Promise<PageModule>) {
  const pages = [
    page('/', () => Promise.resolve(HERE), (module) => module.Page),
    page('/there', loadThere, (module) => module.Page),
  ];
  return renderApp({ path: '/', pages: [{ Component: Root, children: pages }] });
}

function goOffline() {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  return () => {
    online.mockRestore();
    fireEvent(window, new Event('online'));
  };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('while offline', () => {
  const reachable = () => (navigator.onLine ? Promise.resolve(THERE) : Promise.reject(new Error('offline')));

  it('a bar says so, on every page, and goes when the network is back', async () => {
    renderPages(reachable);
    await screen.findByText('Here');
    const goOnline = goOffline();
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline.');
    expect(screen.getByText('Here')).toBeInTheDocument();
    goOnline();
    await waitFor(() => {
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });
  });

  it('a page that was never loaded says what to do, and opens by itself once online', async () => {
    const { router } = renderPages(reachable);
    await screen.findByText('Here');
    const goOnline = goOffline();
    await act(() => router.navigate('/there'));
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeInTheDocument();
    expect(screen.getByText(/Connect to the internet, and it opens by itself/u)).toBeInTheDocument();
    goOnline();
    expect(await screen.findByText('There')).toBeInTheDocument();
  });

  it('a page that was seen before opens again', async () => {
    const { router } = renderPages(reachable);
    await screen.findByText('Here');
    await act(() => router.navigate('/there'));
    await screen.findByText('There');
    await act(() => router.navigate('/'));
    goOffline();
    await act(() => router.navigate('/there'));
    expect(await screen.findByText('There')).toBeInTheDocument();
  });

  it('a page that has failed leads nowhere that only the network has', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('broken');
    };
    renderApp({ path: '/', pages: [{ Component: Root, children: [{ path: '/', Component: Broken, ErrorBoundary: RouteError }] }] });
    expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeEnabled();
    goOffline();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDisabled();
    });
  });
});

describe('a page whose chunk is missing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says so, and is tried again when asked', async () => {
    const loadThere = vi.fn<() => Promise<PageModule>>(() => Promise.reject(new Error('gone')));
    const { router, user } = renderPages(loadThere);
    await screen.findByText('Here');
    await act(() => router.navigate('/there'));
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/there');

    loadThere.mockResolvedValue(THERE);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There')).toBeInTheDocument();
  });

  it('is tried anew when it is opened another time', async () => {
    const loadThere = vi.fn<() => Promise<PageModule>>(() => Promise.reject(new Error('gone')));
    const { router } = renderPages(loadThere);
    await screen.findByText('Here');
    await act(() => router.navigate('/there'));
    await screen.findByRole('heading', { name: 'This page could not be loaded' });
    await act(() => router.navigate('/'));
    await screen.findByText('Here');
    loadThere.mockResolvedValue(THERE);
    await act(() => router.navigate('/there'));
    expect(await screen.findByText('There')).toBeInTheDocument();
  });
});

it('a page that fails within the frame has one main landmark, that of the frame', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(ownProfile('ADMIN'), extendsSession, noImports);
  const frame = lazyRoute(
    () => import('./DashboardFrame'),
    (module) => module.DashboardFrame,
  );
  const Broken = () => {
    throw new Error('broken');
  };
  const children = [{ path: '/dashboard', Component: Broken, ErrorBoundary: RouteError }];
  renderApp({ path: '/dashboard', as: { profile: 'ADMIN' }, pages: [{ ...frame, children }] });
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});
