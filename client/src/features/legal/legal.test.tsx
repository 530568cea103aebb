import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderApp } from '~/testing/renderApp';

it.each([
  ['/terms', 'Terms & Conditions', 'Privacy Policy'],
  ['/privacy', 'Privacy Policy', 'Terms & Conditions'],
])('%s is public and links to the other', async (path, title, other) => {
  const { user } = renderApp({ path });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: other }));
  expect(await screen.findByRole('heading', { level: 1, name: other })).toBeInTheDocument();
});

it('the start page leads to the sign-up, the sign-in and both', async () => {
  renderApp({ path: '/' });
  await screen.findByRole('heading', { name: 'Guiding Every Step To Success' });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual(expect.arrayContaining(['/signup', '/login', '/privacy', '/terms']));
});
