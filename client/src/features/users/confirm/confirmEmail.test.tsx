import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const CONFIRM = '*/api/v1/users/email/confirm';
const BUTTON = { name: 'Confirm this address' };

it('acts only when the button is pressed, with the token that has left the address', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(CONFIRM, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ message: 'Your email address is confirmed. Please log in with it.' });
    }),
  );
  const { user, router } = renderApp({ path: '/confirm-email#abc-_' });
  const button = await screen.findByRole('button', BUTTON);
  expect(asked).toEqual([]);
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/confirm-email', hash: '' });
  });
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  await user.click(button);
  expect(await screen.findByText('Your email address is confirmed. Please log in with it.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Email confirmed' })).toBeInTheDocument();
  expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(asked).toEqual([{ token: 'abc-_' }]);
});

it.each([
  [400, 'email_link_invalid', 'This link is no longer valid.', 'This link does not work'],
  [409, 'email_not_usable', 'This address cannot be used for your account.', 'This address cannot be used'],
])('says of a link that is over (%i) why, and where to log in', async (status, code, sentence, title) => {
  server.use(http.post(CONFIRM, () => problem(status, code, sentence)));
  const { user } = renderApp({ path: '/confirm-email#abc' });
  await user.click(await screen.findByRole('button', BUTTON));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.queryByRole('button', BUTTON)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeInTheDocument();
});

it('the link in the mail to the present address sends the next one, and says so', async () => {
  server.use(
    http.post(CONFIRM, async ({ request }) => {
      expect(await request.json()).toEqual({ token: 'present.abc' });
      return HttpResponse.json({ message: 'Now open the link that we have sent to n***w@example.org.' });
    }),
  );
  const { user, router } = renderApp({ path: '/confirm-email#present.abc' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Do you want to change your email address?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Confirm the change' }));
  expect(await screen.findByText('Now open the link that we have sent to n***w@example.org.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'One more step' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Confirm/u })).not.toBeInTheDocument();

  await router.navigate('/confirm-email#new');
  expect(await screen.findByRole('button', BUTTON)).toBeInTheDocument();
});

it('a used link of the present address leads to the other mail', async () => {
  server.use(http.post(CONFIRM, () => problem(400, 'email_link_invalid', 'This link is no longer valid.')));
  const { user } = renderApp({ path: '/confirm-email#present.abc' });
  await user.click(await screen.findByRole('button', { name: 'Confirm the change' }));
  expect(await screen.findByText(/If you have used it already, open the link in the mail to your new address\.$/u)).toBeInTheDocument();
});

it('can be tried again where the server did not answer', async () => {
  server.use(http.post(CONFIRM, () => HttpResponse.error()));
  const { user } = renderApp({ path: '/confirm-email#abc' });
  await user.click(await screen.findByRole('button', BUTTON));
  expect(await screen.findByText(/^Network error/u)).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeEnabled();
});

it('without a token it says where to find the link', async () => {
  renderApp({ path: '/confirm-email' });
  expect(await screen.findByText('This link is incomplete. Please open it again from the email.')).toBeInTheDocument();
  expect(screen.getByRole('button', BUTTON)).toBeDisabled();
});
