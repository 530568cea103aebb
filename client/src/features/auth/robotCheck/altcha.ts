import 'altcha/altcha.css';
import 'altcha/external';

import { t } from '@lingui/core/macro';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import ShaWorker from 'altcha/workers/sha?worker';

import { shownLanguage } from '~/lib/language';

import type { Mount } from './RobotCheck';

// The widget's own bundle starts its workers from blobs; these files have an address, which the page's policy allows.
for (const digest of ['SHA-256', 'SHA-384', 'SHA-512']) {
  $altcha.algorithms.set(`PBKDF2/${digest}`, () => new Pbkdf2Worker());
  $altcha.algorithms.set(digest, () => new ShaWorker());
}

/** The texts of the widget, in the language that is shown. */
const words = () => ({
  ...$altcha.i18n.get('en'),
  error: t`Verification failed. Try again later.`,
  expired: t`Verification expired. Try again.`,
  label: t`I'm not a robot`,
  loading: t`Loading...`,
  verificationRequired: t`Verification required!`,
  verified: t`Verified`,
  verifying: t`Verifying...`,
  waitAlert: t`Verifying... please wait.`,
});

const settings = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 400 });

function payloadOf(event: Event): string | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== 'object' || detail === null) return null;
  const verified = 'state' in detail && detail.state === 'verified';
  return verified && 'payload' in detail && typeof detail.payload === 'string' ? detail.payload : null;
}

export const mountAltcha: Mount = (host, { onPayload }) => {
  const element = document.createElement('altcha-widget');
  element.setAttribute('challenge', '/api/v1/robot-check/challenge');
  $altcha.i18n.set(shownLanguage(), words());
  element.setAttribute('language', shownLanguage());
  element.setAttribute('configuration', settings);
  element.addEventListener('statechange', (event) => onPayload(payloadOf(event)));
  host.append(element);
  return { reset: () => element.reset(), remove: () => element.remove() };
};
