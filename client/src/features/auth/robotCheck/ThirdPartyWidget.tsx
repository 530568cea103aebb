import Box from '@mui/material/Box';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';

import { loadChunk } from '~/lib/loadChunk';

import type { ThirdParty, WidgetApi } from './thirdParty';
import type { RobotCheckHandle, WidgetProps } from './widget';

/** hCaptcha reports an error when the user closes the challenge. */
const CLOSED = 'challenge-';

interface ThirdPartyWidgetProps extends WidgetProps {
  readonly ref: Ref<RobotCheckHandle>;
  readonly kind: ThirdParty;
  readonly siteKey: string;
}

interface Shown {
  readonly api: WidgetApi;
  readonly widget: string | number;
}

/** The check of reCAPTCHA, hCaptcha or Turnstile. */
export function ThirdPartyWidget({ ref, kind, siteKey, onPayload, onReady, onFailed }: ThirdPartyWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown | null>(null);

  const show = useEffectEvent((api: WidgetApi, host: HTMLElement): Shown => {
    const widget = api.render(host, {
      sitekey: siteKey,
      theme: document.body.classList.contains('dark') ? 'dark' : 'light',
      callback: (payload) => {
        onPayload(payload);
      },
      'expired-callback': () => {
        onPayload(null);
      },
      'error-callback': (code) => {
        onPayload(null);
        if (typeof code !== 'string' || !code.startsWith(CLOSED)) onFailed();
      },
    });
    onReady();
    return { api, widget };
  });
  const reportFailure = useEffectEvent(() => {
    onFailed();
  });

  useEffect(() => {
    let here = true;
    // A new element each time: no widget can be rendered twice into the same one.
    const host = document.createElement('div');
    place.current?.append(host);
    // The self-hosted check needs none of it.
    loadChunk(() => import('./thirdParty'))
      .then(({ loadWidgetApi }) => loadWidgetApi(kind))
      .then((api) => {
        if (here) shown.current = show(api, host);
      })
      .catch(() => {
        if (here) reportFailure();
      });
    return () => {
      here = false;
      if (shown.current !== null) shown.current.api.remove?.(shown.current.widget);
      shown.current = null;
      host.remove();
    };
  }, [kind, siteKey]);

  useImperativeHandle(ref, () => ({
    reset: () => {
      if (shown.current !== null) shown.current.api.reset(shown.current.widget);
    },
  }));

  return <Box ref={place} />;
}
