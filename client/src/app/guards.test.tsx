import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { startSession } from '~/api/session/lifecycle';
import { extendsSession, noFactors, noImports, ownProfile, problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, robotCheck);
});

describe('without a session', () => {
  it('a protected page leads to the sign-in, and from there back to the page', async () => {
    const { router, store } = renderApp({ path: '/dashboard/settings' });
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '', state: { from: '/dashboard/settings' } });

    store.dispatch(
      startSession({ accessToken: accessToken(), refreshToken: 'r', userId: 'u', email: 'e', fullName: 'Olive Owner' }),
    );
    expect(await screen.findByRole('region', { name: 'Company' })).toBeInTheDocument();
  });

  it('the dashboard itself is not remembered', async () => {
    const { router } = renderApp({ path: '/dashboard' });
    await screen.findByRole('heading', { name: 'Login' });
    expect(router.state.location.state).toBeNull();
  });

  it.each(['/sms-verification', '/email-verification', '/reset-password'])('%s leads to the sign-in', async (path) => {
    const { router } = renderApp({ path });
    await screen.findByRole('heading', { name: 'Login' });
    expect(router.state.location.pathname).toBe('/login');
  });

  it('a path that leads elsewhere is not followed after the sign-in', async () => {
    const { router, store } = renderApp({ path: '/login', state: { from: '//evil.example' } });
    await screen.findByRole('heading', { name: 'Login' });
    store.dispatch(
      startSession({ accessToken: accessToken(), refreshToken: 'r', userId: 'u', email: 'e', fullName: 'Olive Owner' }),
    );
    await screen.findByRole('heading', { name: 'Super Admin Dashboard' });
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

describe('with a session', () => {
  it('the sign-in leads to the dashboard', async () => {
    renderApp({ path: '/login', as: {} });
    expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
  });

  it.each(['MANAGEMENT', 'TRAINER', 'INTERVIEW_PANELIST', 'PLACEMENT', 'TRAINEE'])(
    '%s is denied the settings and sees which profiles may open them',
    async (profile) => {
      renderApp({ path: '/dashboard/settings', as: { profile } });
      expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
      expect(screen.getByText('Required profiles: Super Admin, Admin')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Go Back' })).toBeInTheDocument();
    },
  );

  it.each(['TRAINER', 'INTERVIEW_PANELIST', 'PLACEMENT', 'TRAINEE'])('%s is denied user management', async (profile) => {
    renderApp({ path: '/dashboard/users', as: { profile } });
    expect(await screen.findByText('Required profiles: Super Admin, Admin, Management')).toBeInTheDocument();
  });

  it('Go Back leads to where one was', async () => {
    server.use(ownProfile('TRAINEE'));
    const { router, user } = renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' } });
    await screen.findByRole('heading', { name: 'Trainee Dashboard' });
    await router.navigate('/dashboard/settings');
    await user.click(await screen.findByRole('button', { name: 'Go Back' }));
    expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });

  it('Go Back leads to the dashboard where no page came before', async () => {
    server.use(ownProfile('TRAINEE'));
    const { user } = renderApp({ path: '/dashboard/settings', as: { profile: 'TRAINEE' } });
    await user.click(await screen.findByRole('button', { name: 'Go Back' }));
    expect(await screen.findByRole('heading', { name: 'Trainee Dashboard' })).toBeInTheDocument();
  });

  it('only an applicant has the portal', async () => {
    server.use(ownProfile(null));
    const applicant = { profile: null, role: 'APPLICANT', redirectTo: '/applicant-dashboard' };
    const { unmount } = renderApp({ path: '/dashboard', as: applicant });
    expect(await screen.findByRole('heading', { name: 'Applicant Portal' })).toBeInTheDocument();
    unmount();
    const mailed = renderApp({ path: '/dashboard/profile', as: applicant });
    await waitFor(() => {
      expect(mailed.router.state.location.pathname).toBe('/applicant-dashboard/profile');
    });
    mailed.unmount();

    renderApp({ path: '/applicant-dashboard', as: {} });
    expect(await screen.findByText('Required role: Applicant')).toBeInTheDocument();
  });

  it('any other path below the dashboard is the dashboard', async () => {
    renderApp({ path: '/dashboard/reports/2025', as: {} });
    expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
  });
});

it('a path that does not exist shows the fallback with its status', async () => {
  renderApp({ path: '/nowhere' });
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getByText('404 Not Found')).toBeInTheDocument();
});

it('a user whose company demands a second factor is led to the profile page, and nowhere else', async () => {
  const sentence = 'Your company asks you for a second factor. Please set one up to continue.';
  server.use(noFactors, http.get('*/api/v1/companies/current/policy', () => problem(403, 'factor_setup_required', sentence)));
  server.use(http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })));
  const { router } = renderApp({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  expect(await screen.findByText(/^Your company asks you for a second step\./u)).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/dashboard/profile');
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard');
  await router.navigate('/dashboard/settings');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/profile');
});
