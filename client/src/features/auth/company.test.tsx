import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { codeState, USER_ID } from './testing';

const COMPLETE = '*/api/v1/signup/complete';

const state = { userId: USER_ID, context: 'SIGNUP' };

async function openCompany() {
  const app = renderApp({ path: '/company-info', state });
  const button = await screen.findByRole('button', { name: 'Complete sign-up' });
  const fillIn = async (website: string) => {
    await app.user.type(screen.getByLabelText('Company name'), ' Harbour Institute ');
    await app.user.selectOptions(screen.getByLabelText('Industry'), 'Food and Beverage');
    if (website !== '') await app.user.type(screen.getByLabelText('Company website'), website);
  };
  return { ...app, fillIn, send: () => app.user.click(button) };
}

function signsIn(sent: unknown[] = []) {
  const token = accessToken();
  server.use(
    http.post(COMPLETE, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        jwtToken: token,
        refreshToken: 'refresh-1',
        userId: 'the-user',
        email: 'asha@example.com',
        fullName: 'Asha Rao',
        expiresAt: new Date().toISOString(),
        serverTime: new Date().toISOString(),
      });
    }),
  );
  return { sent, token };
}

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, robotCheck);
});

describe('the company', () => {
  it('offers the industries in their order', async () => {
    await openCompany();
    const options = within(screen.getByLabelText('Industry')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Choose an industry', 'Education', 'Technology', 'Healthcare', 'Finance', 'Manufacturing', 'Retail', 'Fashion',
      'Construction', 'IT', 'Food and Beverage', 'Consulting', 'Non-Profit', 'Government', 'Other',
    ]);
  });

  it('needs a name and an industry', async () => {
    const { send } = await openCompany();
    await send();
    expect(await screen.findByText('Please fill in all required fields')).toBeInTheDocument();
    expect(screen.getByLabelText('Company name')).toHaveFocus();
    expect(screen.getByLabelText('Company name')).toBeInvalid();
    expect(screen.getByLabelText('Industry')).toBeInvalid();
    expect(screen.getByLabelText('Company website')).toBeValid();
    expect(screen.queryByText('Invalid input')).not.toBeInTheDocument();
  });

  it.each([
    ['', null],
    ['   ', null],
    ['harbour.example', 'https://harbour.example'],
    ['http://harbour.example/start', 'http://harbour.example/start'],
  ])('with the website %j is sent with %j, and its owner is in', async (website, sentAs) => {
    const { sent, token } = signsIn();
    const { fillIn, send, router } = await openCompany();
    await fillIn(website);
    await send();
    expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
    expect(screen.getByText('Account created successfully! Welcome to Waymark!')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/dashboard');
    const company = { companyName: 'Harbour Institute', industry: 'Food and Beverage', companyWebsite: sentAs };
    expect(sent).toEqual([{ userId: USER_ID, ...company }]);
    expect(window.localStorage.getItem('authToken')).toBe(token);
    expect(window.localStorage.getItem('refreshToken')).toBe('refresh-1');
    expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toEqual({
      userId: 'the-user',
      email: 'asha@example.com',
      fullName: 'Asha Rao',
    });
  });

  it('that the server refuses says why at the field, and keeps what was typed', async () => {
    const refusal = 'Please enter a valid website address';
    server.use(http.post(COMPLETE, () => problem(422, 'validation_failed', 'Validation failed', { errors: { companyWebsite: refusal } })));
    const { fillIn, send } = await openCompany();
    await fillIn('ftp://harbour.example');
    await send();
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    expect(screen.queryByText('Validation failed')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Company website')).toHaveFocus();
    expect(screen.getByLabelText('Company name')).toHaveValue(' Harbour Institute ');
  });

  it.each([
    [() => HttpResponse.json(null, { status: 500 }), 'Failed to create company. Please try again.'],
    [() => HttpResponse.error(), 'Network error. Please check your internet connection.'],
    [() => problem(401, 'flow_expired', 'Your verification session has expired. Please start again.'), 'Your verification session has expired. Please start again.'],
  ])('that could not be made says so (%#)', async (answer, sentence) => {
    server.use(http.post(COMPLETE, answer));
    const { fillIn, send } = await openCompany();
    await fillIn('');
    await send();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Industry')).toHaveValue('Food and Beverage');
    expect(screen.getByRole('link', { name: 'Back to sign up' })).toHaveAttribute('href', '/signup');
  });
});

describe('the page', () => {
  it.each([null, { userId: USER_ID, context: 'LOGIN' }])('without a sign-up (%j) leads to one', async (other) => {
    renderApp({ path: '/company-info', state: other });
    expect(await screen.findByRole('heading', { name: 'Sign up' })).toBeInTheDocument();
  });

  it('comes after the last code', async () => {
    server.use(
      http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState())),
      http.post('*/api/v1/verification/verify', () =>
        HttpResponse.json({ ...codeState(), state: 'company_required', verified: true, message: 'Verified', nextStep: 'COMPANY_DETAILS_REQUIRED' }),
      ),
    );
    const { user, router } = renderApp({ path: '/email-verification', state });
    await user.type(await screen.findByLabelText('Verification code'), '123456');
    expect(await screen.findByRole('heading', { name: 'Your company' })).toBeInTheDocument();
    expect(router.state.location.state).toMatchObject(state);
  });
});

it('after a verified phone comes the email, in the same sign-up', async () => {
  const sms = codeState({ channel: 'SMS', maskedContact: '+91********10' });
  const email = codeState({ version: 2, expiresAt: new Date(Date.now() + 601_000).toISOString() });
  let verified = false;
  server.use(
    http.get('*/api/v1/verification/state', () => HttpResponse.json(verified ? email : sms)),
    http.post('*/api/v1/verification/verify', () => {
      verified = true;
      return HttpResponse.json({ ...email, verified: true, message: 'Verified' });
    }),
  );
  const { user, router } = renderApp({ path: '/sms-verification', state });
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.');
  // The page of the other channel may still be on its way.
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/email-verification', state });
    expect(screen.getByLabelText('Verification code')).toHaveValue('');
  });
});

it('a verification with an unknown context shows an error', async () => {
  renderApp({ path: '/email-verification', state: { userId: USER_ID, context: 'SOMETHING' } });
  expect(await screen.findByText('Unknown verification context. Please contact support.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});
