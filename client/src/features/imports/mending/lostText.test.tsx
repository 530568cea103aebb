import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, IMPORT_ID, OWNER_ID } from '../testing';
import { cell, previewOfThree } from './testing';

/** The page of a preview of three rows. */
async function openPreview(preview: ReturnType<typeof previewOfThree>) {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
  const live = createLiveServer();
  const app = renderApp({ path: ADDRESS, as: { userId: OWNER_ID }, live: live.open });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, live };
}

describe('a row that a colleague deletes', () => {
  it('leaves what was being typed into it', async () => {
    const preview = previewOfThree();
    const { stored, change } = preview;
    const { user, live } = await openPreview(preview);
    cell(3, 'full name').focus();
    await user.keyboard('Meera Nair');
    const by = { id: 'other', fullName: 'Ravi Menon' };
    stored.rows = stored.rows.slice(0, 2);
    stored.version += 1;
    change({ kind: 'deletion' }, by);
    act(() => {
      live.push('import:rows', { id: IMPORT_ID, version: stored.version, rows: [3], by });
    });
    const notice = await screen.findByText(/^Ravi Menon deleted this row meanwhile/u);
    expect(notice).toHaveTextContent('Ravi Menon deleted this row meanwhile (row 3, full name). Your text: Meera Nair');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(notice).not.toBeInTheDocument();
  });
});
