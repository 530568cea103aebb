import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { SessionItem } from './api';

const SESSIONS = '*/api/v1/auth/sessions';

const here: SessionItem = {
  id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a01',
  device: 'Firefox on Linux',
  address: '192.0.2.1',
  firstSeenAt: '2026-01-05T09:00:00Z',
  lastSeenAt: '2026-01-05T10:00:00Z',
  current: true,
};
const phone: SessionItem = { ...here, id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a02', device: 'Safari on iPhone', address: null, current: false };
const desk: SessionItem = { ...here, id: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a03', device: 'Edge on Windows', current: false };

/** A server that knows these sessions, and forgets those that are ended. */
function serverWith(...known: SessionItem[]) {
  let sessions = known;
  server.use(
    http.get(SESSIONS, () => HttpResponse.json({ data: sessions })),
    http.delete(`${SESSIONS}/:id`, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ message: 'The device has been logged out' });
    }),
    http.delete(SESSIONS, () => {
      sessions = sessions.filter(({ current }) => current);
      return HttpResponse.json({ message: 'All other devices have been logged out' });
    }),
  );
}

async function openProfile() {
  const app = renderApp({ path: '/dashboard/profile', as: {} });
  const devices = await screen.findByRole('region', { name: 'Devices' });
  return { ...app, devices };
}

const names = (devices: HTMLElement) => within(devices).getAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports, noFactors);
});

describe('the own account', () => {
  it('is reached from the profile menu', async () => {
    serverWith(here);
    const { user, router } = renderApp({ path: '/dashboard', as: {} });
    await user.click(await screen.findByRole('button', { name: /^Account: /u }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/dashboard/profile');
  });

  it('is reached by applicants too, in their portal', async () => {
    serverWith(here);
    server.use(ownProfile(null));
    const { user, router } = renderApp({ path: '/applicant-dashboard', as: { profile: null, redirectTo: '/applicant-dashboard' } });
    await user.click(await screen.findByRole('button', { name: /^Account: /u }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    expect(await screen.findByRole('region', { name: 'Devices' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/applicant-dashboard/profile');
  });

  it('shows the own details', async () => {
    serverWith(here);
    await openProfile();
    const details = screen.getByRole('region', { name: 'Your details' });
    expect(await within(details).findByText('owner@example.com')).toBeInTheDocument();
    expect(details).toHaveTextContent('+919876543210');
    expect(within(details).getByText('Super Admin')).toBeInTheDocument();
  });

  it('says when the details could not be loaded', async () => {
    serverWith(here);
    server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json(null, { status: 500 })));
    await openProfile();
    expect(await screen.findByText('Failed to load user data')).toBeInTheDocument();
  });
});

describe('the devices', () => {
  it('are listed, this one first, which cannot be logged out here', async () => {
    serverWith(phone, here);
    const { devices } = await openProfile();
    await within(devices).findByText('Safari on iPhone');
    expect(names(devices)).toEqual([
      expect.stringMatching(/^Firefox on LinuxThis device192\.0\.2\.1 · active nowLogged in 05 Jan 2026/u),
      expect.stringMatching(/^Safari on iPhoneUnknown address · last seen 05 Jan 2026/u),
    ]);
    expect(within(devices).getAllByRole('button', { name: /^Log out .* last seen/u })).toHaveLength(1);
  });

  it('says when there is no other', async () => {
    serverWith(here);
    const { devices } = await openProfile();
    expect(await within(devices).findByText('No other devices are logged in.')).toBeInTheDocument();
    expect(within(devices).queryByRole('button')).not.toBeInTheDocument();
  });

  it('show their own shape while they are loading', async () => {
    server.use(
      http.get(SESSIONS, async () => {
        await delay('infinite');
        return HttpResponse.json({ data: [] });
      }),
    );
    const { devices } = await openProfile();
    expect(within(devices).getByRole('status', { name: 'Loading devices' })).toBeInTheDocument();
  });

  it('that could not be loaded are tried again when asked', async () => {
    server.use(http.get(SESSIONS, () => problem(503, 'unavailable', 'Down.')));
    const { user, devices } = await openProfile();
    expect(await within(devices).findByText('Down.')).toBeInTheDocument();
    serverWith(here);
    await user.click(within(devices).getByRole('button', { name: 'Try again' }));
    expect(await within(devices).findByText('This device')).toBeInTheDocument();
  });

  it('one is logged out after its name has been confirmed', async () => {
    serverWith(here, phone, desk);
    const { user, devices } = await openProfile();
    await user.click(await within(devices).findByRole('button', { name: /^Log out Safari on iPhone/u }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Log out Safari on iPhone?' });
    await user.click(within(dialog).getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('The device has been logged out')).toBeInTheDocument();
    await waitFor(() => {
      expect(within(devices).queryByText('Safari on iPhone')).not.toBeInTheDocument();
    });
    expect(within(devices).getByText('Edge on Windows')).toBeInTheDocument();
  });

  it('all others are logged out after they have been named', async () => {
    serverWith(here, phone, desk);
    const { user, devices } = await openProfile();
    await user.click(await within(devices).findByRole('button', { name: 'Log out all others' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Log out all other devices?' });
    expect(dialog).toHaveTextContent('Safari on iPhone, Edge on Windows: they are logged out at once.');
    await user.click(within(dialog).getByRole('button', { name: 'Log Out All' }));
    expect(await within(devices).findByText('No other devices are logged in.')).toBeInTheDocument();
    expect(screen.getByText('All other devices have been logged out')).toBeInTheDocument();
  });

  it.each([/^Log out Safari on iPhone/u, 'Log out all others'])('may leave the list while it is asked about them (%s)', async (name) => {
    serverWith(here, phone);
    const { user, devices } = await openProfile();
    await user.click(await within(devices).findByRole('button', { name }));
    const dialog = await screen.findByRole('alertdialog');
    serverWith(here);
    fireEvent.focus(window);
    expect(await within(devices).findByText('No other devices are logged in.')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Safari on iPhone');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(within(devices).getByRole('list', { name: 'Devices' })).toHaveFocus();
    });
  });

  it('stay after Cancel and after a failed request', async () => {
    serverWith(here, phone);
    server.use(http.delete(`${SESSIONS}/:id`, () => HttpResponse.json(null, { status: 500 })));
    const { user, devices } = await openProfile();
    const button = await within(devices).findByRole('button', { name: /^Log out Safari/u });
    await user.click(button);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    await user.click(button);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('The device could not be logged out.')).toBeInTheDocument();
    expect(within(devices).getByText('Safari on iPhone')).toBeInTheDocument();
  });
});
