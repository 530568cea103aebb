import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:css|html|js|svg)$/u;
const WORTH_IT = 1_024;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_IT) return;
  const [brotlied, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotlied), writeFile(`${path}.gz`, gzipped)]);
}

/** Puts a .br and a .gz beside each built file that gains by it: the server sends them as they are. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'waymark:compress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(folder, name))));
    },
  };
}
