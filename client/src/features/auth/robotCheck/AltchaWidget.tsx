import Box from '@mui/material/Box';
import type { AltchaWidgetElement } from 'altcha';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';

import { loadChunk } from '~/lib/loadChunk';
import { radius } from '~/theme/tokens';

import type { RobotCheckHandle, WidgetProps } from './widget';

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
    element.addEventListener('statechange', (event) => {
      reportPayload(payloadOf(event));
    });
    host.append(element);
    widget.current = element;
    return () => {
      widget.current = null;
      element.remove();
    };
  }, [loaded]);

  useImperativeHandle(ref, () => ({
    reset: () => {
      widget.current?.reset();
    },
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
