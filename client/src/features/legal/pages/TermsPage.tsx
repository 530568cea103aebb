import { t } from '@lingui/core/macro';

import { BRAND_NAME } from '~/lib/brand';

import { LegalPage, Section } from '../components/LegalPage';

export function TermsPage() {
  return (
    <LegalPage
      title={t`Terms & Conditions`}
      summary={t`What you agree to when you use ${BRAND_NAME}, in plain English.`}
      other={{ path: '/privacy', title: t`Privacy Policy` }}
    >
      <Section title={t`Your account`}>
        {t`Use your own name, email and phone number, and keep them up to date. Your account is for you alone: do not share its password or codes. We never ask for them by phone, email or message. If someone else may know your password, reset it. This logs you out on all devices.`}
      </Section>
      <Section title={t`Your organisation`}>
        {t`To register a company, you must be authorised to act for it; you become its Super Admin. Administrators decide who has an account, what it can do and when it is closed. They must have permission to enter the data of the people they add. If you apply to a company, its administrators see your application.`}
      </Section>
      <Section title={t`Fair use`}>
        {t`Use ${BRAND_NAME} for training, placement and talent tracking. Do not try to access other people’s data, create accounts for others without their knowledge, send unwanted messages or disrupt the service. Accounts that break these rules may be closed.`}
      </Section>
      <Section title={t`What we promise`}>
        {t`We handle your data as the Privacy Policy describes and work to keep the service available. We cannot promise that it is never interrupted. Organisations, not ${BRAND_NAME}, decide who is trained, placed or hired.`}
      </Section>
      <Section title={t`Closing your account, and changes`}>
        {t`You can stop at any time: ask an administrator to delete your account. If these terms change in a way that affects you, we notify you before the change takes effect.`}
      </Section>
    </LegalPage>
  );
}
