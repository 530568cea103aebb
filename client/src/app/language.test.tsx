import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { REGION } from '~/lib/region';
import { removeItem } from '~/lib/storage';
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

/** The server has the sentences of notifications in English. */
const DATA = '<!doctype html><html lang="hi"><table><tr><td><span lang="en">Secure your account</span></td><td><span lang="en">&lt;b&gt;Asha</span></td></tr></table></html>';

it('the language of the account is shown and kept on every device, also in the page of the own data, and changed on the profile page', async () => {
  let language = 'hi';
  server.use(
    ownProfile('TRAINEE', { language }),
    noFactors,
    noNotifications,
    noImports,
    extendsSession,
    http.get('*/api/v1/users/profile/data.json', () => HttpResponse.html(DATA)),
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
    http.put('*/api/v1/users/profile', async ({ request }) => {
      ({ language } = (await request.json()) as { language: string });
      server.use(ownProfile('TRAINEE', { language }));
      return HttpResponse.json({ message: '' });
    }),
  );
  const { user } = renderApp({ path: '/dashboard/profile', as: { profile: 'TRAINEE', role: 'TRAINEE' } });
  const select = await screen.findByRole('combobox', { name: 'भाषा' });

  const saved = vi.fn<(page: Blob) => string>(() => 'blob:saved');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'डेटा एक्सपोर्ट करें' }));
  await expect.poll(() => saved.mock.calls).toHaveLength(1);
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text).toContain('<td>अपना खाता सुरक्षित करें</td><td><span lang="en">&lt;b&gt;Asha</span></td>');
  await user.selectOptions(select, 'English');
  expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveFocus();
  expect([language, document.documentElement.lang]).toEqual(['en', 'en']);
});

it('a browser that has never known the account draws the dashboard once, in its language and region', async () => {
  removeItem('localStorage', REGION);
  let extensions = 0;
  server.use(
    ownProfile('TRAINEE', { language: 'hi', timeZone: 'Pacific/Auckland' }),
    noFactors,
    noNotifications,
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
    http.post('*/api/v1/auth/extend-session', () => {
      extensions += 1;
    }),
    extendsSession,
  );
  const { user } = renderApp({ path: '/dashboard/profile', as: { profile: 'TRAINEE', role: 'TRAINEE' } });
  await user.click(await screen.findByRole('button', { name: /^खाता/u }));

  expect(await screen.findByRole('combobox', { name: 'भाषा', hidden: true })).toBeInTheDocument();
  expect(screen.getByRole('menuitem', { name: 'लॉग आउट' })).toBeVisible();
  expect(extensions).toBe(1);
});
