import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { BRAND_NAME, TAGLINE } from '~/lib/brand';
import { layout } from '~/theme/tokens';
import { Contours } from '~/ui/Contours';
import { ArrowRightIcon } from '~/ui/icons';
import { LegalLine } from '~/ui/LegalLine';
import { Logo } from '~/ui/Logo';
import { ThemeToggle } from '~/ui/ThemeToggle';

import { Offers } from '../components/Offers';
import { Showpiece } from '../components/Showpiece';

const measure = { width: '100%', maxWidth: layout.content, mx: 'auto', px: { xs: 2.5, sm: 4, md: 5 } } as const;

function Header() {
  return (
    <Box component="header" sx={{ ...measure, position: 'relative', display: 'flex', alignItems: 'center', gap: 1, py: 2 }}>
      <Link component={RouterLink} to="/" underline="none" aria-label={BRAND_NAME} sx={{ display: 'flex', p: 0.5, ml: -0.5 }}>
        <Logo size={26} />
      </Link>
      <Box sx={{ flex: 1 }} />
      <ThemeToggle />
      <Button component={RouterLink} to="/login" color="inherit">
        Login
      </Button>
      <Button component={RouterLink} to="/signup" variant="outlined" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        Sign up
      </Button>
    </Box>
  );
}

function Hero() {
  return (
    <Box
      component="section"
      aria-labelledby="tagline"
      sx={{
        ...measure,
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 11fr) minmax(0, 10fr)' },
        alignItems: 'center',
        gap: { xs: 6, md: 8 },
        py: { xs: 7, sm: 10, md: 13 },
      }}
    >
      <Box>
        <Typography id="tagline" variant="h1" sx={{ maxWidth: '12ch', textWrap: 'balance' }}>
          {TAGLINE}
        </Typography>
        <Typography sx={{ mt: 3, maxWidth: 460, fontSize: { xs: '1.0625rem', md: '1.1875rem' }, lineHeight: 1.55, color: 'text.secondary', textWrap: 'pretty' }}>
          One place for training, placement and talent tracking. Bring in everyone you work with, give each of them the
          right way in, and see where they stand.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 4.5 }}>
          <Button component={RouterLink} to="/signup" variant="contained" size="large" endIcon={<ArrowRightIcon />}>
            Sign up
          </Button>
          <Button component={RouterLink} to="/login" variant="outlined" size="large">
            Login
          </Button>
        </Box>
      </Box>
      <Showpiece />
    </Box>
  );
}

export function LandingPage() {
  return (
    <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: '100vh', overflow: 'hidden' }}>
      <title>{`${BRAND_NAME} · ${TAGLINE}`}</title>
      <Box sx={{ position: 'absolute', inset: '0 0 auto', height: 660, color: 'primary.main' }}>
        <Contours opacity={0.14} fade="linear-gradient(to bottom left, #000 10%, transparent 62%)" />
      </Box>
      <Header />
      <Box component="main" sx={{ flex: 1 }}>
        <Hero />
        <Box sx={{ position: 'relative', borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
          <Box sx={{ ...measure, py: { xs: 7, md: 10 } }}>
            <Offers />
          </Box>
        </Box>
      </Box>
      <Box component="footer" sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Box sx={{ ...measure, py: 3 }}>
          <LegalLine />
        </Box>
      </Box>
    </Box>
  );
}
