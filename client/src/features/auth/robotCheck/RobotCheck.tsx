import { t } from '@lingui/core/macro';
import { Box, FormHelperText } from '@mui/material';
import { useCallback, useId, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import type { RobotCheckAnswer } from '~/api/generated/serverApi';
import { isProblem } from '~/api/problem';
import { showFailure, showFieldErrors } from '~/forms/useZodForm';
import { loadChunk } from '~/lib/loadChunk';
import { radius } from '~/theme/tokens';
import { ErrorState } from '~/ui/ErrorState';

import { authApi } from '../api';

interface WidgetEvents {
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
  readonly onFailed: () => void;
}

interface Widget {
  readonly reset: () => void;
  readonly remove: () => void;
}

export type Mount = (host: HTMLElement, events: WidgetEvents) => Widget;

/** The widget that the server names. Each kind is a chunk of its own: the self-hosted one loads nothing of others. */
async function loadWidget({ kind, siteKey }: RobotCheckAnswer): Promise<Mount> {
  if (kind === 'altcha' || kind === 'off') return (await loadChunk(() => import('./altcha'))).mountAltcha;
  const { thirdPartyWidget } = await loadChunk(() => import('./thirdParty'));
  return thirdPartyWidget(kind, siteKey ?? '');
}

/** A form's robot check; `widget` holds the props of `RobotCheck`. */
export function useRobotCheck() {
  const { data: check, isError, refetch } = authApi.useShowRobotCheckQuery();
  const [payload, setPayload] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const shown = useRef<Widget | null>(null);

  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || check === undefined) return undefined;
      let here = true;
      // A new element each time: no widget can be rendered twice into the same one.
      const host = element.appendChild(document.createElement('div'));
      const events: WidgetEvents = {
        onPayload: (next) => {
          setPayload(next);
          if (next !== null) setError(null);
        },
        onFailed: () => setPhase('failed'),
      };
      const show = (mount: Mount) => {
        if (!here) return;
        shown.current = mount(host, events);
        setPhase('ready');
      };
      loadWidget(check).then(show).catch(() => here && events.onFailed());
      return () => {
        here = false;
        shown.current?.remove();
        shown.current = null;
        host.remove();
      };
    },
    [check],
  );

  const retry = () => {
    setPhase('loading');
    if (isError) void refetch();
  };
  /** A payload is good for one call. */
  const renew = () => {
    shown.current?.reset();
    setPayload(null);
  };
  /** Shows what a refused call says of the check and of the form. True when it demands the check. */
  const showRefusal = <Values extends FieldValues>(form: UseFormReturn<Values>, refusal: unknown, fallback: string): boolean => {
    const message = isProblem(refusal) ? refusal.errors?.['recaptchaToken'] : undefined;
    setError(message ?? null);
    if (message === undefined) showFailure(form, refusal, fallback);
    else showFieldErrors(form, refusal);
    return message !== undefined;
  };
  return {
    isOff: check?.kind === 'off',
    payload,
    demand: () => setError(t`Please complete the reCAPTCHA verification`),
    renew,
    showRefusal,
    widget: { place, kind: check?.kind, isFailed: phase === 'failed' || (isError && check === undefined), isReady: phase === 'ready', error, retry },
  };
}

const HEIGHTS = { altcha: 58, off: 58, recaptcha: 78, hcaptcha: 78, turnstile: 65 } as const;

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

/** The check that the server names. Its height is reserved while it loads. */
export function RobotCheck({ place, kind = 'altcha', isFailed, isReady, error, retry }: ReturnType<typeof useRobotCheck>['widget']) {
  const errorId = useId();
  const height = HEIGHTS[kind];
  return (
    <Box role="group" aria-label={t`Robot check`} aria-describedby={error === null ? undefined : errorId}>
      {isFailed ? (
        <ErrorState message={t`The robot check could not be loaded.`} onRetry={retry} />
      ) : (
        <Box sx={{ minHeight: height }}>
          {!isReady && <Box sx={{ height, borderRadius: radius.control, bgcolor: 'surface.sunken' }} />}
          {/* The widget's tick is drawn over its box and would swallow the click. */}
          <Box ref={place} sx={{ '& altcha-widget': { display: 'block', ...appearance }, '& altcha-widget svg': { pointerEvents: 'none' } }} />
        </Box>
      )}
      <FormHelperText error id={errorId} role="alert">
        {error}
      </FormHelperText>
    </Box>
  );
}
