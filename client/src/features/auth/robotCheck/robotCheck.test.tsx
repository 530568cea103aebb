import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { problem, robotCheck } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const SCRIPTS = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
} as const;

type Kind = keyof typeof SCRIPTS;

/** A provider's programme as far as the page sees it: a button that passes the check, and what was done to it. */
function programme(global: string, ready: string): string {
  return `
    globalThis.done = [];
    globalThis.${global} = {
      render: (host, options) => {
        done.push(['render', options.sitekey, options.theme]);
        globalThis.options = options;
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'I am human';
        button.onclick = () => options.callback('payload of ' + '${global}');
        host.append(button);
        return 7;
      },
      reset: (widget) => { done.push(['reset', widget]); },
      remove: (widget) => { globalThis.done?.push(['remove', widget]); },
    };
    ${ready}();
  `;
}

/** jsdom loads no scripts: this loads those that the page asks for, from the stand-in server. */
const scripts = new MutationObserver((changes) => {
  for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (added instanceof HTMLScriptElement) void run(added);
  }
});

async function run(script: HTMLScriptElement): Promise<void> {
  const answer = await fetch(script.src).catch(() => null);
  if (answer?.ok === true) process.getBuiltinModule('node:vm').runInThisContext(await answer.text());
  else script.dispatchEvent(new Event('error'));
}

function serverWith(kind: Kind) {
  const { script, global } = SCRIPTS[kind];
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/robot-check', () => HttpResponse.json({ kind, siteKey: `key of ${kind}` })),
    http.get(script, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      return new HttpResponse(programme(global, searchParams.get('onload') ?? ''));
    }),
  );
  return asked;
}

const done = () => Reflect.get(globalThis, 'done') as unknown;

beforeEach(() => {
  scripts.observe(document.head, { childList: true });
});

afterEach(() => {
  scripts.disconnect();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  for (const name of [...Object.values(SCRIPTS).map(({ global }) => global), 'done', 'options']) Reflect.deleteProperty(globalThis, name);
});

async function fillIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'olive@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
}

describe.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)('%s', (kind) => {
  it("is loaded from its provider, and its payload is sent as it is, once", async () => {
    const asked = serverWith(kind);
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/v1/login/authenticate', async ({ request }) => {
        sent.push(await request.json());
        return problem(401, 'invalid_credentials', 'Invalid email or password');
      }),
    );
    const { user, unmount } = renderApp({ path: '/login' });
    await fillIn(user);
    await user.click(await screen.findByRole('button', { name: 'I am human' }));
    await user.click(screen.getByRole('button', { name: 'Login' }));

    expect(await screen.findByText('Invalid email or password')).toBeInTheDocument();
    const recaptchaToken = `payload of ${SCRIPTS[kind].global}`;
    expect(sent).toEqual([{ email: 'olive@example.com', password: 'correct horse', recaptchaToken }]);
    expect(asked).toEqual(['?render=explicit&onload=waymarkRobotCheckReady']);
    expect(done()).toEqual([
      ['render', `key of ${kind}`, 'light'],
      ['reset', 7],
    ]);
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Please complete the reCAPTCHA verification')).toBeInTheDocument();
    unmount();
    expect(done()).toContainEqual(['remove', 7]);
  });

  it('that does not come says so, and is tried again when asked', async () => {
    serverWith(kind);
    server.use(http.get(SCRIPTS[kind].script, () => HttpResponse.error()));
    const { user } = renderApp({ path: '/login' });
    expect(await screen.findByText('The robot check could not be loaded.')).toBeInTheDocument();
    serverWith(kind);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'I am human' })).toBeInTheDocument();
  });
});

describe('a check that was passed', () => {
  async function pass() {
    serverWith('hcaptcha');
    const { user } = renderApp({ path: '/login' });
    await fillIn(user);
    await user.click(await screen.findByRole('button', { name: 'I am human' }));
    const options = Reflect.get(globalThis, 'options') as Record<string, (code?: string) => void>;
    return { user, options };
  }

  it('and has expired has to be passed again', async () => {
    const { user, options } = await pass();
    options['expired-callback']?.();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Please complete the reCAPTCHA verification')).toBeInTheDocument();
  });

  it('and whose challenge is closed later stays on the page', async () => {
    const { options } = await pass();
    options['error-callback']?.('challenge-closed');
    expect(screen.getByRole('button', { name: 'I am human' })).toBeInTheDocument();
    options['error-callback']?.('network-error');
    expect(await screen.findByText('The robot check could not be loaded.')).toBeInTheDocument();
  });
});

it('with the self-hosted check nothing is loaded from anybody', async () => {
  server.use(robotCheck);
  renderApp({ path: '/login' });
  await screen.findByRole('group', { name: 'Robot check' });
  await expect.poll(() => document.querySelector('altcha-widget')).not.toBeNull();
  expect(document.head.querySelector('script')).toBeNull();
});

it('shows an error when the kind of check cannot be fetched, and retries', async () => {
  server.use(http.get('*/api/v1/robot-check', () => problem(503, 'unavailable', 'Down.')));
  const { user } = renderApp({ path: '/login' });
  expect(await screen.findByText('The robot check could not be loaded.')).toBeInTheDocument();
  serverWith('turnstile');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'I am human' })).toBeInTheDocument();
});
