import * as z from 'zod/mini';

import { linesOf } from '~/forms/LinesField';

import type { ConnectionRecord, ConnectionRequest } from './ssoApi';

const REQUIRED = 'Please fill in all required fields';
const required = z.string().check(z.trim(), z.minLength(1, REQUIRED));

export const ssoSchema = z.object({
  provider: z.string(),
  name: required,
  issuer: required,
  clientId: required,
  clientSecret: z.string(),
  domains: required,
  defaultProfile: z.string(),
  enabled: z.enum(['yes', 'no']),
});

/** `defaultProfile` is empty where no people are made. */
export type SsoValues = z.infer<typeof ssoSchema>;

interface Preset {
  readonly value: string;
  readonly label: string;
  readonly name: string;
  readonly issuer: string;
}

export const PRESETS: readonly Preset[] = [
  { value: 'google', label: 'Google', name: 'Google', issuer: 'https://accounts.google.com' },
  { value: 'microsoft', label: 'Microsoft Entra', name: 'Microsoft', issuer: 'https://login.microsoftonline.com/TENANT/v2.0' },
  { value: 'keycloak', label: 'Keycloak', name: '', issuer: 'https://HOST/realms/REALM' },
];

export const HINTS: Readonly<Record<string, string>> = {
  google: 'In the Google Cloud console, create an OAuth client of the type “Web application”.',
  microsoft: 'Put your tenant’s id in place of TENANT, and add the optional claims email and xms_edov to the ID token.',
  keycloak: 'Put your own host and realm in; people need a verified email there.',
};

export function valuesOf(connection: ConnectionRecord | null): SsoValues {
  return {
    provider: '',
    name: connection?.name ?? '',
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    domains: connection?.domains.map(({ domain }) => domain).join('\n') ?? '',
    defaultProfile: connection?.createPeople === true ? (connection.defaultProfile ?? '') : '',
    enabled: connection?.enabled === false ? 'no' : 'yes',
  };
}

export function requestOf({ name, issuer, clientId, clientSecret, domains, defaultProfile, enabled }: SsoValues): ConnectionRequest {
  const profile = defaultProfile === 'TRAINEE' || defaultProfile === 'PLACEMENT' ? defaultProfile : null;
  return {
    name,
    issuer,
    clientId,
    clientSecret: clientSecret === '' ? null : clientSecret,
    domains: linesOf(domains),
    createPeople: profile !== null,
    defaultProfile: profile,
    enabled: enabled === 'yes',
  };
}
