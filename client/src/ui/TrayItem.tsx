import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { radius } from '~/theme/tokens';

interface TrayItemProps {
  readonly to: string;
  readonly title: string;
  readonly chip: ReactNode;
  /** 0 to 1; null once it has ended. */
  readonly share: number | null;
  /** What it has done, in one line. */
  readonly children: string;
  readonly onOpen?: (() => void) | undefined;
}

/** One that runs or has ended, as a link to its page. */
export function TrayItem({ to, title, chip, share, children, onOpen }: TrayItemProps) {
  return (
    <li>
      <ButtonBase
        component={Link}
        to={to}
        onClick={onOpen}
        sx={{ display: 'block', width: '100%', p: 1.25, borderRadius: radius.control, textAlign: 'left', '&:hover': { bgcolor: 'surface.sunken' } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography variant="body2" component="span" sx={{ flex: 1, fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {title}
          </Typography>
          {chip}
        </Box>
        {share !== null && <LinearProgress variant="determinate" value={share * 100} aria-label={`Progress of ${title}`} />}
        <Typography variant="caption" component="span" sx={{ display: 'block', mt: 0.75, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {children}
        </Typography>
      </ButtonBase>
    </li>
  );
}
