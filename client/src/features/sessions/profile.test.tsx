import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { companyOf, fieldOf, userOf } from '~/testing/company';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';
import { accessToken } from '~/testing/tokens';

const PROFILE = '*/api/v1/users/profile';
const PASSWORD = '*/api/v1/users/profile/password';

beforeEach(() => {
  server.use(
    ownProfile('SUPER_ADMIN'),
    extendsSession,
    noImports,
    noFactors,
    http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })),
  );
});

async function openProfile() {
  const app = renderApp({ path: '/dashboard/profile', as: {} });
  await screen.findByText('98765');
  return app;
}

describe('the own details', () => {
  async function edit() {
    const app = await openProfile();
    await app.user.click(screen.getByRole('button', { name: 'Edit your details' }));
    const form = within(await screen.findByRole('form', { name: 'Edit your details' }));
    const change = async (label: string, text: string) => {
      await app.user.clear(form.getByLabelText(label));
      if (text !== '') await app.user.paste(text);
    };
    const save = () => app.user.click(form.getByRole('button', { name: 'Save' }));
    return { ...app, form, change, save };
  }

  it('who comes from the details that are missing finds their fields open', async () => {
    renderApp({ path: '/dashboard/profile?edit', as: {} });
    expect(await screen.findByRole('form', { name: 'Edit your details' })).toBeInTheDocument();
  });

  it('a new name is sent alone, and stands everywhere at once', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(PROFILE, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ fullName: 'Olive Orchard' });
      }),
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({
          accessToken: accessToken({ fullName: 'Olive Orchard' }),
          refreshToken: 'refresh-2',
          serverTime: new Date().toISOString(),
        }),
      ),
    );
    const { change, save } = await edit();
    await change('Full name', 'Olive Orchard');
    await save();
    expect(await screen.findByText('Your details have been saved')).toBeInTheDocument();
    expect(sent).toEqual([{ fullName: 'Olive Orchard' }]);
    expect(await screen.findByRole('button', { name: /Account: Olive Orchard/u })).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Edit your details' })).toHaveFocus();
    });
  });

  it('a phone is tidied as it is left, and what the server says of it stands in place', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(PROFILE, async ({ request }) => {
        sent.push(await request.json());
        return problem(422, 'validation_failed', 'Validation failed', { errors: { phone: 'Please enter a valid phone number' } });
      }),
    );
    const { form, change, save } = await edit();
    await change('Phone', '98765 00000');
    await save();
    expect(await form.findByText('Please enter a valid phone number')).toBeInTheDocument();
    expect(form.getByLabelText('Phone')).toHaveFocus();
    expect(form.getByLabelText('Phone')).toHaveValue('+919876500000');
    expect(sent).toEqual([{ phone: '+919876500000' }]);
  });

  it('what was typed survives a reload, until it is given up', async () => {
    const first = await edit();
    await first.change('Full name', 'Olive Orchard');
    first.unmount();
    const { user } = renderApp({ path: '/dashboard/profile', as: {} });
    expect(await screen.findByLabelText('Full name')).toHaveValue('Olive Orchard');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Edit your details' }));
    expect(await screen.findByLabelText('Full name')).toHaveValue('Olive Owner');
  });

  it('what another account has typed in this tab is not shown', async () => {
    const first = await edit();
    await first.change('Full name', 'Olive Orchard');
    first.unmount();
    renderApp({ path: '/dashboard/profile', as: { userId: 'another-user' } });
    expect(await screen.findByRole('button', { name: 'Edit your details' })).toBeInTheDocument();
    expect(JSON.stringify(window.sessionStorage)).not.toContain('Orchard');
  });

  it.each([
    ['Full name', '', 'Full name is required'],
    ['Phone', '', 'Phone is required'],
    ['Phone', '12', 'Please enter a valid phone number'],
  ])('%s "%s": %s', async (label, text, message) => {
    const { form, change, save } = await edit();
    await change(label, text);
    await save();
    expect(await form.findByText(message)).toBeInTheDocument();
  });

  it('a phone that others have too is a warning and is saved', async () => {
    companyOf([userOf(1, { phone: '+919876500000' }), userOf(2, { phone: '+919876500000' }), userOf(3)]);
    server.use(
      http.put(PROFILE, () => HttpResponse.json({ phone: '+919876500000' })),
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ accessToken: accessToken({}), refreshToken: 'refresh-2', serverTime: new Date().toISOString() }),
      ),
    );
    const { form, change, save } = await edit();
    expect(form.queryByText(/^Also the phone/u)).not.toBeInTheDocument();
    await change('Phone', '98765 00000');
    expect(await form.findByText('Also the phone of 2 others')).toBeInTheDocument();
    await save();
    expect(await screen.findByText('Your details have been saved')).toBeInTheDocument();
  });

  it('nothing is sent when nothing has changed, or one thinks better of it', async () => {
    const { user, save } = await edit();
    await save();
    await waitFor(() => {
      expect(screen.queryByRole('form', { name: 'Edit your details' })).not.toBeInTheDocument();
    });
    await user.click(screen.getByRole('button', { name: 'Edit your details' }));
    await user.type(await screen.findByLabelText('Full name'), ' the Second');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByText('98765')).parentElement).toHaveTextContent(/^\+919876543210$/u);
  });
});

describe('more details', () => {
  it('are shown where people see their own, and changed where they may', async () => {
    const fields = [fieldOf('guardian', { label: 'Guardian', ownView: true, ownEdit: true }), fieldOf('course', { label: 'Course', ownView: true }), fieldOf('batch', { label: 'Roll number', ownView: true }), fieldOf('remark', { label: 'Remark' })];
    const sent: unknown[] = [];
    server.use(
      ownProfile('SUPER_ADMIN', { fields: { course: 'CNC' } }),
      http.get('*/api/v1/fields', () => HttpResponse.json({ fields, version: 1 })),
      http.put(PROFILE, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({});
      }),
      http.post('*/api/v1/auth/refresh-token', () => HttpResponse.json({ accessToken: accessToken({}), refreshToken: 'refresh-2', serverTime: new Date().toISOString() })),
    );
    const { user } = await openProfile();
    expect(await screen.findByText('CNC')).toBeInTheDocument();
    expect(screen.queryByText('Remark')).not.toBeInTheDocument();
    // Without a value a detail is listed for those who can fill it in.
    expect(screen.getByText('Guardian')).toBeInTheDocument();
    expect(screen.queryByText('Roll number')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Edit your details' }));
    await user.type(await screen.findByLabelText('Guardian (optional)'), 'Ravi');
    expect(screen.queryByLabelText(/Course/u)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your details have been saved')).toBeInTheDocument();
    expect(sent).toEqual([{ fields: { guardian: 'Ravi' } }]);
  });
});

describe('the own password', () => {
  async function fill(current: string, chosen: string, confirmed: string) {
    const app = await openProfile();
    const form = within(screen.getByRole('form', { name: 'Change password' }));
    const fields: readonly (readonly [string, string])[] = [
      ['Current password', current],
      ['New password', chosen],
      ['Confirm password', confirmed],
    ];
    for (const [label, text] of fields) {
      await app.user.click(form.getByLabelText(label));
      if (text !== '') await app.user.paste(text);
    }
    await app.user.click(form.getByRole('button', { name: 'Change password' }));
    return { ...app, form };
  }

  it('is changed, says so, and leaves nothing in the form', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(PASSWORD, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Password changed successfully' });
      }),
    );
    const { form } = await fill('Old-Footpath-1', 'New-Footpath-2', 'New-Footpath-2');
    expect(await screen.findByText('Password changed successfully')).toBeInTheDocument();
    expect(sent).toEqual([{ currentPassword: 'Old-Footpath-1', newPassword: 'New-Footpath-2', confirmPassword: 'New-Footpath-2' }]);
    for (const label of ['Current password', 'New password', 'Confirm password']) expect(form.getByLabelText(label)).toHaveValue('');
  });

  it.each([
    ['', 'New-Footpath-2', 'New-Footpath-2', 'Please fill in all required fields'],
    ['Old-Footpath-1', 'Ab1', 'Ab1', 'Password must be at least 8 characters long'],
    ['Old-Footpath-1', 'onlyletters', 'onlyletters', 'Password must be at least medium strength'],
    ['Old-Footpath-1', 'New-Footpath-2', 'New-Footpath-3', 'Passwords do not match'],
  ])('"%s", "%s", "%s": %s', async (current, chosen, confirmed, message) => {
    const { form } = await fill(current, chosen, confirmed);
    expect(await form.findByText(message)).toBeInTheDocument();
  });

  it('a wrong current one is shown at its field', async () => {
    server.use(
      http.post(PASSWORD, () => problem(422, 'validation_failed', 'Validation failed', { errors: { currentPassword: 'The password is not right' } })),
    );
    const { form } = await fill('Wrong-Footpath-1', 'New-Footpath-2', 'New-Footpath-2');
    expect(await form.findByText('The password is not right')).toBeInTheDocument();
    expect(form.getByLabelText('Current password')).toHaveFocus();
  });

  it('says when it cannot be tried now', async () => {
    server.use(http.post(PASSWORD, () => problem(429, 'too_many_requests', 'Too many failed attempts.', { retryAfter: 30 })));
    const { form } = await fill('Wrong-Footpath-1', 'New-Footpath-2', 'New-Footpath-2');
    expect(await form.findByText('Too many failed attempts.')).toBeInTheDocument();
  });
});

it('the theme is light, dark, or the system’s', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { user } = await openProfile();
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.body).toHaveClass('dark', { exact: true });
  expect(window.localStorage.getItem('theme')).toBe('dark');
  await user.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.body).toHaveClass('light', { exact: true });
  expect(window.localStorage.getItem('theme')).toBeNull();
});

describe('the own data', () => {
  it('are saved as a file, and a refusal says why', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/users/profile/data.json', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('format'));
        return asked.length === 1 ? problem(429, 'too_many_requests', 'Please wait a moment.') : HttpResponse.json({ account: [] });
      }),
    );
    const { user } = await openProfile();
    const button = screen.getByRole('button', { name: 'Export data' });
    await user.click(button);
    expect(await screen.findByText('Please wait a moment.')).toBeInTheDocument();
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Export as JSON' }));
    await waitFor(() => {
      expect(asked).toEqual(['html', 'html', 'json']);
    });
  });
});
