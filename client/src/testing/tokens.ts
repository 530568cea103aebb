import type { Claims } from '~/api/session/claims';

function encode(part: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(part));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const HOUR = 3_600;

/** An access token as the server would sign it; the signature is no concern of the browser's. */
export function accessToken(claims: Partial<Claims> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload: Claims = {
    userId: '5c1d6d6e-2d55-4f53-9d0c-3f0c7a6d1f01',
    sid: '7d1f3c52-6a0e-4b8e-9f0d-2c9b1a4e5f60',
    email: 'owner@example.com',
    fullName: 'Olive Owner',
    role: 'ADMIN',
    profile: 'SUPER_ADMIN',
    companyId: '0b54a5a2-93c7-4a8c-a7d0-6dfb0d0f8a11',
    companyName: 'Demo Company',
    redirectTo: '/dashboard',
    authorities: ['user.create', 'user.view', 'user.edit', 'user.delete', 'system.admin'],
    iat: now,
    exp: now + 2 * HOUR,
    ...claims,
  };
  return `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(payload)}.signature`;
}
