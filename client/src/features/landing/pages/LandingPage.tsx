import { msg, t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { BRAND_NAME, TAGLINE } from '~/lib/brand';
import { layout, radius, shadow } from '~/theme/tokens';
import { Contours } from '~/ui/Contours';
import { ArrowRightIcon, CheckCircleIcon, LockIcon, UsersIcon } from '~/ui/icons';
import { InstituteHint } from '~/ui/institutes/InstituteHint';
import { LanguageSelect } from '~/ui/LanguageSelect';
import { LegalLine } from '~/ui/LegalLine';
import { LogoLink } from '~/ui/Logo';
import { Caption, Note } from '~/ui/Text';
import { ThemeToggle } from '~/ui/ThemeToggle';

const offers = [
  {
    icon: <UsersIcon />,
    title: msg`A whole intake in one file`,
    text: msg`Upload Excel or CSV: up to 150,000 people. Every row is checked before anything is made, and you watch each account come into being.`,
  },
  {
    icon: <LockIcon />,
    title: msg`The right door for everyone`,
    text: msg`Seven profiles, from Super Admin to Trainee. Each person lands on their own dashboard and reaches only what is theirs.`,
  },
  {
    icon: <CheckCircleIcon />,
    title: msg`Every step accounted for`,
    text: msg`Invitations go out by themselves. You see who was invited, which rows failed and why, and nothing happens twice.`,
  },
] as const;

const people = [
  { row: 812, email: 'a***i@example.com', profile: msg`Trainee` },
  { row: 811, email: 'r***n@example.com', profile: msg`Trainee` },
  { row: 810, email: 'm***a@example.com', profile: msg`Trainer` },
  { row: 809, email: 's***d@example.com', profile: msg`Placement` },
] as const;

function Figure({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <Box sx={{ flex: 1 }}>
      <Caption>{label}</Caption>
      <Typography sx={{ fontSize: { xs: '1.25rem', sm: '1.5rem' }, fontWeight: 600, letterSpacing: '-0.02em', lineHeight: 1.25 }}>
        {children}
      </Typography>
    </Box>
  );
}

/** A drawing of a running import. Screen readers read its label once. */
function Showpiece() {
  return (
    <Box role="img" aria-label={t`Picture of an import: 812 of 1,000 accounts created, the last rows listed as they are made`}>
      <Box
        aria-hidden
        sx={{
          p: { xs: 2.5, sm: 3.5 },
          border: 1,
          borderColor: 'surface.line',
          borderRadius: radius.dialog,
          bgcolor: 'background.paper',
          boxShadow: shadow.high,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>{t`Processing Users...`}</Typography>
        <Note>{t`Creating user accounts and sending notifications`}</Note>
        <Box sx={{ height: 6, my: 2.5, borderRadius: radius.round, bgcolor: 'surface.sunken', overflow: 'hidden' }}>
          <Box sx={{ width: '81.2%', height: '100%', borderRadius: radius.round, bgcolor: 'primary.main' }} />
        </Box>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Figure label={t`Created`}>812</Figure>
          <Figure label={t`Failed`}>0</Figure>
          <Figure label={t`Invited`}>640</Figure>
        </Box>
        <Box sx={{ mt: 2.5, borderTop: 1, borderColor: 'surface.line' }}>
          {people.map(({ row, email, profile }) => (
            <Box
              key={row}
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'surface.line', '&:last-of-type': { borderBottom: 0, pb: 0 } }}
            >
              <CheckCircleIcon sx={{ fontSize: 18, color: 'success.main' }} />
              <Typography variant="body2" sx={{ flex: 1 }}>
                {email}
              </Typography>
              <Note>{t(profile)}</Note>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

const measure = { width: '100%', maxWidth: layout.content, mx: 'auto', px: { xs: 2.5, sm: 4, md: 5 } } as const;

function Header() {
  return (
    <Box component="header" sx={{ ...measure, position: 'relative', display: 'flex', alignItems: 'center', gap: 1, py: 2 }}>
      <Box sx={{ ml: -0.5, mr: 'auto' }}>
        <LogoLink label={BRAND_NAME} size={26} />
      </Box>
      <LanguageSelect />
      <ThemeToggle />
      {/* On phones both stand below the tagline. */}
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
        <Button component={RouterLink} to="/login" color="inherit">
          {t`Login`}
        </Button>
        <Button component={RouterLink} to="/signup" variant="outlined">
          {t`Sign up`}
        </Button>
      </Box>
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
        <Typography id="tagline" lang="en" variant="h1" sx={{ maxWidth: '12ch', textWrap: 'balance' }}>
          {TAGLINE}
        </Typography>
        <Typography sx={{ mt: 3, maxWidth: 460, fontSize: { xs: '1.0625rem', md: '1.1875rem' }, lineHeight: 1.55, color: 'text.secondary', textWrap: 'pretty' }}>
          {t`One place for training, placement and talent tracking. Bring in everyone you work with, give each of them the right way in, and see where they stand.`}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 4.5 }}>
          <Button component={RouterLink} to="/signup" variant="contained" size="large" endIcon={<ArrowRightIcon />}>
            {t`Sign up`}
          </Button>
          <Button component={RouterLink} to="/login" variant="outlined" size="large">
            {t`Login`}
          </Button>
        </Box>
        <InstituteHint sx={{ mt: 2.5, maxWidth: 460 }} />
      </Box>
      <Showpiece />
    </Box>
  );
}

export function LandingPage() {
  return (
    <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: '100vh', overflow: 'hidden' }}>
      <title>{`${BRAND_NAME} · ${TAGLINE}`}</title>
      {/* On a phone it would be the largest thing to paint, and hardly seen. */}
      <Box sx={{ position: 'absolute', inset: '0 0 auto', display: { xs: 'none', sm: 'block' }, height: 660, color: 'primary.main' }}>
        <Contours opacity={0.14} fade="linear-gradient(to bottom left, #000 10%, transparent 62%)" />
      </Box>
      <Header />
      <Box component="main" sx={{ flex: 1 }}>
        <Hero />
        <Box sx={{ position: 'relative', borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
          <Box sx={{ ...measure, py: { xs: 7, md: 10 } }}>
            <Box
              component="ul"
              aria-label={t`What it does`}
              sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' }, gap: { xs: 5, md: 6 }, m: 0, p: 0, listStyle: 'none' }}
            >
              {offers.map(({ icon, title, text }) => (
                <Box component="li" key={title.id}>
                  <Box sx={{ color: 'primary.main' }}>{icon}</Box>
                  <Typography variant="h4" component="h2" sx={{ mt: 1.5 }}>
                    {t(title)}
                  </Typography>
                  <Typography sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>{t(text)}</Typography>
                </Box>
              ))}
            </Box>
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
