import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import type { AltchaWidgetElement } from 'altcha';
import type {} from 'altcha/types/react';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';

import { importOrReload } from '~/lib/importOrReload';

export interface RobotCheckHandle {
  /** Each payload is good for one call: this asks for another. */
  readonly reset: () => void;
}

interface RobotCheckProps {
  readonly ref?: Ref<RobotCheckHandle>;
  readonly error: string | null;
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
}

const HEIGHT = 58;

const settings = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 400 });

const appearance = {
  '--altcha-max-width': '100%',
  '--altcha-border-radius': '6px',
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

/** The self-hosted proof of work, as a check box. Its code comes when the page asks for it. */
export function RobotCheck({ ref, error, onPayload }: RobotCheckProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const widget = useRef<AltchaWidgetElement>(null);
  const errorId = useId();

  useEffect(() => {
    let here = true;
    importOrReload(() => import('../robotCheck')).then(
      () => {
        if (here) setState('ready');
      },
      () => {
        if (here) setState('failed');
      },
    );
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    const element = widget.current;
    if (state !== 'ready' || element === null) return undefined;
    const listen = (event: Event): void => {
      onPayload(payloadOf(event));
    };
    element.addEventListener('statechange', listen);
    return () => {
      element.removeEventListener('statechange', listen);
    };
  }, [state, onPayload]);

  useImperativeHandle(ref, () => ({
    reset: () => {
      widget.current?.reset();
      onPayload(null);
    },
  }));

  const message = state === 'failed' ? 'The robot check could not be loaded. Please load this page again.' : error;
  return (
    <Box role="group" aria-label="Robot check" aria-describedby={message === null ? undefined : errorId}>
      <Box
        sx={{
          minHeight: HEIGHT,
          '& altcha-widget': { display: 'block', ...appearance },
          // Its tick is drawn over the box and would swallow the click.
          '& altcha-widget svg': { pointerEvents: 'none' },
        }}
      >
        {state === 'loading' && <Skeleton variant="rounded" height={HEIGHT} />}
        {state === 'ready' && (
          <altcha-widget ref={widget} challenge="/api/v1/robot-check/challenge" configuration={settings} />
        )}
      </Box>
      <FormHelperText error id={errorId} role="alert">
        {message}
      </FormHelperText>
    </Box>
  );
}
