import { t } from '@lingui/core/macro';
import { Button } from '@mui/material';

import { PhoneIcon } from '~/ui/icons';

/** One tap to call. */
export function CallButton({ name, phone }: { readonly name: string; readonly phone: string | null }) {
  if (phone === null) return null;
  return (
    <Button variant="outlined" size="small" href={`tel:${phone}`} aria-label={t`Call ${name}`} startIcon={<PhoneIcon sx={{ fontSize: 18 }} />} sx={{ minHeight: { xs: 44, sm: 32 } }}>
      {t`Call`}
    </Button>
  );
}
