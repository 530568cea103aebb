import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useSelector } from 'react-redux';

import { useAppDispatch } from '~/lib/dispatch';

import { AlertIcon, CheckCircleIcon, CloseIcon, InfoIcon } from '../icons';
import { selectToasts, type Toast, TOAST_REMOVAL_DELAY, toastClosed, type ToastKind, toastRemoved } from './slice';

const FIRST_OFFSET = 20;
const STACK_OFFSET = 70;

const icons: Readonly<Record<ToastKind, ReactNode>> = {
  success: <CheckCircleIcon titleAccess="Success" fontSize="small" sx={{ color: 'success.main' }} />,
  error: <AlertIcon titleAccess="Error" fontSize="small" sx={{ color: 'error.main' }} />,
  info: <InfoIcon titleAccess="Information" fontSize="small" sx={{ color: 'info.main' }} />,
};

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        width: 'min(360px, calc(100vw - 32px))',
        minHeight: 56,
        py: 1,
        pl: 1.75,
        pr: 0.75,
        borderRadius: 2.5,
        border: 1,
        borderColor: 'surface.line',
        bgcolor: 'surface.raised',
        boxShadow: '0 2px 4px rgb(20 16 10 / 0.05), 0 12px 32px -8px rgb(20 16 10 / 0.22)',
        opacity: toast.leaving ? 0 : 1,
        transform: toast.leaving ? 'translateX(8px)' : 'none',
        transition: `opacity ${TOAST_REMOVAL_DELAY}ms, transform ${TOAST_REMOVAL_DELAY}ms`,
      }}
    >
      {icons[toast.kind]}
      <Typography variant="body2" sx={{ flex: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {toast.message}
      </Typography>
      <IconButton size="small" aria-label="Close notification" onClick={onClose}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

function ShownToast({ toast, index }: { readonly toast: Toast; readonly index: number }) {
  const dispatch = useAppDispatch();
  const { id, leaving } = toast;

  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => dispatch(toastRemoved(id)), TOAST_REMOVAL_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, [dispatch, id, leaving]);

  const close = () => {
    dispatch(toastClosed(id));
  };

  return (
    <Snackbar
      open
      autoHideDuration={leaving ? null : toast.duration}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') close();
      }}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={{ enter: 180, exit: 0 }}
      sx={{
        top: `${FIRST_OFFSET + index * STACK_OFFSET}px !important`,
        right: '20px !important',
        left: 'auto !important',
        transition: 'top 180ms',
      }}
    >
      <Box role={toast.kind === 'error' ? 'alert' : 'status'}>
        <ToastCard toast={toast} onClose={close} />
      </Box>
    </Snackbar>
  );
}

/** The stack of toasts; stands once in the application. */
export function Toasts() {
  const toasts = useSelector(selectToasts);
  return toasts.map((toast, index) => <ShownToast key={toast.id} toast={toast} index={index} />);
}
