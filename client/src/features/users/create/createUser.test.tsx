import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { forEachField, TEXT_FIELDS } from '~/api/fields';
import { ownProfile, problem } from '~/testing/answers';
import { companyOf, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const CREATE = `${USERS}/create`;
const FORM = '/dashboard/users/new';
const PASSWORD = 'Many-small-steps-9';

interface Sent {
  readonly key: string | null;
  readonly body: Record<string, unknown>;
}

/** A server that answers each submission with the next of these; those after the last succeed. */
function answers(...refusals: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = [];
  server.use(
    http.post(CREATE, async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: (await request.json()) as Sent['body'] });
      return (await refusals.shift()?.()) ?? HttpResponse.json(userOf(1), { status: 201 });
    }),
  );
  return sent;
}

async function open(profile: Parameters<typeof companyOf>[1] = 'SUPER_ADMIN') {
  companyOf([], profile);
  const app = renderPage({ path: FORM, as: {} });
  await waitFor(() => {
    expect(screen.getByLabelText('Profile')).toBeEnabled();
  });
  const { user } = app;
  const paste = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  const chooseDay = async (year: number) => {
    await user.click(screen.getByLabelText('Date of birth'));
    await user.selectOptions(await screen.findByLabelText('Choose the Year'), String(year));
    await user.selectOptions(screen.getByLabelText('Choose the Month'), 'March');
    await user.click(screen.getByLabelText(/12 March/u));
  };
  const choose = (label: string, value: string) => user.selectOptions(screen.getByLabelText(label), value);
  const fillIn = async () => {
    await paste('Full name', 'Asha Rao');
    await paste('Email', 'asha@example.com');
    await paste('Phone', '98765 43210');
    await chooseDay(1999);
    await choose('Gender', 'FEMALE');
    await paste('Work location', 'Pune');
    await choose('Profile', 'TRAINER');
    await choose('Role', 'MENTOR');
    await paste('Temporary password', PASSWORD);
  };
  const submit = () => user.click(screen.getByText('Create User'));
  return { ...app, paste, choose, fillIn, submit };
}

const choices = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent);

it('offers what the company has in another spelling', async () => {
  const { user, paste } = await open();
  server.use(http.get('*/api/v1/users/values', () => HttpResponse.json({ values: [{ value: 'New Delhi', people: 40 }, { value: 'Ward 1 2', people: 1 }] })));
  await paste('Work location', 'ward 12');
  await paste('Work location', ' new  delhi.');
  await user.click(await screen.findByRole('button', { name: 'You have New Delhi' }));
  expect(screen.getByLabelText('Work location')).toHaveValue('New Delhi');
  expect(screen.queryByRole('button', { name: /^You have/u })).not.toBeInTheDocument();
});

it('asks about an email that looks misspelt, and corrects it by one press', async () => {
  const asked: unknown[] = [];
  server.use(
    http.get('*/api/v1/signup/check-email', ({ request }) => {
      const email = new URL(request.url).searchParams.get('email');
      asked.push(email);
      return HttpResponse.json({ available: true, didYouMean: email === 'asha@gmial.com' ? 'asha@gmail.com' : null });
    }),
  );
  const { paste, user } = await open();
  await paste('Email', 'asha@gmial.com');
  await user.click(await screen.findByRole('button', { name: 'Did you mean asha@gmail.com?' }));
  expect(screen.getByLabelText('Email')).toHaveValue('asha@gmail.com');
  expect(screen.queryByText(/Did you mean/u)).not.toBeInTheDocument();
  await expect.poll(() => asked).toEqual(['asha@gmial.com', 'asha@gmail.com']);
});

describe('the form for a new user', () => {
  it('is one of the options of Add Users, and leads back there', async () => {
    companyOf([]);
    const { user } = renderPage({ path: '/dashboard/users', as: {} });
    await user.click(await screen.findByText('Create New User'));
    for (const title of ['Add New User', 'Personal Information', 'Role & Profile Assignment', 'Account Settings']) {
      expect(await screen.findByText(title)).toBeInTheDocument();
    }
    expect(screen.getByText('The user must change the password on first login.')).toBeInTheDocument();
    expect(screen.getByText('Back')).toHaveAttribute('href', '/dashboard/users');
  });

  it('says of every field that it is needed, on submit only, and stops saying so once it is edited or, a password, generated and shown', async () => {
    const { submit, paste, user } = await open();
    expect(screen.queryByText(/is required$/u)).not.toBeInTheDocument();
    await submit();
    await screen.findByText('Full name is required');
    for (const name of ['Full name', 'Email', 'Phone', 'Date of birth', 'Gender', 'Work location', 'Role', 'Profile', 'Password']) {
      expect(screen.getByText(`${name} is required`)).toBeInTheDocument();
    }
    expect(screen.getByLabelText('Full name')).toHaveFocus();
    await paste('Full name', 'Asha');
    await expect.poll(() => screen.queryByText('Full name is required')).toBeNull();
    expect(screen.getByText('Email is required')).toBeInTheDocument();
    await user.click(screen.getByText('Generate password'));
    const field = screen.getByLabelText<HTMLInputElement>('Temporary password');
    expect(field.value).toMatch(/^[A-Za-z0-9@#$]{12}$/u);
    expect(field).toHaveAttribute('type', 'text');
    expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('Hide temporary password'));
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByLabelText('Copy temporary password'));
    expect(await screen.findByText('Password copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(field.value);
  });

  it('offers roles once a profile is chosen, those that fit, and forgets the role with the profile', async () => {
    const { choose } = await open('MANAGEMENT');
    expect(choices('Profile')).toEqual(['Choose a profile', 'Interview Panelist', 'Trainee']);
    expect(screen.getByLabelText('Role')).toBeDisabled();
    await choose('Profile', 'TRAINEE');
    expect(choices('Role')).toEqual(['Choose a role', 'Trainee']);
    await choose('Role', 'TRAINEE');
    await choose('Profile', 'INTERVIEW_PANELIST');
    expect(screen.getByLabelText('Role')).toHaveValue('');
    expect(choices('Role')).toEqual(['Choose a role', 'Interview Panelist']);
  });
});

describe('creating a user', () => {
  it('sends what was filled in, once, and goes back to the options', async () => {
    const sent = answers();
    const { fillIn, submit, router } = await open();
    await fillIn();
    await submit();
    expect(await screen.findByText('User created successfully!')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/dashboard/users');
    });
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...forEachField(TEXT_FIELDS, () => ''),
        fullName: 'Asha Rao',
        email: 'asha@example.com',
        phone: '+919876543210',
        dateOfBirth: '1999-03-12',
        gender: 'FEMALE',
        workLocation: 'Pune',
        profile: 'TRAINER',
        role: 'MENTOR',
        temporaryPassword: PASSWORD,
        isActive: true,
      },
    ]);
    expect(sessionStorage.getItem('draft:new-user')).toBeNull();
  });

  it('says above the buttons why it failed, at its field what the server says of that, and that it is on its way', async () => {
    const failures = [
      [() => problem(403, 'forbidden', 'Admin users cannot create other Admins'), 'Access denied. You do not have permission to create users.'],
      [() => problem(500, 'internal_error', 'Something broke'), 'Server error: Something broke'],
      [() => new HttpResponse('<html>', { status: 500 }), 'Server error: Unknown server error'],
      [() => problem(409, 'conflict', 'Too late'), 'Failed to create user: Too late'],
      [() => problem(409, 'conflict', 'Email already registered', { errors: { email: 'Email already registered' } }), 'Email already registered'],
    ] as const;
    const onItsWay = async () => {
      await delay('infinite');
      return HttpResponse.json();
    };
    answers(...failures.map(([answer]) => answer), onItsWay);
    const { fillIn, submit } = await open();
    await fillIn();
    for (const [, sentence] of failures) {
      await submit();
      expect(await screen.findByText(sentence)).toBeInTheDocument();
    }
    expect(screen.getByLabelText('Full name')).toHaveValue('Asha Rao');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.queryByText(/^Failed to create user/u)).not.toBeInTheDocument();
    await submit();
    expect(await screen.findByRole('button', { name: 'Creating User...' })).toBeInTheDocument();
  });

  it('again after an answer that never came is the same submission; of something else it is another', async () => {
    const sent = answers(() => HttpResponse.error(), () => HttpResponse.error());
    const { fillIn, submit, paste } = await open();
    await fillIn();
    await submit();
    expect(await screen.findByText(/^Failed to create user: Network error/u)).toBeInTheDocument();
    await submit();
    await waitFor(() => {
      expect(sent).toHaveLength(2);
    });
    await screen.findByText(/^Failed to create user: Network error/u);
    await paste('Work location', 'Mumbai');
    await submit();
    await screen.findByText('User created successfully!');
    const [first, second, third] = sent.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/u);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

it('begins with the default work location of the company', async () => {
  server.use(ownProfile('SUPER_ADMIN', { defaultWorkLocation: 'Pune', creatableProfiles: ['TRAINER'] }));
  renderPage({ path: '/dashboard/users/new', as: { profile: 'SUPER_ADMIN' } });
  await waitFor(() => {
    expect(screen.getByLabelText('Work location')).toHaveValue('Pune');
  });
});

describe('a form that was left', () => {
  it('is there again, without its password', async () => {
    const { fillIn, user, unmount } = await open();
    await fillIn();
    await user.click(screen.getByLabelText('Active account'));
    unmount();
    await open();
    expect(screen.getByLabelText('Full name')).toHaveValue('Asha Rao');
    expect(screen.getByLabelText('Date of birth')).toHaveValue('12/03/1999');
    expect(screen.getByLabelText('Profile')).toHaveValue('TRAINER');
    expect(screen.getByLabelText('Role')).toHaveValue('MENTOR');
    expect(screen.getByLabelText('Active account')).not.toBeChecked();
    expect(screen.getByLabelText('Temporary password')).toHaveValue('');
    expect(sessionStorage.getItem('draft:new-user')).not.toContain(PASSWORD);
  });

  it('is given up by Cancel', async () => {
    const { paste, user, router } = await open();
    await paste('Full name', 'Asha Rao');
    await user.click(screen.getByText('Cancel'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/dashboard/users');
    });
    expect(sessionStorage.getItem('draft:new-user')).toBeNull();
  });
});
