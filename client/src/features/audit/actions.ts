import { ACTIVITIES } from '~/lib/activity';

import type { AuditAction } from './api';

/** Each action of the server has its words; one without them does not compile. */
const labelled: Readonly<Record<AuditAction, { readonly label: string }>> = ACTIVITIES;

/** What the trail can be filtered by, as it is called. */
export const ACTIONS = Object.entries(labelled).map(([action, { label }]) => ({ action: action as AuditAction, label }));
