import { ACTIVITIES } from '~/lib/activity';

import type { AuditAction } from './api';

/** Every action of the server has a label; one without does not compile. */
const labelled: Readonly<Record<AuditAction, { readonly label: string }>> = ACTIVITIES;

/** The actions and their labels. */
export const ACTIONS = Object.entries(labelled).map(([action, { label }]) => [action as AuditAction, label] as const);

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The filters of the list: the action, and the id of what it concerns. */
export const CHOICES = { action: ACTIONS.map(([action]) => action), subject: (id: string) => ID.test(id) };
