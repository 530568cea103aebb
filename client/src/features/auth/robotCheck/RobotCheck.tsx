import { Box, FormHelperText } from '@mui/material';
import type { AltchaWidgetElement } from 'altcha';
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react';

import { isProblem } from '~/api/problem';
import { loadChunk } from '~/lib/loadChunk';
import { radius } from '~/theme/tokens';
import { ErrorState } from '~/ui/ErrorState';

import { useShowRobotCheckQuery } from '../api';
import { ROBOT_CHECK_MESSAGE } from '../schema';
import type { ThirdParty, WidgetApi } from './thirdParty';

/** The form's handle on the check. */
export interface RobotCheckHandle {
  /** Each payload is good for one call: this starts another check. */
  readonly reset: () => void;
}

/** The callbacks of every widget. */
export interface WidgetProps {
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
  readonly onReady: () => void;
  readonly onFailed: () => void;
}

/** A form's robot check. */
export function useRobotCheck() {
  const ref = useRef<RobotCheckHandle>(null);
  const [payload, setPayload] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const onPayload = (next: string | null) => {
    setPayload(next);
    if (next !== null) setError(null);
  };
  const demand = () => setError(ROBOT_CHECK_MESSAGE);
  /** Shows what a refused call says of the check; false when it says nothing. */
  const showRefusal = (refusal: unknown) => {
    const message = isProblem(refusal) ? refusal.errors?.['recaptchaToken'] : undefined;
    setError(message ?? null);
    return message !== undefined;
  };
  /** A payload is good for one call. */
  const renew = () => ref.current?.reset();
  return { payload, demand, showRefusal, renew, widget: { ref, error, onPayload } };
}

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
      callback: (payload) => onPayload(payload),
      'expired-callback': () => onPayload(null),
      'error-callback': (code) => {
        onPayload(null);
        if (typeof code !== 'string' || !code.startsWith(CLOSED)) onFailed();
      },
    });
    onReady();
    return { api, widget };
  });
  const reportFailure = useEffectEvent(() => onFailed());

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

const settings = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 400 });

const appearance = {
  '--altcha-max-width': '100%',
  '--altcha-border-radius': radius.control,
  '--altcha-border-color': 'var(--wm-palette-surface-controlLine)',
  '--altcha-color-base': 'var(--wm-palette-background-paper)',
  '--altcha-color-base-content': 'var(--wm-palette-text-primary)',
  '--altcha-color-neutral': 'var(--wm-palette-surface-controlLine)',
  '--altcha-color-neutral-content': 'var(--wm-palette-text-secondary)',
  '--altcha-color-primary': 'var(--wm-palette-primary-main)',
  '--altcha-color-primary-content': 'var(--wm-palette-primary-contrastText)',
  '--altcha-color-success': 'var(--wm-palette-success-main)',
  '--altcha-color-success-content': 'var(--wm-palette-success-contrastText)',
  '--altcha-color-error': 'var(--wm-palette-error-main)',
  '--altcha-color-error-content': 'var(--wm-palette-error-contrastText)',
  '--altcha-checkbox-border-color': 'var(--wm-palette-surface-controlLine)',
  '--altcha-checkbox-outline-color': 'var(--wm-palette-primary-main)',
  '--altcha-checkbox-size': '20px',
  '--altcha-padding': '14px',
} as const;

function payloadOf(event: Event): string | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== 'object' || detail === null) return null;
  const verified = 'state' in detail && detail.state === 'verified';
  return verified && 'payload' in detail && typeof detail.payload === 'string' ? detail.payload : null;
}

interface AltchaWidgetProps extends WidgetProps {
  readonly ref: Ref<RobotCheckHandle>;
}

/** The self-hosted proof of work, as a check box. Its code is a chunk of its own. */
export function AltchaWidget({ ref, onPayload, onReady, onFailed }: AltchaWidgetProps) {
  const [loaded, setLoaded] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const widget = useRef<AltchaWidgetElement>(null);
  const reportPayload = useEffectEvent(onPayload);
  const reportLoaded = useEffectEvent((ready: boolean) => {
    if (ready) onReady();
    else onFailed();
  });

  useEffect(() => {
    let here = true;
    loadChunk(() => import('./altcha')).then(
      () => {
        if (!here) return;
        setLoaded(true);
        reportLoaded(true);
      },
      () => {
        if (here) reportLoaded(false);
      },
    );
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    const host = frame.current;
    if (!loaded || host === null) return undefined;
    const element = document.createElement('altcha-widget');
    element.setAttribute('challenge', '/api/v1/robot-check/challenge');
    element.setAttribute('configuration', settings);
    element.addEventListener('statechange', (event) => reportPayload(payloadOf(event)));
    host.append(element);
    widget.current = element;
    return () => {
      widget.current = null;
      element.remove();
    };
  }, [loaded]);

  useImperativeHandle(ref, () => ({
    reset: () => widget.current?.reset(),
  }));

  return (
    <Box
      ref={frame}
      sx={{
        '& altcha-widget': { display: 'block', ...appearance },
        // Its tick is drawn over the box and would swallow the click.
        '& altcha-widget svg': { pointerEvents: 'none' },
      }}
    />
  );
}

interface RobotCheckProps extends Pick<WidgetProps, 'onPayload'> {
  readonly ref?: Ref<RobotCheckHandle>;
  readonly error: string | null;
}

const NOT_LOADED = 'The robot check could not be loaded.';
const HEIGHTS = { altcha: 58, recaptcha: 78, hcaptcha: 78, turnstile: 65 } as const;

type Phase = 'loading' | 'ready' | 'failed';

/** The check that the server names. Its height is reserved while it loads. */
export function RobotCheck({ ref, error, onPayload }: RobotCheckProps) {
  const { data: check, isError, refetch } = useShowRobotCheckQuery();
  const [phase, setPhase] = useState<Phase>('loading');
  const widget = useRef<RobotCheckHandle>(null);
  const errorId = useId();

  useImperativeHandle(ref, () => ({
    reset: () => {
      widget.current?.reset();
      onPayload(null);
    },
  }));

  const retry = () => {
    setPhase('loading');
    if (isError) void refetch();
  };

  const kind = check === undefined || check.kind === 'off' ? 'altcha' : check.kind;
  const failed = phase === 'failed' || (isError && check === undefined);
  const widgetProps = {
    ref: widget,
    onPayload,
    onReady: () => setPhase('ready'),
    onFailed: () => setPhase('failed'),
  };
  return (
    <Box role="group" aria-label="Robot check" aria-describedby={error === null ? undefined : errorId}>
      {failed ? (
        <ErrorState message={NOT_LOADED} onRetry={retry} />
      ) : (
        <Box sx={{ minHeight: HEIGHTS[kind] }}>
          {phase === 'loading' && <Box sx={{ height: HEIGHTS[kind], borderRadius: radius.control, bgcolor: 'surface.sunken' }} />}
          {check !== undefined && kind === 'altcha' && <AltchaWidget {...widgetProps} />}
          {check !== undefined && kind !== 'altcha' && (
            <ThirdPartyWidget {...widgetProps} kind={kind} siteKey={check.siteKey ?? ''} />
          )}
        </Box>
      )}
      <FormHelperText error id={errorId} role="alert">
        {error}
      </FormHelperText>
    </Box>
  );
}
