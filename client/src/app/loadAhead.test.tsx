import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';

import { renderApp } from '~/testing/renderApp';

import { page } from './page';

const there = vi.fn(() => Promise.resolve({ Page: () => <main>There</main> }));

function Here() {
  return (
    <main>
      <Link to="/there?page=2">
        <span>There</span>
      </Link>
      <a href="https://example.com/there">Elsewhere</a>
      <Link to="/nowhere">Nowhere</Link>
    </main>
  );
}

async function renderLinks() {
  const pages = [page('/', () => Promise.resolve({ Here }), (module) => module.Here), page('/there', there, (module) => module.Page)];
  const { user } = renderApp({ path: '/', pages: [{ HydrateFallback: () => null, children: pages }] });
  await screen.findByText('There');
  return user;
}

afterEach(() => {
  there.mockReset().mockResolvedValue({ Page: () => <main>There</main> });
  Reflect.deleteProperty(navigator, 'connection');
});

it.each(['pointerOver', 'focusIn', 'touchStart'] as const)('a page is loaded at %s on a link to it, once', async (intent) => {
  await renderLinks();
  fireEvent[intent](screen.getByText('Elsewhere'));
  fireEvent[intent](screen.getByText('Nowhere'));
  expect(there).not.toHaveBeenCalled();
  fireEvent[intent](screen.getByText('There'));
  fireEvent[intent](screen.getByText('There'));
  expect(there).toHaveBeenCalledTimes(1);
});

it('nothing is loaded where data is saved', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  await renderLinks();
  fireEvent.pointerOver(screen.getByText('There'));
  expect(there).not.toHaveBeenCalled();
});

it('a page that could not be loaded ahead is loaded when the link is followed', async () => {
  there.mockRejectedValueOnce(new Error('lost'));
  const user = await renderLinks();
  fireEvent.pointerOver(screen.getByText('There'));
  await user.click(screen.getByText('There'));
  expect(await screen.findByText('There', { selector: 'main' })).toBeInTheDocument();
});
