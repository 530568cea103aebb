import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react';

import { ErrorState } from '~/ui/ErrorState';

import { useShowRobotCheckQuery } from '../api';
import { AltchaWidget } from './AltchaWidget';
import { ThirdPartyWidget } from './ThirdPartyWidget';
import type { RobotCheckHandle, WidgetProps } from './widget';

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
