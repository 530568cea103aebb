import { t } from '@lingui/core/macro';
import { Box, Button, type ButtonProps } from '@mui/material';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

import { messageOf } from '~/api/problem';

import { AuthLayout } from './AuthLayout';

/**
 * A page that is opened from a mail: its address, which holds a secret, is told to no other site. Only a button on it
 * acts, because mail scanners open every link.
 */
export function LinkPage({ children, ...layout }: Omit<ComponentProps<typeof AuthLayout>, 'foot'>) {
  return (
    <AuthLayout {...layout}>
      <meta name="referrer" content="no-referrer" />
      <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
    </AuthLayout>
  );
}

interface LinkButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly to: string;
  readonly state?: object;
  readonly children: string;
}

export function LinkButton({ variant = 'contained', ...link }: LinkButtonProps) {
  return <Button component={Link} variant={variant} size="large" {...link} />;
}

/** The sentence above the button: the link's own fault or the server's; null without one. */
export function problemOf(token: string, error: unknown, failed: string): string | null {
  if (token === '') return t`This link is incomplete. Please open it again from the email.`;
  return error === undefined ? null : messageOf(error, failed);
}
