import * as z from 'zod/mini';

import { MISSING } from '~/forms/newPassword';

const LONGEST_NAME = 200;
const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;

export const companySchema = z.object({
  companyName: z.string().check(
    z.trim(),
    z.minLength(1, MISSING),
    z.maxLength(LONGEST_NAME, `Company name must be at most ${LONGEST_NAME} characters`),
  ),
  industry: z.string().check(z.minLength(1, MISSING)),
  companyWebsite: z.string().check(z.trim()),
});

export type CompanyValues = z.infer<typeof companySchema>;

/** "example.com" -> "https://example.com". */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return text === '' || SCHEME.test(text) ? text : `https://${text}`;
}
