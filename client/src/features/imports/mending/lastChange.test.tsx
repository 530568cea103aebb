import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, OWNER_ID } from '../testing';
import { cell, previewOfThree } from './testing';

it('The last change is undone only if it is the one on the page; else the one that is last now is named', async () => {
  const { stored, calls, change, handlers } = previewOfThree();
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...handlers);
  const { user } = renderApp({ path: ADDRESS, as: { userId: OWNER_ID }, live: createLiveServer().open });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  cell(1, 'full name').focus();
  await user.keyboard('Asha Rao{Enter}');
  const offer = await screen.findByRole('button', { name: 'Undo change of full name in row 1' });
  change({ row: 3, position: 3, field: 'phone' }, { id: 'other', fullName: 'Ravi Menon' });
  stored.version += 1;
  await user.click(offer);
  expect(await screen.findByText('Nothing was undone. The last change now is Ravi Menon’s change of phone in row 3.')).toBeInTheDocument();
  expect(calls.at(-1)).toEqual({ what: 'undo', body: { number: 1 } });
  expect(stored.changes).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Undo Ravi Menon’s change of phone in row 3' }));
  expect(await screen.findByText('The last change was undone.')).toBeInTheDocument();
  expect(calls.at(-1)).toEqual({ what: 'undo', body: { number: 2 } });
});
