import Typography from '@mui/material/Typography';

import { BRAND_NAME } from '~/lib/brand';

import { LegalPage, Section } from '../components/LegalPage';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of use"
      summary={`What you agree to when you use ${BRAND_NAME}, in plain words.`}
      other={{ path: '/privacy', title: 'Privacy Policy' }}
    >
      <Section title="Your account">
        <Typography>
          Give your own name, email and phone, and keep them right. The account is yours alone: do not share its password or
          its codes. We never ask for them by phone, email or message. If somebody else may know them, reset the password,
          which signs you out everywhere.
        </Typography>
      </Section>
      <Section title="Your organisation">
        <Typography>
          Whoever registers a company must be allowed to act for it, and becomes its Super Admin. Administrators decide who
          has an account, what it may do and when it ends, and they must be allowed to enter the data of the people they
          add. If you apply to a company, that company sees your application.
        </Typography>
      </Section>
      <Section title="Fair use">
        <Typography>
          Use {BRAND_NAME} for training, placement and talent tracking. Do not try to reach what is not yours, to sign up for
          others without their knowledge, to send messages nobody asked for, or to slow the service down for everybody else.
          Accounts that do may be closed.
        </Typography>
      </Section>
      <Section title="What we promise, and what we do not">
        <Typography>
          We take care of your data as the Privacy Policy says, and of the service being there. We cannot promise that it is
          never interrupted. Decisions about people, such as who is trained, placed or hired, are made by organisations, not
          by {BRAND_NAME}.
        </Typography>
      </Section>
      <Section title="Ending and changes">
        <Typography>
          You can stop at any time: ask an administrator to delete your account. When these terms change in a way that
          matters, you are told before it applies to you.
        </Typography>
      </Section>
    </LegalPage>
  );
}
