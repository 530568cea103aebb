import type { RobotCheckKind } from '~/api/generated/serverApi';

import type { Mount } from './RobotCheck';

/** Third-party checks. Their widgets share one API. */
type ThirdParty = Exclude<RobotCheckKind, 'altcha' | 'off'>;

interface WidgetOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly callback: (payload: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': (code?: unknown) => void;
}

interface WidgetApi {
  render(host: HTMLElement, options: WidgetOptions): string | number;
  reset(widget: string | number): void;
  /** reCAPTCHA has none: its widget is removed with its element. */
  remove?(widget: string | number): void;
}

const READY = 'waymarkRobotCheckReady';
const READY_WITHIN = 15_000;
/** hCaptcha reports an error when the user closes the challenge. */
const CLOSED = 'challenge-';

const providers: Readonly<Record<ThirdParty, { readonly script: string; readonly global: string }>> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
};

function isWidgetApi(value: unknown): value is WidgetApi {
  return typeof value === 'object' && value !== null && 'render' in value && 'reset' in value;
}

function apiOf(kind: ThirdParty): WidgetApi | null {
  const value: unknown = Reflect.get(window, providers[kind].global);
  return isWidgetApi(value) ? value : null;
}

/** Loads the provider's script. Rejects when it fails to load or is not ready within 15 s. */
function load(kind: ThirdParty): Promise<WidgetApi> {
  const script = document.createElement('script');
  script.src = `${providers[kind].script}?render=explicit&onload=${READY}`;
  script.async = true;
  const ready = new Promise<WidgetApi>((resolve, reject) => {
    const fail = (): void => reject(new Error(`The script of ${kind} could not be loaded.`));
    script.addEventListener('error', fail);
    setTimeout(fail, READY_WITHIN);
    Reflect.set(window, READY, () => {
      const api = apiOf(kind);
      if (api === null) fail();
      else resolve(api);
    });
  });
  document.head.append(script);
  // A failed script is removed before the next attempt.
  return ready.catch((error: unknown) => {
    script.remove();
    throw error;
  });
}

let loading: Promise<WidgetApi> | null = null;

/** The provider's widget, whose script is loaded on first use; a call after a failure loads it again. */
export async function thirdPartyWidget(kind: ThirdParty, siteKey: string): Promise<Mount> {
  let api = loading === null ? apiOf(kind) : null;
  if (api === null) {
    loading ??= load(kind).finally(() => {
      loading = null;
    });
    api = await loading;
  }
  const shown = api;
  return (host, { onPayload, onFailed }) => {
    const widget = shown.render(host, {
      sitekey: siteKey,
      theme: document.body.classList.contains('dark') ? 'dark' : 'light',
      callback: onPayload,
      'expired-callback': () => onPayload(null),
      'error-callback': (code) => {
        onPayload(null);
        if (typeof code !== 'string' || !code.startsWith(CLOSED)) onFailed();
      },
    });
    return { reset: () => shown.reset(widget), remove: () => shown.remove?.(widget) };
  };
}
