import type { NextStep } from './api';
import type { FlowState } from './flowState';

export const UNCLEAR = 'Verification completed but next step is unclear. Please contact support.';
export const UNKNOWN_CONTEXT = 'Unknown verification context. Please contact support.';

/** The page after a verified code: the next one of the flow, or its end, where tokens are issued. */
export type Onward = { readonly path: string; readonly state: FlowState } | 'complete';

const COMPLETE = 'complete';

const leads: Readonly<Record<FlowState['context'], Readonly<Partial<Record<NextStep, string>>>>> = {
  SIGNUP: {
    SMS_VERIFICATION_REQUIRED: '/sms-verification',
    EMAIL_VERIFICATION_REQUIRED: '/email-verification',
    COMPANY_DETAILS_REQUIRED: '/company-info',
    SIGNUP_COMPLETE: COMPLETE,
  },
  LOGIN: {
    PASSWORD_RESET_REQUIRED: '/reset-password',
    FACTOR_REQUIRED: '/confirm-login',
    LOGIN_COMPLETE: COMPLETE,
    VERIFICATION_NOT_REQUIRED: COMPLETE,
  },
  PASSWORD_RESET: {
    PASSWORD_RESET_REQUIRED: '/reset-password',
  },
};

/** Null when this context knows no such step. */
export function onwardFrom(flow: FlowState, nextStep: NextStep): Onward | null {
  const lead = leads[flow.context][nextStep];
  if (lead === undefined) return null;
  if (lead === COMPLETE) return lead;
  const isTemporary = flow.context === 'LOGIN' && nextStep === 'PASSWORD_RESET_REQUIRED';
  return { path: lead, state: isTemporary ? { ...flow, temporaryPassword: true } : flow };
}

interface Start {
  readonly path: string;
  readonly label: string;
}

/** Where a flow begins again. */
export const starts: Readonly<Record<FlowState['context'], Start>> = {
  SIGNUP: { path: '/signup', label: 'Back to sign up' },
  LOGIN: { path: '/login', label: 'Back to login' },
  PASSWORD_RESET: { path: '/forgot-password', label: 'Start the reset again' },
};
