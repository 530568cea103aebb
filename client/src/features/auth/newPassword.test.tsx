import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { USER_ID } from './testing';

const RESET = '*/api/v1/login/reset-temporary-password';

async function openPage() {
  const app = renderApp({ path: '/reset-password', state: { userId: USER_ID, context: 'LOGIN', temporaryPassword: true } });
  await screen.findByRole('heading', { name: 'Set New Password' });
  const type = async (newPassword: string, confirmPassword: string) => {
    if (newPassword !== '') await app.user.type(screen.getByLabelText('New password'), newPassword);
    if (confirmPassword !== '') await app.user.type(screen.getByLabelText('Confirm password'), confirmPassword);
    await app.user.click(screen.getByRole('button', { name: 'Set password' }));
  };
  return { ...app, type };
}

describe('a first password of one’s own', () => {
  it.each([
    ['', '', 'Please fill in all required fields'],
    ['aB3$', 'aB3$', 'Password must be at least 8 characters long'],
    ['aaaaaaaa', 'aaaaaaaa', 'Password must be at least medium strength'],
    ['Sunny day 9', 'Sunny day 8', 'Passwords do not match'],
  ])('%j and %j: %s', async (newPassword, confirmPassword, message) => {
    const { type } = await openPage();
    await type(newPassword, confirmPassword);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('leads to the dashboard of the profile', async () => {
    server.use(
      ownProfile('TRAINEE'),
      extendsSession,
      noImports,
      http.post(RESET, async ({ request }) => {
        const body = await request.json();
        expect(body).toEqual({ userId: USER_ID, newPassword: 'Sunny day 9', confirmPassword: 'Sunny day 9' });
        return HttpResponse.json({ nextStep: 'LOGIN_COMPLETE' });
      }),
      http.post('*/api/v1/login/complete', () =>
        HttpResponse.json({
          jwtToken: accessToken({ profile: 'TRAINEE' }),
          refreshToken: 'r',
          userId: USER_ID,
          email: 't@example.com',
          fullName: 'Tara Trainee',
          serverTime: new Date().toISOString(),
        }),
      ),
    );
    const { type } = await openPage();
    await type('Sunny day 9', 'Sunny day 9');
    // The toast does not wait for a slow dashboard.
    await Promise.all([
      screen.findByText('Successfully logged in.'),
      screen.findByRole('heading', { name: 'Trainee Dashboard' }),
    ]);
  });

  it('that the server refuses is shown at its field', async () => {
    const refusal = 'This password is too common';
    server.use(http.post(RESET, () => problem(422, 'validation_failed', 'Validation failed', { errors: { newPassword: refusal } })));
    const { type } = await openPage();
    await type('Password1!', 'Password1!');
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(refusal);
    expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
  });
});
