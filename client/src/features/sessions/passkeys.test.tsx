import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { assertion, neverChosen, passkeyBrowser } from '~/testing/authenticator';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const FACTORS = '*/api/v1/auth/factors';
const ID = '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a32';
const options = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Waymark' },
  user: { id: 'dXNlcg', name: 'olive@example.com', displayName: 'Olive Owner' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
const laptop = { id: ID, kind: 'passkey', name: 'My laptop', createdAt: '2026-01-05T09:00:00Z', lastUsedAt: null, backedUp: true, blocked: false };

const has = (...factors: object[]) =>
  http.get(FACTORS, () => HttpResponse.json({ factors, recoveryCodesLeft: 10, verifiedAt: null, required: [], hasPassword: true, ssoLinks: [] }));

async function openPart() {
  const app = renderPage({ path: '/dashboard/profile', as: {} });
  return { ...app, part: await screen.findByRole('region', { name: 'Login and security' }) };
}

async function add({ user, part }: Awaited<ReturnType<typeof openPart>>) {
  await user.click(await within(part).findByRole('button', { name: 'Add a passkey' }));
  await user.type(screen.getByLabelText('Name'), 'My laptop');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    noFactors,
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
    http.post(`${FACTORS}/passkeys/options`, () => HttpResponse.json(options)),
  );
});

it('a browser without passkeys offers none', async () => {
  const { part } = await openPart();
  expect(await within(part).findByRole('button', { name: 'Add authenticator app' })).toBeInTheDocument();
  expect(within(part).queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});

it('a passkey is added under its name', async () => {
  passkeyBrowser({ inField: neverChosen, ask: neverChosen, create: () => Promise.resolve(assertion()) });
  const sent: unknown[] = [];
  const page = await openPart();
  server.use(
    http.post(`${FACTORS}/passkeys`, async ({ request }) => {
      sent.push(await request.json());
      server.use(has(laptop));
      return HttpResponse.json({ id: ID, recoveryCodes: [] });
    }),
  );
  await add(page);
  expect(await within(page.part).findByText('My laptop')).toBeInTheDocument();
  expect(within(page.part).getByText('Kept by your password manager, on all of its devices')).toBeInTheDocument();
  expect(sent).toMatchObject([{ name: 'My laptop', credential: { id: 'cGFzc2tleQ', type: 'public-key' } }]);
});

it.each([
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['NotAllowedError', 'No passkey was added. You can try again.'],
])('%s of the device is said in the dialog', async (name, sentence) => {
  passkeyBrowser({ inField: neverChosen, ask: neverChosen, create: () => Promise.reject(new DOMException('no', name)) });
  await add(await openPart());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('My laptop');
});

it('a refusal of the server is said in the dialog', async () => {
  passkeyBrowser({ inField: neverChosen, ask: neverChosen, create: () => Promise.resolve(assertion()) });
  server.use(http.post(`${FACTORS}/passkeys`, () => problem(409, 'passkey_registered', 'This passkey is already registered.')));
  await add(await openPart());
  expect(await screen.findByText('This passkey is already registered.')).toBeInTheDocument();
});

it('a blocked passkey says so', async () => {
  server.use(has({ ...laptop, blocked: true }));
  const { part } = await openPart();
  expect(await within(part).findByText('Blocked: a copy of it may be in use. Remove it and add a new one.')).toBeInTheDocument();
});
