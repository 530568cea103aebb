import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const allows = (signInBy: readonly string[]) => {
  server.use(http.get('*/api/v1/robot-check', () => HttpResponse.json({ kind: 'off', siteKey: null, signInBy })));
};

it.each([
  [['email'], 'Email'],
  [['email', 'code'], 'Email or code'],
  [['email', 'phone', 'code'], 'Email, phone or code'],
])('asks for %s by the label of what the installation allows', async (signInBy, label) => {
  allows(signInBy);
  renderApp({ path: '/login' });
  expect(await screen.findByLabelText(label)).toHaveAttribute('autocomplete', 'username webauthn');
});

it('is one and the same field before and after it is known what the installation allows', async () => {
  allows(['email', 'phone', 'code']);
  renderApp({ path: '/login' });
  const before = await screen.findByLabelText('Email');
  const { type } = before as HTMLInputElement;
  expect(before).toHaveAttribute('autocapitalize', 'none');
  const after = await screen.findByLabelText('Email, phone or code');
  expect(after).toBe(before);
  expect(after).toHaveAttribute('type', type);
  expect(after).toHaveAttribute('autocapitalize', 'none');
});

it('resets by a phone, whose code is typed on the page of text messages', async () => {
  allows(['email', 'phone', 'code']);
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/v1/password-reset/initiate', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ userId: 'a-handle', channel: 'SMS', nextStep: 'SMS_VERIFICATION_REQUIRED', version: 1 });
    }),
  );
  const { user, router } = renderApp({ path: '/forgot-password' });
  await user.type(await screen.findByLabelText('Email, phone or code'), '98123 00001');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await expect.poll(() => router.state.location.pathname).toBe('/sms-verification');
  expect(asked).toEqual([{ email: '98123 00001' }]);
});
