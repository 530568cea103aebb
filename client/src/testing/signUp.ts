import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';

import { robotCheck } from './answers';
import { renderApp } from './renderApp';
import { server } from './server';

export const REGISTER = '*/api/v1/signup/register';
export const CHECK_EMAIL = '*/api/v1/signup/check-email';
export const CHECK_PHONE = '*/api/v1/signup/check-phone';

export const PERSON = { fullName: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210', password: 'Many-small-steps-9' };

export function termsBox() {
  return screen.getByRole('checkbox', { name: /^I accept the Terms & Conditions/u });
}

/** Opens the sign-up; returns what fills it in. */
export async function openSignup(path = '/signup') {
  const app = renderApp({ path });
  const button = await screen.findByRole('button', { name: 'Sign up' });
  await expect.poll(() => document.querySelector('altcha-widget')).not.toBeNull();
  const type = async (label: string, text: string) => {
    await app.user.clear(screen.getByLabelText(label));
    await app.user.type(screen.getByLabelText(label), text);
  };
  const paste = async (label: string, text: string) => {
    await app.user.clear(screen.getByLabelText(label));
    await app.user.click(screen.getByLabelText(label));
    await app.user.paste(text);
  };
  const fillIn = async () => {
    await paste('Full name', PERSON.fullName);
    await paste('Email', PERSON.email);
    await paste('Phone', '98765 43210');
    await paste('Password', PERSON.password);
    await paste('Confirm password', PERSON.password);
    await app.user.click(termsBox());
  };
  const send = () => app.user.click(button);
  return { ...app, button, type, paste, fillIn, send };
}

/** A server that knows no email and no phone. */
export function knowsNoContacts(): void {
  server.use(
    robotCheck,
    http.get(CHECK_EMAIL, () => HttpResponse.json({ available: true })),
    http.get(CHECK_PHONE, () => HttpResponse.json({ available: true })),
  );
}
