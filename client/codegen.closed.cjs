const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const isOpen = ({ anyOf: [known, other] = [] }) => (known?.$ref ?? known?.enum) !== undefined && JSON.stringify(other) === '{"type":"string"}';

/**
 * A document of the server whose enums have the known names alone: types that name them find misspelt ones. What is looked up
 * by a name has a value for those of a newer server, too (src/lib/orNewer.ts).
 */
exports.readClosed = (path) =>
  JSON.parse(readFileSync(join(__dirname, path), 'utf8'), (_name, value) => {
    if (value === null || !isOpen(value)) return value;
    const { anyOf, ...rest } = value;
    return { ...rest, ...anyOf[0] };
  });
