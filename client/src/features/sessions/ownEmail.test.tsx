import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const CHANGE = '*/api/v1/users/profile/email-change';
const PRESENT = 'owner@example.com';
const NEW = 'new@example.org';

let waiting: { email: string | null; sentTo: string | null };
let sent: unknown[];

beforeEach(() => {
  waiting = { email: null, sentTo: null };
  sent = [];
  server.use(
    ownProfile('TRAINEE'),
    extendsSession,
    noImports,
    noFactors,
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
    http.get(CHANGE, () => HttpResponse.json(waiting)),
    http.post(CHANGE, async ({ request }) => {
      sent.push(await request.json());
      waiting = waiting.email === null ? { email: NEW, sentTo: PRESENT } : waiting;
      return HttpResponse.json(waiting);
    }),
    http.delete(CHANGE, () => {
      waiting = { email: null, sentTo: null };
      return HttpResponse.json(waiting);
    }),
  );
});

async function openForm() {
  const app = renderApp({ path: '/dashboard/profile', as: { profile: 'TRAINEE', role: 'TRAINEE' } });
  await app.user.click(await screen.findByRole('button', { name: 'Change your email' }));
  const form = within(await screen.findByRole('form', { name: 'Change your email' }));
  const type = async (text: string) => {
    await app.user.clear(form.getByLabelText('New email'));
    if (text !== '') await app.user.paste(text);
    await app.user.click(form.getByRole('button', { name: 'Send link' }));
  };
  return { ...app, form, type };
}

const waits = (address: string) =>
  screen.findByText((_text, element) => element?.getAttribute('role') === 'status' && element.textContent.startsWith(`Waiting for you to open the link sent to ${address}.`));

it('a new email is asked for, waits for the present address, and is withdrawn', async () => {
  const { user, type } = await openForm();
  await type(` ${NEW} `);
  expect(await screen.findByText(`We sent a link to ${PRESENT}`)).toBeInTheDocument();
  expect(sent).toEqual([{ email: NEW }]);
  expect(await waits(PRESENT)).toHaveTextContent(`After that we send one to your new address, ${NEW}.`);
  expect(screen.queryByRole('form', { name: 'Change your email' })).not.toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Change your email' })).toHaveFocus();
  });
  await user.click(screen.getByRole('button', { name: 'Cancel the change' }));
  expect(await screen.findByText('The new email was withdrawn')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByText(/^Waiting for you/u)).not.toBeInTheDocument();
  });
});

it('a change that waits for the new address says so, and its link is sent again', async () => {
  waiting = { email: NEW, sentTo: NEW };
  const { user } = renderApp({ path: '/dashboard/profile', as: {} });
  expect(await waits(NEW)).toHaveTextContent('After that you log in with this address');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(`We sent a link to ${NEW}`)).toBeInTheDocument();
  expect(sent).toEqual([{ email: NEW }]);
});

it('why a link is not sent again stands in a toast', async () => {
  waiting = { email: NEW, sentTo: NEW };
  server.use(http.post(CHANGE, () => problem(429, 'invitation_too_soon', 'You can send the next one in 9 minutes.', { retryAfter: 540 })));
  const { user } = renderApp({ path: '/dashboard/profile', as: {} });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('You can send the next one in 9 minutes.')).toBeInTheDocument();
  expect(await waits(NEW)).toBeInTheDocument();
});

it.each([
  ['', 'Email is required'],
  ['new', 'Please enter a valid email address'],
])('"%s": %s', async (text, message) => {
  const { form, type } = await openForm();
  await type(text);
  expect(await form.findByText(message)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('an address that is taken is refused at its field', async () => {
  server.use(
    http.post(CHANGE, () => problem(409, 'contact_taken', 'Email already registered', { errors: { email: 'Email already registered' } })),
  );
  const { user, form, type } = await openForm();
  await type(NEW);
  expect(await form.findByText('Email already registered')).toBeInTheDocument();
  expect(form.getByLabelText('New email')).toHaveFocus();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Change your email' })).toHaveFocus();
});

it('a person without an email gets a link at the new address alone', async () => {
  server.use(ownProfile('TRAINEE', { email: null, signInName: 'demo-company/21cs042' }));
  const { form } = await openForm();
  expect(form.getByText('We send a link to the new address. Your email changes when you open it.')).toBeInTheDocument();
});
