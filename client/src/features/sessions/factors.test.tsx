import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const FACTORS = '*/api/v1/auth/factors';
const ID = '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a31';
const CODES = Array.from({ length: 10 }, (_, number) => `abcde-fghj${String.fromCodePoint(107 + number)}`);
const phone = { id: ID, kind: 'totp', name: 'My phone', createdAt: '2026-01-05T09:00:00Z', lastUsedAt: null, backedUp: false };

const registers = http.post(`${FACTORS}/totp`, () =>
  HttpResponse.json({ id: ID, secret: 'ABCDEFGH', uri: 'otpauth://totp/Waymark', qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
);
const has = (...factors: object[]) =>
  http.get(FACTORS, () => HttpResponse.json({ factors, recoveryCodesLeft: factors.length * 10, verifiedAt: null, required: [], hasPassword: true, ssoLinks: [] }));

async function openPart() {
  const app = renderPage({ path: '/dashboard/profile', as: {} });
  return { ...app, part: await screen.findByRole('region', { name: 'Login and security' }) };
}

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, noFactors, http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })));
});

describe('second factors of the own account', () => {
  it('adds an authenticator app in three steps', async () => {
    const { user, part } = await openPart();
    server.use(
      registers,
      http.post(`${FACTORS}/totp/${ID}/confirm`, () => {
        server.use(has(phone));
        return HttpResponse.json({ recoveryCodes: CODES });
      }),
    );
    await user.click(await within(part).findByRole('button', { name: 'Add authenticator app' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
    expect(screen.getByText('ABCD EFGH')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(screen.getByRole('textbox', { name: 'Code that the app shows' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await within(part).findByText('My phone')).toBeInTheDocument();
  });

  it('keeps the refusal of a code until it is edited, and then says nothing of a half-typed one', async () => {
    const { user, part } = await openPart();
    server.use(registers, http.post(`${FACTORS}/totp/${ID}/confirm`, () => problem(422, 'validation_failed', 'Validation failed', { errors: { code: 'The code is not right' } })));
    await user.click(await within(part).findByRole('button', { name: 'Add authenticator app' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const field = screen.getByRole('textbox', { name: 'Code that the app shows' });
    await user.type(field, '123456{Enter}');
    expect(await screen.findByText('The code is not right')).toBeInTheDocument();
    await user.type(field, '{Backspace}');
    expect(screen.queryByText('The code is not right')).not.toBeInTheDocument();
    expect(screen.queryByText('Enter the 6 digits that the app shows')).not.toBeInTheDocument();
    await user.type(field, '{Enter}');
    expect(await screen.findByText('Enter the 6 digits that the app shows')).toBeInTheDocument();
  });

  it('asks for a proof where the server wants one, and repeats the call', async () => {
    const { user, part } = await openPart();
    let proved = false;
    server.use(
      http.post(`${FACTORS}/totp`, () =>
        proved
          ? HttpResponse.json({ id: ID, secret: 'ABCDEFGH', uri: 'otpauth://totp/Waymark', qr: '<svg/>' })
          : problem(403, 'step_up_required', 'Please confirm that it is you.', { methods: ['password'] }),
      ),
      http.post('*/api/v1/auth/step-up', async ({ request }) => {
        const { password } = (await request.json()) as { password?: string };
        proved = password === 'Right-Lantern-93';
        return proved
          ? HttpResponse.json({ verifiedAt: '2026-01-05T09:00:00Z' })
          : problem(422, 'validation_failed', 'Validation failed', { errors: { password: 'The current password is not right' } });
      }),
    );
    await user.click(await within(part).findByRole('button', { name: 'Add authenticator app' }));
    await user.type(await screen.findByLabelText('Your password'), 'Wrong-Lantern-93');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The current password is not right')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Your password'), 'Right-Lantern-93');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
  });

  it('shows the refusal where the proof is not given', async () => {
    const { user, part } = await openPart();
    server.use(http.post(`${FACTORS}/totp`, () => problem(403, 'step_up_required', 'Please confirm that it is you.', { methods: ['totp', 'recovery'] })));
    await user.click(await within(part).findByRole('button', { name: 'Add authenticator app' }));
    expect(await screen.findByLabelText('Code of your authenticator app')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Please confirm that it is you.')).toBeInTheDocument();
  });

  it('renames and removes a factor', async () => {
    server.use(has(phone));
    const { user, part } = await openPart();
    const names: unknown[] = [];
    server.use(
      http.put(`${FACTORS}/${ID}`, async ({ request }) => {
        names.push(await request.json());
        return HttpResponse.json({ message: 'The name has been changed' });
      }),
      http.delete(`${FACTORS}/${ID}`, () => {
        server.use(noFactors);
        return HttpResponse.json({ message: 'It has been removed' });
      }),
    );
    await user.click(await within(part).findByRole('button', { name: 'Rename My phone' }));
    await user.type(within(part).getByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(within(part).getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(names).toEqual([{ name: 'My phone 2' }]);
    });
    await user.click(await within(part).findByRole('button', { name: 'Remove My phone' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => {
      expect(within(part).queryByText('My phone')).not.toBeInTheDocument();
    });
  });

  it('shows and removes the link to the company’s provider', async () => {
    const linked = { factors: [], recoveryCodesLeft: 0, verifiedAt: null, required: [], ssoLinks: [{ name: 'Acme', createdAt: '2026-01-05T09:00:00Z' }] };
    server.use(http.get(FACTORS, () => HttpResponse.json(linked)));
    const { user, part } = await openPart();
    server.use(
      http.delete('*/api/v1/auth/sso-link', () => {
        server.use(noFactors);
        return HttpResponse.json({ message: 'The link has been removed' });
      }),
    );
    expect(await within(part).findByText(/Login by Acme: linked since/u)).toBeInTheDocument();
    await user.click(within(part).getByRole('button', { name: 'Remove link' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove link' }));
    await waitFor(() => {
      expect(within(part).queryByText(/Sign-in by Acme/u)).not.toBeInTheDocument();
    });
  });

  it('offers the company’s provider as the proof where there is no other', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`${FACTORS}/totp`, () => problem(403, 'step_up_required', 'Please confirm that it is you.', { methods: ['sso'] })),
      http.post('*/api/v1/auth/step-up/sso', async ({ request }) => {
        asked.push(await request.json());
        return problem(503, 'unavailable', 'The login of your company is not available now. Please try later.');
      }),
    );
    const { user, part } = await openPart();
    await user.click(await within(part).findByRole('button', { name: 'Add authenticator app' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Confirm with your company’s login' }));
    expect(await within(dialog).findByText(/not available now/u)).toBeInTheDocument();
    expect(asked).toEqual([{ returnTo: '/dashboard/profile' }]);
  });
});
