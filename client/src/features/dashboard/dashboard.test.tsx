import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

beforeEach(() => {
  server.use(extendsSession, noImports);
});

it.each([
  ['SUPER_ADMIN', 'Super Admin Dashboard', 'Complete system oversight and administration'],
  ['ADMIN', 'Admin Dashboard', 'Manage team and oversee operations'],
  ['MANAGEMENT', 'Management Dashboard', 'Supervise teams and follow their progress'],
  ['TRAINER', 'Trainer Dashboard', 'Run training and conduct interviews'],
  ['INTERVIEW_PANELIST', 'Interview Panelist Dashboard', 'Conduct interviews and share your assessments'],
  ['PLACEMENT', 'Placement Dashboard', 'Connect trained talent with opportunities'],
  ['TRAINEE', 'Trainee Dashboard', 'Follow your training and your next steps'],
  ['ASTRONAUT', 'Dashboard', 'Welcome to your dashboard'],
])('%s lands on "%s"', async (profile, title, subtitle) => {
  server.use(ownProfile(profile));
  renderApp({ path: '/dashboard', as: { profile } });
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeInTheDocument();
  expect(screen.getByText(subtitle)).toBeInTheDocument();
});

it('says when it could not be loaded, and tries again when asked', async () => {
  server.use(http.get('*/api/v1/users/profile', () => problem(503, 'unavailable', 'Down.')));
  const { user } = renderApp({ path: '/dashboard', as: {} });
  expect(await screen.findByText('Error: Failed to load dashboard. Please try refreshing the page.')).toBeInTheDocument();
  server.use(ownProfile('SUPER_ADMIN'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeInTheDocument();
});
