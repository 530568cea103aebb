import { Typography } from '@mui/material';

import { BRAND_NAME } from '~/lib/brand';

import { LegalPage, Points, Section } from '../components/LegalPage';

const kept = [
  { what: 'Name, email, phone', why: 'To identify you, to send you codes and notices, and to let the people you work with find you.' },
  { what: 'Work details', why: 'Date of birth, gender, work location, role and profile, if your organisation enters them. Role and profile decide what you can see and do.' },
  { what: 'Password', why: 'Stored only as a hash, which cannot be turned back into the password.' },
  { what: 'Devices and logins', why: 'Browser, network address and times, so that you can see where you are logged in and log out there.' },
  { what: 'Audit log', why: 'Who changed which account and when, so that your organisation can trace changes.' },
] as const;

const stored = [
  { what: 'Verification cookie', why: 'While you sign up, log in or reset a password; at most 30 minutes.' },
  { what: 'Device cookie', why: 'After you log in with a code, so that you need no code on this device for 30 days.' },
  { what: 'Unsaved forms', why: 'In their own tab only, for at most a day, and never a password.' },
  { what: 'Session and theme', why: 'In this browser. Logging out removes the session.' },
] as const;

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary={`${BRAND_NAME} stores only what your account needs. No advertising, no tracking, and your data is not sold.`}
      other={{ path: '/terms', title: 'Terms & Conditions' }}
    >
      <Section title="What we store, and why">
        <Points points={kept} />
      </Section>
      <Section title="What your browser stores">
        <Points points={stored} />
      </Section>
      <Section title="Who sees it">
        <Typography>
          The administrators of your own organisation; other organisations cannot. Email and SMS providers receive the
          messages they deliver. A robot check run by another company receives your network address; {BRAND_NAME}’s own robot
          check shares nothing.
        </Typography>
      </Section>
      <Section title="How long we keep it">
        <Typography>
          An unfinished sign-up creates no account and is deleted within eight days. Your account exists until an
          administrator of your organisation deletes it: it is then removed at once and you are logged out on all devices.
          The audit log remains, with your email masked. Notifications are deleted after 90 days. If you stop invitations
          from a company, we keep a hash of your email address so that they stay stopped.
        </Typography>
      </Section>
      <Section title="Your rights">
        <Typography>
          To see, correct or delete your data, ask an administrator of your organisation. Your organisation decides about
          your data; {BRAND_NAME} only processes it.
        </Typography>
      </Section>
    </LegalPage>
  );
}
