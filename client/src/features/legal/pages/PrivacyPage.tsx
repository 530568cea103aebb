import { msg, t } from '@lingui/core/macro';

import { BRAND_NAME } from '~/lib/brand';

import { LegalPage, Points, Section } from '../components/LegalPage';

const kept = [
  { what: msg`Name, email, phone`, why: msg`To identify you, to send you codes and notices, and to let the people you work with find you.` },
  { what: msg`Work details`, why: msg`Date of birth, gender, work location, role and profile, if your organisation enters them. Role and profile decide what you can see and do.` },
  { what: msg`Photo`, why: msg`If you choose one. Those who manage accounts in your organisation see it, and you can remove it at any time.` },
  { what: msg`Password`, why: msg`Stored only as a hash, which cannot be turned back into the password.` },
  { what: msg`Devices and logins`, why: msg`Browser, network address and times, so that you can see where you are logged in and log out there.` },
  { what: msg`Audit log`, why: msg`Who changed which account and when, so that your organisation can trace changes.` },
] as const;

const stored = [
  { what: msg`Verification cookie`, why: msg`While you sign up, log in or reset a password; at most 30 minutes.` },
  { what: msg`Device cookie`, why: msg`After you log in with a code, so that you need no code on this device for 30 days.` },
  { what: msg`Unsaved forms`, why: msg`In their own tab only, for at most a day, and never a password.` },
  { what: msg`Session and theme`, why: msg`In this browser. Logging out removes the session.` },
] as const;

export function PrivacyPage() {
  return (
    <LegalPage
      title={t`Privacy Policy`}
      summary={t`${BRAND_NAME} stores only what your account needs. No advertising, no tracking, and your data is not sold.`}
      other={{ path: '/terms', title: t`Terms & Conditions` }}
    >
      <Section title={t`What we store, and why`}>
        <Points points={kept} />
      </Section>
      <Section title={t`What your browser stores`}>
        <Points points={stored} />
      </Section>
      <Section title={t`Who sees it`}>
        {t`The administrators of your own organisation; other organisations cannot. Email and SMS providers receive the messages they deliver. A robot check run by another company receives your network address; ${BRAND_NAME}’s own robot check shares nothing.`}
      </Section>
      <Section title={t`How long we keep it`}>
        {t`An unfinished sign-up creates no account and is deleted within eight days. Your account exists until an administrator of your organisation deletes it: it is then removed at once and you are logged out on all devices. The audit log remains, with your email masked. Notifications are deleted after 90 days. If you stop invitations from a company, we keep a hash of your email address so that they stay stopped.`}
      </Section>
      <Section title={t`Your rights`}>
        {t`To see, correct or delete your data, ask an administrator of your organisation. Your organisation decides about your data; ${BRAND_NAME} only processes it.`}
      </Section>
    </LegalPage>
  );
}
