import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { knowsNoContacts, openSignup, PERSON, REGISTER, termsBox } from '~/testing/signUp';
import { accessToken } from '~/testing/tokens';

import { codeState, USER_ID } from './testing';

/** Takes every sign-up, keeping what was sent. */
function registerAnswers(nextStep: string, sent: unknown[] = []) {
  server.use(
    http.post(REGISTER, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...codeState(), userId: USER_ID, nextStep });
    }),
  );
  return sent;
}

beforeEach(() => {
  knowsNoContacts();
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState())));
});

describe('what is missing or wrong', () => {
  it('shows every error at its field at once and focuses the first', async () => {
    const { send } = await openSignup();
    await send();
    expect(await screen.findByText('Full name is required')).toBeInTheDocument();
    for (const sentence of ['Email is required', 'Phone is required', 'Password is required', 'Please accept the Terms & Conditions']) {
      expect(screen.getByText(sentence)).toBeInTheDocument();
    }
    expect(screen.getByLabelText('Full name')).toHaveFocus();
    expect(termsBox()).toBeInvalid();
    expect(termsBox()).toHaveAccessibleDescription('Please accept the Terms & Conditions');
  });

  it('is said of each field, and of the password one thing after the other', async () => {
    const { fillIn, paste, send } = await openSignup();
    await fillIn();
    const wrong = [
      ['Full name', '   ', 'Full name is required'],
      ['Email', 'asha@example', 'Please enter a valid email address'],
      ['Phone', '98765', 'Please enter a valid phone number'],
      ['Password', 'onlylowercase', 'Password must be at least medium strength'],
      ['Confirm password', 'Many-small-steps-8', 'Passwords do not match'],
    ] as const;
    for (const [label, text] of wrong) await paste(label, text);
    await send();
    await screen.findByText('Full name is required');
    for (const [label, , sentence] of wrong) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(sentence));
    }
    await paste('Password', 'aB1!');
    await send();
    await screen.findByText('Password must be at least 8 characters long');
  });

  it('in the repetition is right once the password is put right', async () => {
    const { fillIn, type, send } = await openSignup();
    await fillIn();
    await type('Password', 'Many-small-steps-8');
    await send();
    await screen.findByText('Passwords do not match');
    await type('Password', PERSON.password);
    await expect.poll(() => screen.queryByText('Passwords do not match')).toBeNull();
    // The server refuses one's own name.
    await type('Password', 'Asha-Rao-2024!');
    expect(await screen.findByText('Password strength: Weak. Password must not be built from your name or email address')).toBeInTheDocument();
  });

  it('by the server stands at its field, and nothing typed is lost', async () => {
    const errors = { email: 'Email already registered', phone: 'Phone already registered' };
    server.use(http.post(REGISTER, () => problem(409, 'contact_taken', 'Already registered', { errors })));
    const { fillIn, send } = await openSignup();
    await fillIn();
    await send();
    expect(await screen.findByText('Email already registered')).toBeInTheDocument();
    expect(screen.getByText('Phone already registered')).toBeInTheDocument();
    expect(screen.queryByText('Already registered')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Full name')).toHaveValue(PERSON.fullName);
    expect(screen.getByLabelText('Password')).toHaveValue(PERSON.password);
    expect(screen.getByLabelText('Confirm password')).toHaveValue(PERSON.password);
    expect(termsBox()).toBeChecked();
  });

  it('of the whole form is shown above it, an unknown answer, too', async () => {
    server.use(http.post(REGISTER, () => HttpResponse.json(null, { status: 500 })));
    const { fillIn, send } = await openSignup();
    await fillIn();
    await send();
    expect(await screen.findByText('Signup failed. Please try again.')).toBeInTheDocument();
    registerAnswers('LOGIN_COMPLETE');
    await send();
    expect(await screen.findByText('Verification completed but next step is unclear. Please contact support.')).toBeInTheDocument();
  });
});

it('a robot check that is asked for leaves what was typed', async () => {
  const errors = { recaptchaToken: 'Please complete the reCAPTCHA verification' };
  server.use(http.post(REGISTER, () => problem(422, 'validation_failed', 'Validation failed', { errors })));
  const { fillIn, send } = await openSignup();
  await fillIn();
  await send();
  await expect.poll(() => screen.getByRole('group', { name: 'Robot check' })).toHaveAccessibleDescription(errors.recaptchaToken);
  expect(screen.getByText(errors.recaptchaToken)).toBeInTheDocument();
  expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Full name')).toHaveValue(PERSON.fullName);
  expect(screen.getByLabelText('Password')).toHaveValue(PERSON.password);
});

describe('who has signed up', () => {
  it.each([
    ['SMS_VERIFICATION_REQUIRED', '/sms-verification', '+91 98765 43210'],
    ['EMAIL_VERIFICATION_REQUIRED', '/email-verification', 'asha@example.com'],
  ])('goes by %s to %s, and sees the contact as it was typed: %s', async (nextStep, path, contact) => {
    const sent = registerAnswers(nextStep);
    server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState({ channel: path.startsWith('/sms') ? 'SMS' : 'EMAIL' }))));
    const { fillIn, send, router } = await openSignup();
    await fillIn();
    const widget = document.querySelector('altcha-widget');
    if (widget !== null) fireEvent(widget, new CustomEvent('statechange', { detail: { state: 'verified', payload: 'proof-of-work' } }));
    await send();
    expect(await screen.findByText(`Enter the 6-digit code. Sent to ${contact}.`)).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: path, state: { userId: USER_ID, context: 'SIGNUP' } });
    expect(sent).toEqual([{ ...PERSON, recaptchaToken: 'proof-of-work' }]);
  });

  it('may come back to a form that still knows them, and no password', async () => {
    registerAnswers('EMAIL_VERIFICATION_REQUIRED');
    const { fillIn, send, user } = await openSignup();
    await fillIn();
    await send();
    await user.click(await screen.findByRole('link', { name: 'Back to sign up' }));
    expect(await screen.findByLabelText('Full name')).toHaveValue(PERSON.fullName);
    expect(screen.getByLabelText('Email')).toHaveValue(PERSON.email);
    expect(screen.getByLabelText('Phone')).toHaveValue(PERSON.phone);
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(JSON.stringify(window.sessionStorage)).not.toContain(PERSON.password);
  });
});

describe('an application', () => {
  it('is made on a page that names a company which was verified', async () => {
    server.use(http.get('*/api/v1/signup/companies/northwind', () => HttpResponse.json({ companyName: 'Northwind Training', companyLogo: '/logo', takesApplications: true })));
    renderApp({ path: '/apply/northwind' });
    const heading = await screen.findByRole('heading', { name: 'Apply to Northwind Training' });
    const logo = screen.getByRole('presentation');
    expect(logo).toHaveAttribute('src', '/logo');
    expect(logo.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is made where an old link leads', async () => {
    const { router } = renderApp({ path: '/signup?apply=northwind' });
    expect(await screen.findByRole('heading', { name: 'Sign up to apply' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/apply/northwind', search: '' });
  });

  it('names the company that the link names', async () => {
    const sent = registerAnswers('EMAIL_VERIFICATION_REQUIRED');
    const { fillIn, send } = await openSignup('/apply/waymark-demo');
    expect(screen.getByRole('heading', { name: 'Sign up to apply' })).toBeInTheDocument();
    await fillIn();
    await send();
    await screen.findByLabelText('Verification code');
    expect(sent).toEqual([{ ...PERSON, recaptchaToken: null, applyTo: 'waymark-demo' }]);
  });

  it('to an unknown company is refused in place, and continues without it', async () => {
    const refusal = 'This link does not lead to a company.';
    server.use(http.post(REGISTER, () => problem(422, 'validation_failed', 'Validation failed', { errors: { applyTo: refusal } })));
    const { fillIn, send, user } = await openSignup('/apply/nowhere');
    await fillIn();
    await send();
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Register a company instead' }));
    expect(await screen.findByRole('heading', { name: 'Sign up' })).toBeInTheDocument();
    expect(screen.queryByText(refusal)).not.toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(PERSON.email);
  });
});

it('a signed-in user is sent to the dashboard', async () => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports);
  renderApp({ path: '/signup', as: { profile: 'SUPER_ADMIN' } });
  expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
});

it('an applicant who has verified is led to their portal and welcomed', async () => {
  const token = accessToken({ profile: null, role: 'APPLICANT', authorities: [], redirectTo: '/applicant-dashboard' });
  server.use(
    ownProfile(null),
    extendsSession,
    http.post('*/api/v1/verification/verify', () =>
      HttpResponse.json({ ...codeState(), state: 'verified', verified: true, message: 'Verified', nextStep: 'SIGNUP_COMPLETE' }),
    ),
    http.post('*/api/v1/login/complete', () =>
      HttpResponse.json({ jwtToken: token, refreshToken: 'r', userId: USER_ID, email: PERSON.email, fullName: PERSON.fullName, serverTime: new Date().toISOString() }),
    ),
  );
  const { user } = renderApp({ path: '/email-verification', state: { userId: USER_ID, context: 'SIGNUP' } });
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  expect(await screen.findByRole('heading', { name: 'Applicant Portal' })).toBeInTheDocument();
  expect(screen.getByText('Account created successfully! Welcome to Waymark!')).toBeInTheDocument();
});
