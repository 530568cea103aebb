import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { CodeAnswer } from './api';
import { codeState, USER_ID } from './testing';

const CHANGE = '*/api/v1/verification/change-type';

function stateIs(differing: Partial<CodeAnswer> = {}) {
  server.use(http.get('*/api/v1/verification/state', () => HttpResponse.json(codeState(differing))));
}

async function openPage(context = 'LOGIN') {
  const app = renderApp({ path: '/email-verification', state: { userId: USER_ID, context } });
  await screen.findByLabelText('Verification code');
  return app;
}

beforeEach(() => {
  server.use(ownProfile('TRAINEE'), extendsSession, noImports);
});

describe('which code it is', () => {
  it('is said where there are two', async () => {
    stateIs({ codeNumber: 1, codeCount: 2 });
    await openPage();
    expect(await screen.findByText('Code 1 of 2')).toBeInTheDocument();
  });

  it('is not said where there is one', async () => {
    stateIs();
    await openPage();
    expect(screen.queryByText(/^Code \d/u)).not.toBeInTheDocument();
  });
});

it.each([
  ['LOGIN', 1, 'Use SMS instead'],
  ['SIGNUP', 2, 'Use SMS instead'],
  ['SIGNUP', 1, 'Verify your phone, too'],
])('in a %s of %s codes the phone is offered as what it is: %s', async (context, codeCount, label) => {
  stateIs({ codeCount });
  await openPage(context);
  expect(await screen.findByRole('button', { name: label })).toBeInTheDocument();
});

it('a code that came by the other channel leaves the first one within reach', async () => {
  const sms = { channel: 'SMS', maskedContact: '+91********10', version: 2 } as const;
  const answers = [codeState(sms), codeState({ version: 3, attemptsRemaining: 3 })];
  stateIs();
  server.use(http.post(CHANGE, () => HttpResponse.json(answers.shift())));
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Use SMS instead' }));
  stateIs(sms);
  await screen.findByText('Enter the 6-digit code. Sent to +91********10.');
  await user.click(await screen.findByRole('button', { name: 'Use email instead' }));
  await screen.findByText('Enter the 6-digit code. Sent to o***e@example.com.');
  expect(await screen.findByText('3 attempts remaining')).toBeInTheDocument();
});
