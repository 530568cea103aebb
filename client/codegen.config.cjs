const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { readClosed } = require('./codegen.closed.cjs');

const schemaFile = join(mkdtempSync(join(tmpdir(), 'waymark-')), 'openapi.json');
writeFileSync(schemaFile, JSON.stringify(readClosed('openapi.json')));

// Probes, the refreshing that reauth.ts does itself, files, which the browser fetches or the generator cannot write, what
// the dashboard's own answer has, and what is deprecated.
const NOT_FOR_PAGES = new RegExp(
  `^(${[
    'read(Api)?Health|readLiveness|readReadiness|readStatus|refresh|refreshByBearer|makeChallenge',
    'uploadImportFile|getOwnPhoto|getPersonPhoto|getCompanyLogo|download.*|exportOwnData|exportDataOfUser',
    'readOwnWay|readOwnApplication|summarizePeople|listWorkLocations',
  ].join('|')})$`,
  'u',
);
// What few pages need is a file of its own, by its paths: they load it.
const PARTS = {
  announcementsApi: /^\/api\/v1\/(me\/)?announcements(?!\/stop)(\/|$)/u,
  bulkApi: /^\/api\/v1\/users\/bulk(\/|$)/u,
  doorsApi: /^\/api\/v1\/companies\/current\/(keys|webhooks|sources)(\/|$)/u,
  importsApi: /^\/api\/v1\/users\/imports(\/|$)/u,
  interviewsApi: /^\/api\/v1\/(me\/)?interviews(\/|$)/u,
  placementApi: /^\/api\/v1\/((me\/)?(openings|offers)|employers|placement)(\/|$)/u,
  trainingApi: /^\/api\/v1\/(me\/attendance|training\/(at-risk|sessions|batches\/\{batch_id\}\/attendance))/u,
};

const partOf = ({ path }) => Object.keys(PARTS).find((name) => PARTS[name].test(path));
const fileOf = (part, filterEndpoints) => [`./src/api/generated/${part}.ts`, { exportName: part, filterEndpoints }];

/**
 * Endpoints and types out of the server's own document (openapi.json). Features enhance them; they are never edited by hand.
 * @type {import('@rtk-query/codegen-openapi').ConfigFile}
 */
module.exports = {
  schemaFile,
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  hooks: false,
  tag: false,
  encodePathParams: true,
  // What is typed is sent in a body, for it is personal, and nothing changes.
  endpointOverrides: [{ pattern: 'findProbableDuplicates', type: 'query' }],
  outputFiles: Object.fromEntries([
    fileOf('serverApi', (name, endpoint) => !NOT_FOR_PAGES.test(name) && partOf(endpoint) === undefined),
    ...Object.keys(PARTS).map((part) => fileOf(part, (_name, endpoint) => partOf(endpoint) === part)),
  ]),
};
