import * as z from 'zod/mini';

import { serverNow } from '~/lib/clock';

/** The claims of the access token. The browser uses them for menus only: the server decides. */
const claimsSchema = z.object({
  userId: z.string(),
  /** The session's id, the same in all of its tokens. */
  sid: z.string(),
  email: z.nullish(z.string()),
  fullName: z.string(),
  role: z.nullish(z.string()),
  profile: z.nullish(z.string()),
  companyId: z.nullish(z.string()),
  companyName: z.nullish(z.string()),
  redirectTo: z._default(z.string(), '/dashboard'),
  authorities: z._default(z.array(z.string()), []),
  exp: z.number(),
  iat: z.number(),
});

export type Claims = z.infer<typeof claimsSchema>;

const EXPIRED_EARLY = 30_000;

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

/** The claims of an access token; null when it is none. */
export function readClaims(token: string | null): Claims | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const parsed = claimsSchema.safeParse(JSON.parse(decodeBase64Url(payload)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether the server refuses the token as too old, now or in a moment. */
export function hasExpired(token: string | null): boolean {
  const claims = readClaims(token);
  return claims === null || claims.exp * 1000 - serverNow() < EXPIRED_EARLY;
}
