import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const STOP = '*/api/v1/invitations/stop';
const BUTTON = { name: 'I don’t know this company' };

it('acts only when the button is pressed, with the code behind the #', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(STOP, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ message: 'This company can no longer invite you.' });
    }),
  );
  const { user } = renderApp({ path: '/stop-invitations#abc-_' });
  const button = await screen.findByRole('button', BUTTON);
  expect(asked).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('This company can no longer invite you.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Invitations stopped' })).toBeInTheDocument();
  expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument();
  expect(asked).toEqual([{ code: 'abc-_' }]);
});

it('says why it did not work, and can be tried again', async () => {
  server.use(http.post(STOP, () => problem(422, 'validation_failed', 'This link is incomplete or not from us.')));
  const { user } = renderApp({ path: '/stop-invitations#abc' });
  await user.click(await screen.findByRole('button', BUTTON));
  expect(await screen.findByText('This link is incomplete or not from us.')).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeEnabled();
});

it('without a code it says where to find the link', async () => {
  renderApp({ path: '/stop-invitations' });
  expect(await screen.findByText('This link is incomplete. Please open it again from the email.')).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeDisabled();
});
