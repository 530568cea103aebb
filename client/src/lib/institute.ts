import { createContext } from 'react';

/** The company that a page for strangers is of; `logo` is the path of its image, "" without one. */
export interface Institute {
  readonly name: string;
  readonly logo: string;
}

function drawnInstitute(): Institute | null {
  const meta = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="institute"]');
  return meta === null || meta.content === '' ? null : { name: meta.content, logo: meta.dataset['logo'] ?? '' };
}

/** As the server has named it in the page that it has sent, where it may be named at all. */
export const InstituteContext = createContext<Institute | null>(drawnInstitute());
