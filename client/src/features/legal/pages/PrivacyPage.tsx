import Typography from '@mui/material/Typography';

import { BRAND_NAME } from '~/lib/brand';

import { LegalPage, Points, Section } from '../components/LegalPage';

const kept = [
  { what: 'Name, email, phone', why: 'To know you, to send you codes and notices, and to let the people you work with find you.' },
  { what: 'Role and details of your work', why: 'Date of birth, gender, work location, role and profile, where your organisation enters them. Role and profile decide what you can see and do.' },
  { what: 'Password', why: 'Only as a hash that cannot be turned back: nobody can read it.' },
  { what: 'Devices and sign-ins', why: 'The browser, its network address and the times, so that you can see where you are signed in and end it.' },
  { what: 'A record of changes', why: 'Who changed which account and when, so that your organisation can account for it.' },
] as const;

const stored = [
  { what: 'One cookie for a step', why: 'While you sign up, sign in or reset a password: half an hour at most.' },
  { what: 'One cookie for this device', why: 'After a sign-in by code, so that the next one needs none: 30 days.' },
  { what: 'An unsaved form', why: 'In its own tab only, a day at most, and never a password.' },
  { what: 'Your session and theme', why: 'In this browser. Logging out removes the session.' },
] as const;

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary={`${BRAND_NAME} keeps what it needs to give you your account, and nothing else. There is no advertising, no tracking and no selling of data.`}
      other={{ path: '/terms', title: 'Terms of use' }}
    >
      <Section title="What is kept, and why">
        <Points points={kept} />
      </Section>
      <Section title="What your browser keeps">
        <Points points={stored} />
      </Section>
      <Section title="Who sees it">
        <Typography>
          The administrators of your own organisation, and nobody of another one. Email and SMS providers get the messages
          they deliver. A robot check that comes from another company learns your network address; the one that {BRAND_NAME}{' '}
          brings along tells nobody.
        </Typography>
      </Section>
      <Section title="How long">
        <Typography>
          A sign-up that is not finished leaves no account, and is forgotten within eight days. An account lasts until an
          administrator of your organisation deletes it: it is then removed at once and you are signed out everywhere. The
          record of changes stays, with your email masked. Notifications go after 90 days. If you stop the invitations of a
          company, a hash of your email address is kept, so that they stay stopped.
        </Typography>
      </Section>
      <Section title="What you can ask for">
        <Typography>
          To see, correct or delete what is kept about you, ask an administrator of your organisation: it decides about your
          data, {BRAND_NAME} only handles it.
        </Typography>
      </Section>
    </LegalPage>
  );
}
