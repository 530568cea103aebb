import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import type { Plugin } from 'vite';

import { meetsPolicy } from './src/lib/passwordRules.ts';

const LIST = join(import.meta.dirname, '../server/identity/common_passwords.txt.gz');
const MODULE = 'virtual:common-passwords';
const RESOLVED = '\0commonPasswords';
/** What one digit of base 36 can count. */
const MOST_SHARED = 35;

export async function readCommonPasswords(): Promise<string[]> {
  return (await promisify(gunzip)(await readFile(LIST))).toString().split('\n');
}

/** The best case of a password that is stored in lower case: one capital letter. */
export const atBest = (password: string) => password.replace(/\p{L}/u, (letter) => letter.toUpperCase());

function pack(passwords: readonly string[]): string {
  return passwords
    .map((password, index) => {
      const before = passwords[index - 1] ?? '';
      let shared = 0;
      while (shared < MOST_SHARED && shared < before.length && before[shared] === password[shared]) shared += 1;
      return shared.toString(36) + password.slice(shared);
    })
    .join('\n');
}

/**
 * The module with the server's common passwords that no other rule refuses. One a line, in order: how much it shares
 * with the one before, as a digit of base 36, and the rest.
 */
export function commonPasswords(): Plugin {
  return {
    name: 'waymark:common-passwords',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const passwords = (await readCommonPasswords()).filter((password) => meetsPolicy(atBest(password)));
      return `export default ${JSON.stringify(pack(passwords.sort()))};`;
    },
  };
}
