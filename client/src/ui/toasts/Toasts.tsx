import { t } from '@lingui/core/macro';
import { Box, Button, IconButton, Snackbar, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { useSelector } from 'react-redux';

import { useAppDispatch } from '~/lib/dispatch';
import { radius, shadow } from '~/theme/tokens';

import { AlertIcon, CheckCircleIcon, CloseIcon, InfoIcon } from '../icons';
import { useIsMobile } from '../useIsMobile';
import { dropAction, runAction, selectToasts, type Toast, TOAST_REMOVAL_DELAY, toastClosed, type ToastKind, toastRemoved, TOASTS_TOP } from './slice';

const FIRST_OFFSET = 20;
/** Together the offset from one to the next; those of more than two lines are higher. */
const LEAST_HEIGHT = 56;
const GAP = 14;

const icons: Readonly<Record<ToastKind, () => ReactNode>> = {
  success: () => <CheckCircleIcon titleAccess={t`Success`} fontSize="small" sx={{ color: 'success.main' }} />,
  error: () => <AlertIcon titleAccess={t`Error`} fontSize="small" sx={{ color: 'error.main' }} />,
  info: () => <InfoIcon titleAccess={t`Information`} fontSize="small" sx={{ color: 'info.main' }} />,
};

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        width: 'min(360px, calc(100vw - 32px))',
        minHeight: LEAST_HEIGHT,
        py: 1,
        pl: 1.75,
        pr: 0.75,
        borderRadius: radius.panel,
        border: 1,
        borderColor: 'surface.line',
        bgcolor: 'surface.raised',
        boxShadow: shadow.high,
        opacity: toast.leaving ? 0 : 1,
        transform: toast.leaving ? 'translateX(8px)' : 'none',
        transition: `opacity ${TOAST_REMOVAL_DELAY}ms, transform ${TOAST_REMOVAL_DELAY}ms`,
      }}
    >
      {icons[toast.kind]()}
      <Typography variant="body2" sx={{ flex: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {toast.message}
      </Typography>
      {toast.action !== null && (
        <Button
          size="small"
          variant="text"
          onClick={() => {
            onClose();
            runAction(toast.id);
          }}
        >
          {toast.action}
        </Button>
      )}
      <IconButton size="small" aria-label={t`Close notification`} onClick={onClose}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const dispatch = useAppDispatch();
  const { id, leaving } = toast;

  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => {
      dropAction(id);
      dispatch(toastRemoved(id));
    }, TOAST_REMOVAL_DELAY);
    return () => clearTimeout(timer);
  }, [dispatch, id, leaving]);

  const close = () => dispatch(toastClosed(id));

  return (
    <Snackbar
      open
      autoHideDuration={leaving ? null : toast.duration}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') close();
      }}
      transitionDuration={{ enter: 180, exit: 0 }}
      sx={{ position: 'static', transform: 'none !important', pointerEvents: 'auto' }}
    >
      <Box role={toast.kind === 'error' ? 'alert' : 'status'}>
        <ToastCard toast={toast} onClose={close} />
      </Box>
    </Snackbar>
  );
}

export function Toasts() {
  const toasts = useSelector(selectToasts);
  const isMobile = useIsMobile();
  return (
    <Box
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        // At the top of a phone they would cover the page's title.
        ...(isMobile
          ? { bottom: `calc(env(safe-area-inset-bottom, 0px) + ${GAP}px)`, right: 16 }
          : { top: `calc(var(${TOASTS_TOP}, 0px) + ${FIRST_OFFSET}px)`, right: FIRST_OFFSET }),
        display: 'grid',
        gap: `${GAP}px`,
        pointerEvents: 'none',
      }}
    >
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </Box>
  );
}
