import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const STOP = '*/api/v1/announcements/stop';
const BUTTON = { name: 'Stop These Mails' };

it('acts only when the button is pressed, with the code behind the #, and says how to turn mails on again', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.post(STOP, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('code'));
      return HttpResponse.json({ message: 'You get no more of these mails. Announcements stay on your dashboard.' });
    }),
  );
  const { user } = renderApp({ path: '/stop-announcements#abc-_' });
  const button = await screen.findByRole('button', BUTTON);
  expect(asked).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('You get no more of these mails. Announcements stay on your dashboard.')).toBeInTheDocument();
  expect(screen.getByText(/switch on “Also by mail”/u)).toBeInTheDocument();
  expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument();
  expect(asked).toEqual(['abc-_']);
});

it('says why it did not work, and can be tried again; without a code it says where to find the link', async () => {
  server.use(http.post(STOP, () => problem(422, 'validation_failed', 'This link is incomplete or not from us.')));
  const { user, unmount } = renderApp({ path: '/stop-announcements#abc' });
  await user.click(await screen.findByRole('button', BUTTON));
  expect(await screen.findByText('This link is incomplete or not from us.')).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeEnabled();
  unmount();
  renderApp({ path: '/stop-announcements' });
  expect(await screen.findByText('This link is incomplete. Please open it again from the email.')).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeDisabled();
});
