import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { extendsSession, noFactors, noImports, noNotifications, noSso, ownProfile, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

it('the language is changed on the page, kept in a cookie, and sent with every call', async () => {
  const languages: (string | null)[] = [];
  server.use(
    robotCheck,
    noSso,
    http.post('*/api/v1/password-reset/initiate', ({ request }) => {
      languages.push(request.headers.get('Accept-Language'));
      return HttpResponse.json({ message: '' }, { status: 400 });
    }),
  );
  const { user } = renderApp({ path: '/forgot-password' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'हिन्दी');

  expect(await screen.findByRole('heading', { name: 'पासवर्ड भूल गए?' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('hi');
  expect(document.cookie).toContain('language=hi');
  expect(screen.getByRole('combobox', { name: 'भाषा' })).toHaveFocus();
  await user.type(screen.getByLabelText('ईमेल'), 'asha@example.com');
  await user.click(screen.getByRole('button', { name: 'कोड भेजें' }));
  await expect.poll(() => languages).toEqual(['hi']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'भाषा' }), 'English');
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
});

it('the language of the account is shown and kept on every device, and changed on the profile page', async () => {
  let language = 'hi';
  server.use(
    ownProfile('TRAINEE', { language }),
    noFactors,
    noNotifications,
    noImports,
    extendsSession,
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
    http.put('*/api/v1/users/profile', async ({ request }) => {
      ({ language } = (await request.json()) as { language: string });
      server.use(ownProfile('TRAINEE', { language }));
      return HttpResponse.json({ message: '' });
    }),
  );
  const { user } = renderApp({ path: '/dashboard/profile', as: { profile: 'TRAINEE', role: 'TRAINEE' } });
  const select = await screen.findByRole('combobox', { name: 'भाषा' });
  await user.selectOptions(select, 'English');
  expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveFocus();
  expect([language, document.documentElement.lang]).toEqual(['en', 'en']);
});
