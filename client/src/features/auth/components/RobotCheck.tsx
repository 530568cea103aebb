import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react';

import { ErrorState } from '~/ui/ErrorState';

import { useShowRobotCheckQuery } from '../api';
import { AltchaWidget } from './AltchaWidget';
import { ThirdPartyWidget } from './ThirdPartyWidget';

export interface RobotCheckHandle {
  /** Each payload is good for one call: this asks for another. */
  readonly reset: () => void;
}

export type WidgetHandle = RobotCheckHandle;

/** What every widget tells. */
export interface WidgetProps {
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
  readonly onReady: () => void;
  readonly onFailed: () => void;
}

interface RobotCheckProps extends Pick<WidgetProps, 'onPayload'> {
  readonly ref?: Ref<RobotCheckHandle>;
  readonly error: string | null;
}

const NOT_LOADED = 'The robot check could not be loaded.';
const HEIGHTS = { altcha: 58, recaptcha: 78, hcaptcha: 78, turnstile: 65 } as const;

type Phase = 'loading' | 'ready' | 'failed';

/** The check that the server names, with its own place on the page from the first moment on. */
export function RobotCheck({ ref, error, onPayload }: RobotCheckProps) {
  const { data: check, isError, refetch } = useShowRobotCheckQuery();
  const [phase, setPhase] = useState<Phase>('loading');
  const widget = useRef<WidgetHandle>(null);
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
  const told = {
    ref: widget,
    onPayload,
    onReady: () => {
      setPhase('ready');
    },
    onFailed: () => {
      setPhase('failed');
    },
  };
  return (
    <Box role="group" aria-label="Robot check" aria-describedby={error === null ? undefined : errorId}>
      {failed ? (
        <ErrorState message={NOT_LOADED} onRetry={retry} />
      ) : (
        <Box sx={{ minHeight: HEIGHTS[kind] }}>
          {phase === 'loading' && <Skeleton variant="rounded" height={HEIGHTS[kind]} />}
          {check !== undefined && kind === 'altcha' && <AltchaWidget {...told} />}
          {check !== undefined && kind !== 'altcha' && (
            <ThirdPartyWidget {...told} kind={kind} siteKey={check.siteKey ?? ''} />
          )}
        </Box>
      )}
      <FormHelperText error id={errorId} role="alert">
        {error}
      </FormHelperText>
    </Box>
  );
}
