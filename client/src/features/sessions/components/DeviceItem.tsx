import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';

import { formatMoment } from '~/lib/format';
import { radius } from '~/theme/tokens';
import { DeviceIcon, PhoneIcon } from '~/ui/icons';

import type { SessionItem } from '../api';

const HANDHELD = /iPhone|iPad|Android/u;

interface DeviceItemProps {
  readonly session: SessionItem;
  readonly onRevoke: () => void;
}

/** One device that is logged in. */
export function DeviceItem({ session, onRevoke }: DeviceItemProps) {
  const { device, address, firstSeenAt, lastSeenAt, current } = session;
  const Icon = HANDHELD.test(device) ? PhoneIcon : DeviceIcon;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        px: { xs: 2, sm: 2.5 },
        py: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 40,
          height: 40,
          borderRadius: radius.menu,
          bgcolor: current ? 'soft.accent' : 'surface.sunken',
          color: current ? 'primary.main' : 'text.secondary',
        }}
      >
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {device}
          </Typography>
          {current && <Chip size="small" color="primary" variant="outlined" label="This device" />}
        </Box>
        <Typography variant="caption" component="p" sx={{ mt: 0.25, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {address ?? 'Unknown address'} · {current ? 'active now' : `last seen ${formatMoment(lastSeenAt)}`}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          Logged in {formatMoment(firstSeenAt)}
        </Typography>
      </Box>
      {!current && (
        <Button variant="outlined" size="small" onClick={onRevoke} aria-label={`Log out ${device}, last seen ${formatMoment(lastSeenAt)}`}>
          Log out
        </Button>
      )}
    </Box>
  );
}
