import { http, HttpResponse, type JsonBodyType } from 'msw';

import type { Dashboard } from '~/api/generated/serverApi';

/** An answer in the server's error envelope. */
export function problem(status: number, code: string, message: string, more: Record<string, unknown> = {}) {
  return HttpResponse.json({ message, code, ...more } as JsonBodyType, { status });
}

/** Which robot check the forms need: the self-hosted one. */
export const robotCheck = http.get('*/api/v1/robot-check', () => HttpResponse.json({ kind: 'altcha', siteKey: null, signInBy: ['email'], signUp: 'open' }));

/** No company has a provider for any email. */
export const noSso = http.get('*/api/v1/login/sso', () => HttpResponse.json({ available: false, url: null, name: null }));

/** A company without connections to identity providers. */
export const noConnections = http.get('*/api/v1/companies/current/sso', () =>
  HttpResponse.json({ redirectUri: 'https://waymark.test/callback', postLogoutRedirectUri: 'https://waymark.test/login', profiles: [], connections: [] }),
);

/** A company without keys for servers. */
export const noKeys = http.get('*/api/v1/companies/current/keys', () => HttpResponse.json({ keys: [], profiles: [] }));

export const noSources = http.get('*/api/v1/companies/current/sources', () => HttpResponse.json({ sources: [] }));

export const noWebhooks = http.get('*/api/v1/companies/current/webhooks', () => HttpResponse.json({ webhooks: [] }));

/** Extends every session by the token that it has. */
export const extendsSession = http.post('*/api/v1/auth/extend-session', ({ request }) => {
  const authToken = (request.headers.get('Authorization') ?? '').replace('Bearer ', '');
  const serverTime = new Date().toISOString();
  return HttpResponse.json({ authToken, expiresAt: serverTime, serverTime });
});

/** How the company of the tests writes dates, numbers and times. */
export const COMPANY_REGION = { region: 'IN', timeZone: 'Asia/Kolkata', dateOrder: 'day' } as const;

/** Answers GET /users/profile for a user with this profile; null is an applicant. `more` overrides its fields. */
export function ownProfile(profile: string | null, more: Readonly<Record<string, unknown>> = {}) {
  return http.get('*/api/v1/users/profile', () =>
    HttpResponse.json({
      userId: '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f01',
      email: 'owner@example.com',
      signInName: 'owner@example.com',
      fullName: 'Olive Owner',
      phone: '+919876543210',
      role: 'ADMIN',
      profile,
      companyName: 'Demo Company',
      companySlug: 'demo-company',
      photoId: null,
      ...COMPANY_REGION,
      permissions: [],
      creatableProfiles: [],
      ...more,
    }),
  );
}

/** An account that waits for no other email. */
export const noEmailChange = http.get('*/api/v1/users/profile/email-change', () => HttpResponse.json({ email: null, sentTo: null }));

/** A company without fields of its own. */
export const noFields = http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [], version: 0 }));

/** A company that has imported nothing yet. */
export const noImports = http.get('*/api/v1/users/imports', () =>
  HttpResponse.json({ data: [], page: 1, pageSize: 10, total: 0, totalIsExact: true }),
);

/** How many invitations the company can send today. */
export const roomFor = (left: number, waiting = 0) =>
  http.get('*/api/v1/users/invitation-room', () =>
    HttpResponse.json({ daily: 50, left, waiting, resumesAt: '2099-03-03T00:00:00Z', isNewCompany: true }),
  );

/** A company that has changed no people in bulk yet. */
export const noJobs = http.get('*/api/v1/users/bulk', () =>
  HttpResponse.json({ data: [], page: 1, pageSize: 10, total: 0, totalIsExact: true }),
);

/** A company without batches. */
export const noBatches = http.get('*/api/v1/batches', () =>
  HttpResponse.json({ data: [], page: 1, pageSize: 20, total: 0, totalIsExact: true }),
);

/** An account without a second factor. */
export const noFactors = http.get('*/api/v1/auth/factors', () =>
  HttpResponse.json({ factors: [], recoveryCodesLeft: 0, verifiedAt: null, required: [], hasPassword: true, ssoLinks: [] }),
);

/** A user without notifications. */
export const noNotifications = http.get('*/api/v1/notifications', () =>
  HttpResponse.json({ data: [], page: 1, pageSize: 20, total: 0, totalIsExact: true, unread: 0 }),
);

/** A dashboard of these sections. */
export const dashboard = (...sections: readonly Dashboard['sections'][number][]) =>
  http.get('*/api/v1/dashboard', () => HttpResponse.json({ sections, serverTime: new Date().toISOString() }));

export const noStages = http.get('*/api/v1/stages', () => HttpResponse.json({ stages: [] }));

/** The funnel of a company without people in stages. */
export const noFunnel = http.get('*/api/v1/stages/funnel', () => HttpResponse.json({ from: '2026-09-01', to: '2026-11-29', at: '2026-11-29T08:00:00Z', steps: [] }));

/** An application that waits. */
export const APPLICATION = { kind: 'application', state: 'waiting', reason: null, appliedAt: '2026-11-25T08:00:00Z', decidedAt: null } as const;

/** The apply page of a company that the operator has not verified. */
export const namelessCompany = http.get('*/api/v1/signup/companies/:slug', () => HttpResponse.json({ companyName: null, companyLogo: null, takesApplications: true }));

/** A company of one person, as its dashboard sums it up. */
export const emptyCompany = dashboard({
  kind: 'people',
  total: 1,
  active: 1,
  byProfile: [{ profile: 'SUPER_ADMIN', count: 1 }],
  invitations: { none: 1, queued: 0, sent: 0, lapsed: 0, failed: 0, accepted: 0 },
  createdByDay: [{ day: '2026-11-21', count: 1 }],
  batches: [],
  recent: [],
  firstSteps: { hasDetails: false, hasColleagues: false, hasFile: false, hasFactor: false, hasInvited: false },
  serverTime: new Date().toISOString(),
});

/** What a company has chosen. */
export const COMPANY = {
  name: 'Demo Company',
  industry: 'Education',
  website: null,
  region: 'IN',
  timeZone: 'Asia/Kolkata',
  language: 'en',
  defaultWorkLocation: null,
  invitationReminder: false,
  syncThreshold: 20,
  attendanceThreshold: 75,
  attendanceDays: null,
  attendanceKeptMonths: 24,
  interviewsKeptMonths: 24,
  foundByName: false,
  trainersMoveStages: false,
  mailStageChanges: false,
  placementPolicy: 'free',
  placementMost: 2,
  placementStaffSeeAll: true,
  placementKeptMonths: 24,
  logo: null,
  showsLogo: false,
  regions: ['GB', 'IN', 'US'],
};

/** A company with the settings that every company begins with. */
export const usualSettings = http.get('*/api/v1/companies/settings', () => HttpResponse.json(COMPANY));

/** No email is taken or looks misspelt. */
export const freeEmail = http.get('*/api/v1/signup/check-email', () => HttpResponse.json({ available: true, didYouMean: null }));

/** A company that asks nothing of the sign-in of its people. */
export const noPolicy = http.get('*/api/v1/companies/current/policy', () => {
  const figures = { people: 1, withAny: 0, withTotp: 0, withPasskey: 0 };
  return HttpResponse.json({
    secondFactor: 'none',
    factors: ['totp', 'passkey'],
    passkeysOnly: false,
    sessionIdleMinutes: null,
    sessionDays: null,
    emailDomains: [],
    administratorNetworks: [],
    version: 0,
    limits: { leastIdleMinutes: 15, sessionIdleMinutes: 1440, sessionDays: 30 },
    people: { administrators: figures, everyone: figures },
    yourAddress: '203.0.113.7',
  });
});
