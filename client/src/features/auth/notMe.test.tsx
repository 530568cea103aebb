import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { extendsSession, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const NOT_ME = '*/api/v1/auth/not-me';
const BUTTON = 'That was not me';
const done = { email: 'tara@example.com', sessionsEnded: 2, passwordEnded: true, factorRemoved: 'My phone', recoveryCodesEnded: true };

/** Answers, and keeps what was asked. */
function answers(answer: typeof done): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(NOT_ME, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return asked;
}

it('acts by the button alone, says what was done, and leads to a new password', async () => {
  const asked = answers(done);
  const { user, router } = renderApp({ path: '/not-me#abc-_' });
  const button = await screen.findByRole('button', { name: BUTTON });
  expect(asked).toEqual([]);
  expect(router.state.location).toMatchObject({ pathname: '/not-me', hash: '' });
  await user.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account was logged out' })).toBeInTheDocument();
  expect(asked).toEqual([{ token: 'abc-_' }]);
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    '2 devices were logged out.',
    'The password has ended.',
    'The second factor My phone was removed.',
    'The recovery codes have ended.',
  ]);
  await user.click(screen.getByRole('link', { name: 'Choose a new password' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('tara@example.com');
});

it('in a browser of another account leaves that one logged in', async () => {
  answers({ ...done, sessionsEnded: 0, passwordEnded: false, recoveryCodesEnded: false });
  server.use(extendsSession);
  const { user } = renderApp({ path: '/not-me#abc', as: { profile: 'TRAINER' } });
  await user.click(await screen.findByRole('button', { name: BUTTON }));
  expect(await screen.findByText(/^You are logged in as .* To choose a new password for tara@example\.com, log out first\.$/u)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Choose a new password' })).not.toBeInTheDocument();
});

it('that is over says so', async () => {
  const sentence = 'This link is no longer valid.';
  server.use(http.post(NOT_ME, () => problem(400, 'notice_link_invalid', sentence)));
  const { user } = renderApp({ path: '/not-me#abc' });
  await user.click(await screen.findByRole('button', { name: BUTTON }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeInTheDocument();
});

it('without a token says where to find it', async () => {
  renderApp({ path: '/not-me' });
  expect(await screen.findByText('This link is incomplete. Please open it again from the email.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: BUTTON })).toBeDisabled();
});
