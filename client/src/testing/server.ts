import { setupServer } from 'msw/node';

import { emptyCompany, freeEmail, namelessCompany, noConnections, noEmailChange, noFields, noFunnel, noJobs, noKeys, noNotifications, noPolicy, noSources, noSso, noStages, noWebhooks, robotCheck, roomFor, usualSettings } from './answers';

/**
 * The stand-in server of the tests. By itself it answers only what every signed-in page and the dashboard ask for beside
 * what they are about: each test says what its server says.
 */
export const server = setupServer(
  ...[noNotifications, emptyCompany, freeEmail, noConnections, noEmailChange, noFields, noFunnel, noJobs, noKeys, noPolicy, noSources, noSso, noStages, noWebhooks, robotCheck, usualSettings, namelessCompany, roomFor(1_000_000)],
);
