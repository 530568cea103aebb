import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

import { codeState, USER_ID } from './testing';

const URL_OF_START = 'https://waymark.test/api/v1/login/sso/start?email=asha%40acme.example';

function offers(asked: string[] = []) {
  return http.get('*/api/v1/login/sso', ({ request }) => {
    const email = new URL(request.url).searchParams.get('email') ?? '';
    asked.push(email);
    const available = email.endsWith('@acme.example');
    return HttpResponse.json({ available, url: available ? URL_OF_START : null, name: available ? 'Acme' : null });
  });
}

function flowIs(nextStep: string) {
  return http.get('*/api/v1/verification/state', () => HttpResponse.json({ ...codeState(), state: 'ready', nextStep }));
}

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, robotCheck);
});

describe("the company's provider", () => {
  it('is offered by the domain of the typed email, beside the password', async () => {
    const asked: string[] = [];
    server.use(offers(asked));
    const { user } = renderApp({ path: '/login' });
    await user.type(await screen.findByLabelText('Email'), 'asha@acme.example');

    const link = await screen.findByRole('link', { name: 'Continue with Acme' });
    expect(link).toHaveAttribute('href', URL_OF_START);
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'asha@other.example');
    await expect.poll(() => asked.at(-1)).toBe('asha@other.example');
    await expect.poll(() => screen.queryByRole('link', { name: 'Continue with Acme' })).toBeNull();
  });

  it.each([
    ['cancelled', /was cancelled/u],
    ['expired', /took too long/u],
    ['failed', /did not work/u],
    ['refused', /opens no account here/u],
    ['unavailable', /not available now/u],
  ])('that ends as %s is explained on the sign-in page', async (outcome, sentence) => {
    renderApp({ path: `/login?sso=${outcome}` });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });
});

describe('the way back from the provider', () => {
  it('completes the sign-in once and opens the page where it began', async () => {
    const completed: (string | null)[] = [];
    server.use(
      flowIs('VERIFICATION_NOT_REQUIRED'),
      http.post('*/api/v1/login/complete', ({ request }) => {
        completed.push(new URL(request.url).searchParams.get('userId'));
        const user = { userId: USER_ID, email: 'asha@acme.example', fullName: 'Asha Verma' };
        return HttpResponse.json({ jwtToken: accessToken(), refreshToken: 'refresh-1', ...user, serverTime: new Date().toISOString() });
      }),
    );
    window.sessionStorage.setItem('ssoReturnPath', '/dashboard/profile');
    const { router } = renderApp({ path: `/login/sso#userId=${USER_ID}` });

    expect(await screen.findByText('Successfully logged in.')).toBeInTheDocument();
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard/profile');
    expect(completed).toEqual([USER_ID]);
  });

  it('asks for the second factor where the account has one', async () => {
    server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json({ ...codeState(), state: 'factor_required', nextStep: 'FACTOR_REQUIRED', factors: ['totp'] })));
    const { router } = renderApp({ path: `/login/sso#userId=${USER_ID}` });
    await expect.poll(() => router.state.location.pathname).toBe('/confirm-login');
    expect(router.state.location.state).toMatchObject({ userId: USER_ID, context: 'LOGIN' });
  });

  it('leads back to the sign-in where the flow has ended', async () => {
    const sentence = 'Your verification session has expired. Please start again.';
    server.use(http.get('*/api/v1/verification/state', () => problem(401, 'flow_expired', sentence)));
    const { user } = renderApp({ path: `/login/sso#userId=${USER_ID}` });

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Back to login' }));
    expect(await screen.findByLabelText('Password')).toBeInTheDocument();
  });

  it('without a flow says so', async () => {
    renderApp({ path: '/login/sso' });
    expect(await screen.findByText('The login could not be completed. Please try again.')).toBeInTheDocument();
  });
});
