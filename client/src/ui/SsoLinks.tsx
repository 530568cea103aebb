import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { formatMoment } from '~/lib/format';

import { ConfirmButton } from './ConfirmDialog';
import { padding } from './Panel';

interface SsoLinksProps {
  readonly links: readonly { readonly name: string; readonly createdAt: string }[];
  /** Whose links they are, in the question: "the link to Keycloak". */
  readonly question: string;
  readonly mayRemove: boolean;
  readonly busy: boolean;
  readonly onRemove: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function SsoLinks({ links, question, mayRemove, busy, onRemove, children }: SsoLinksProps) {
  return (
    <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 200px' }}>
        {links.map(({ name, createdAt }) => (
          <Typography key={createdAt} variant="body2">
            {t`Login by ${name}: linked since ${{ when: formatMoment(createdAt) }}`}
          </Typography>
        ))}
      </Box>
      {mayRemove && (
        <ConfirmButton label={t`Remove link`} title={question} destructive busy={busy} onConfirm={onRemove}>
          {children}
        </ConfirmButton>
      )}
    </Box>
  );
}
