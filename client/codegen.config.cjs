/**
 * Endpoints and types out of the server's own document (openapi.json). Features enhance them; they are never edited by hand.
 * @type {import('@rtk-query/codegen-openapi').ConfigFile}
 */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated/serverApi.ts',
  exportName: 'serverApi',
  hooks: false,
  tag: false,
  encodePathParams: true,
  // What is typed is sent in a body, for it is personal, and nothing changes.
  endpointOverrides: [{ pattern: 'findProbableDuplicates', type: 'query' }],
  // Not for pages: probes, the refreshing that reauth.ts does itself, and multipart, which the generator cannot write.
  filterEndpoints: (name) => !/^(read(Api)?Health|readLiveness|readReadiness|refresh|refreshByBearer|uploadImportFile)$/u.test(name),
};
