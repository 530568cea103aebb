const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { readClosed } = require('./codegen.closed.cjs');

const schemaFile = join(mkdtempSync(join(tmpdir(), 'waymark-')), 'openapi.json');
writeFileSync(schemaFile, JSON.stringify(readClosed('openapi.json')));

/**
 * Endpoints and types out of the server's own document (openapi.json). Features enhance them; they are never edited by hand.
 * @type {import('@rtk-query/codegen-openapi').ConfigFile}
 */
module.exports = {
  schemaFile,
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated/serverApi.ts',
  exportName: 'serverApi',
  hooks: false,
  tag: false,
  encodePathParams: true,
  // What is typed is sent in a body, for it is personal, and nothing changes.
  endpointOverrides: [{ pattern: 'findProbableDuplicates', type: 'query' }],
  // Not for pages: probes, the refreshing that reauth.ts does itself, multipart and photos, which the generator cannot
  // write, and what is deprecated.
  filterEndpoints: (name) => !/^(read(Api)?Health|readLiveness|readReadiness|refresh|refreshByBearer|uploadImportFile|listWorkLocations|getOwnPhoto|getPersonPhoto)$/u.test(name),
};
