import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { problem } from '~/testing/answers';
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

it('resets by a code, and asks for its company where it is typed without it', async () => {
  allows(['email', 'code']);
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/v1/password-reset/initiate', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ userId: 'a-handle', channel: 'EMAIL', nextStep: 'EMAIL_VERIFICATION_REQUIRED', version: 1 });
    }),
  );
  const { user, router } = renderApp({ path: '/forgot-password' });
  await user.type(await screen.findByLabelText('Email or code'), '21CS042');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const company = await screen.findByLabelText('Company or institute');
  expect(company).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(company).toBeInvalid();
  expect(asked).toEqual([]);
  await user.type(company, 'Harbour Institute');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await expect.poll(() => router.state.location.pathname).toBe('/email-verification');
  expect(asked).toEqual([{ email: 'harbour-institute/21CS042' }]);
});

it('asks for the company of a code that is typed without it, and says that those details are wrong', async () => {
  allows(['email', 'code']);
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/v1/login/authenticate', async ({ request }) => {
      asked.push(await request.json());
      return problem(401, 'invalid_credentials', 'Invalid email or password');
    }),
  );
  const { user } = renderApp({ path: '/login' });
  await user.type(await screen.findByLabelText('Email or code'), '21CS042');
  await user.type(screen.getByLabelText('Password'), 'Cairn-and-Contour-58');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  const company = await screen.findByLabelText('Company or institute');
  expect(company).toHaveFocus();
  expect(asked).toEqual([]);
  await user.type(company, 'Harbour Institute');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Those details are not right. Check them and try again.')).toBeInTheDocument();
  expect(asked).toMatchObject([{ email: 'harbour-institute/21CS042' }]);
  await user.clear(screen.getByLabelText('Email or code'));
  await user.type(screen.getByLabelText('Email or code'), 'asha@example.com');
  expect(screen.queryByLabelText('Company or institute')).not.toBeInTheDocument();
});
