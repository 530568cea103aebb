import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { server } from '~/testing/server';
import { CHECK_EMAIL, CHECK_PHONE, knowsNoContacts, openSignup, REGISTER } from '~/testing/signUp';

beforeEach(knowsNoContacts);

it('the phone takes the form in which it will be kept, once it is left', async () => {
  const { type, user } = await openSignup();
  await type('Phone', '98765-43210');
  expect(screen.getByLabelText('Phone')).toHaveValue('98765-43210');
  await user.tab();
  expect(screen.getByLabelText('Phone')).toHaveValue('+919876543210');
});

it('a taken email and phone are announced, and only the last text is checked', async () => {
  const asked: string[] = [];
  const ask = (key: string) => ({ request }: { request: Request }) => {
    asked.push(new URL(request.url).searchParams.get(key) ?? '');
    return HttpResponse.json({ available: false });
  };
  server.use(http.get(CHECK_EMAIL, ask('email')), http.get(CHECK_PHONE, ask('phone')));
  const { type, user, router } = await openSignup();
  await type('Email', 'owner@example.com');
  const said = await screen.findByText('Email already registered');
  expect(said).toHaveRole('status');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email already registered Log in');
  await type('Phone', '98765 43210');
  expect(await screen.findByText('Phone already registered')).toHaveRole('status');
  expect(asked).toEqual(['owner@example.com', '+919876543210']);

  await type('Email', 'asha');
  expect(screen.queryByText('Email already registered')).not.toBeInTheDocument();

  await type('Email', 'owner@example.com');
  await user.click(await screen.findByRole('link', { name: 'Log in' }));
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { email: 'owner@example.com' } });
});

it('an email that looks misspelt is asked about, and corrected by one press', async () => {
  server.use(http.get(CHECK_EMAIL, () => HttpResponse.json({ available: true, didYouMean: 'asha@gmail.com' })));
  const { type, user } = await openSignup();
  await type('Email', 'asha@gmial.com');
  await user.click(await screen.findByRole('button', { name: 'Did you mean asha@gmail.com?' }));
  expect(screen.getByLabelText('Email')).toHaveValue('asha@gmail.com');
  expect(screen.queryByText(/Did you mean/u)).not.toBeInTheDocument();
});

it('an answer that comes too late says nothing of what stands there now', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  server.use(
    http.get(CHECK_EMAIL, async ({ request }) => {
      const email = new URL(request.url).searchParams.get('email') ?? '';
      asked.push(email);
      if (email === 'owner@example.com') await held;
      return HttpResponse.json({ available: email !== 'owner@example.com' });
    }),
  );
  const { type } = await openSignup();
  await type('Email', 'owner@example.com');
  await expect.poll(() => asked).toEqual(['owner@example.com']);
  await type('Email', 'asha@example.com');
  answer();
  await expect.poll(() => asked).toEqual(['owner@example.com', 'asha@example.com']);
  expect(screen.queryByText('Email already registered')).not.toBeInTheDocument();
});

it('a limit is not complained about, and kept', async () => {
  const asked: string[] = [];
  server.use(
    http.get(CHECK_EMAIL, () => {
      asked.push('email');
      return problem(429, 'rate_limited', 'Too many requests.', { retryAfter: 60 });
    }),
    http.post(REGISTER, () => problem(409, 'contact_taken', 'Taken', { errors: { email: 'Email already registered' } })),
  );
  const { fillIn, type, send } = await openSignup();
  await type('Email', 'first@example.com');
  await expect.poll(() => asked).toHaveLength(1);
  await fillIn();
  await send();
  expect(await screen.findByText('Email already registered')).toBeInTheDocument();
  expect(screen.queryByText('Too many requests.')).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it.each([
  ['aaaa', 'Weak'],
  ['kestrel-7', 'Medium'],
  ['aB1$xyzu', 'Strong'],
])('the password %j is %s', async (password, strength) => {
  const { type } = await openSignup();
  await type('Password', password);
  expect(await screen.findByText(`Password strength: ${strength}`)).toBeInTheDocument();
});
