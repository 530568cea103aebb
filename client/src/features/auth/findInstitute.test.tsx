import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { namelessCompany, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const FOUND = [
  { name: 'Northwind Training', slug: 'northwind', logo: '/logo' },
  { name: 'Northwind Training', slug: 'northwind-2', logo: null },
];

/** Opens the search of a page; `asked` is what the server was asked for. */
async function openSearch(path: string, answer: (name: string) => Response) {
  const asked: string[] = [];
  server.use(
    robotCheck,
    namelessCompany,
    http.get('*/api/v1/signup/companies', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      asked.push(name);
      return answer(name);
    }),
  );
  const app = renderApp({ path });
  await app.user.click(await screen.findByRole('button', { name: 'Find your institute by its name' }));
  const field = await screen.findByLabelText('Name of your institute');
  expect(field).toHaveFocus();
  return { ...app, field, asked };
}

it.each(['/', '/signup'])('a learner at %s finds the page of an institute by three letters of its name', async (path) => {
  const { user, router, field, asked } = await openSearch(path, () => HttpResponse.json({ institutes: FOUND }));
  await user.type(field, ' no');
  expect(screen.getByText('Type at least three letters.')).toBeInTheDocument();
  await user.type(field, 'r');
  const list = within(await screen.findByRole('list', { name: 'Institutes' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(['Northwind Trainingnorthwind', 'Northwind Trainingnorthwind-2']);
  expect(asked).toEqual(['nor']);
  await user.click(list.getByText('northwind-2'));
  expect(await screen.findByRole('heading', { name: 'Sign up to apply' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/apply/northwind-2');
});

it('says that none is found, and why it cannot be searched', async () => {
  const { user, field } = await openSearch('/', (name) =>
    name === 'none' ? HttpResponse.json({ institutes: [] }) : problem(429, 'too_many_requests', 'Too many requests. Please wait.', { retryAfter: 30 }),
  );
  await user.type(field, 'none');
  expect(await screen.findByText(/No institute is found by this name/u)).toBeInTheDocument();
  await user.type(field, 'such');
  expect(await screen.findByText('Too many requests. Please wait.')).toBeInTheDocument();
});
