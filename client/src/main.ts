import '@fontsource-variable/geist/wght.css';
import './theme/base.css';

import { afterOutline } from '~/app/afterOutline';
import { inPieces } from '~/lib/inPieces';
import { loadChunk } from '~/lib/loadChunk';

/** In the order of the groups in chunks.ts. */
async function begin(): Promise<void> {
  await afterOutline();
  await inPieces(
    () => import('~/app/pieces/react'),
    () => import('~/app/pieces/styles'),
    () => import('~/theme/theme'),
    () => import('~/app/pieces/data'),
    () => import('~/app/store'),
    () => import('~/app/pieces/router'),
  );
  const { start } = await loadChunk(() => import('~/app/start'));
  await start();
}

void begin();
