import 'altcha/altcha.css';
import 'altcha/external';

import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import ShaWorker from 'altcha/workers/sha?worker';

import type { Mount } from './RobotCheck';

// The widget's own bundle starts its workers from blobs; these files have an address, which the page's policy allows.
for (const digest of ['SHA-256', 'SHA-384', 'SHA-512']) {
  $altcha.algorithms.set(`PBKDF2/${digest}`, () => new Pbkdf2Worker());
  $altcha.algorithms.set(digest, () => new ShaWorker());
}

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
  element.setAttribute('configuration', settings);
  element.addEventListener('statechange', (event) => onPayload(payloadOf(event)));
  host.append(element);
  return { reset: () => element.reset(), remove: () => element.remove() };
};
