import { ACTIVITIES } from '~/lib/activity';

import type { AuditAction } from './api';

/** Every action of the server has a label; one without does not compile. */
const labelled: Readonly<Record<AuditAction, { readonly label: string }>> = ACTIVITIES;

/** The actions and their labels. */
export const ACTIONS = Object.entries(labelled).map(([action, { label }]) => [action as AuditAction, label] as const);

/** The filter of the list. */
export const CHOICES = { action: ACTIONS.map(([action]) => action) };
