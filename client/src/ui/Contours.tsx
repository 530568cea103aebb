import { Box } from '@mui/material';

import contours from './contours.svg';

interface ContoursProps {
  /** How dark the lines are, between 0 and 1. */
  readonly opacity: number;
  /** Where the picture fades out, as a CSS gradient over it. */
  readonly fade?: string;
}

/** Map contour lines in the text's colour, filling their container. */
export function Contours({ opacity, fade = 'linear-gradient(#000, #000)' }: ContoursProps) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        opacity,
        pointerEvents: 'none',
        bgcolor: 'currentColor',
        mask: `url(${contours}) center / cover no-repeat, ${fade}`,
        maskComposite: 'intersect',
      }}
    />
  );
}
