import { createContext } from 'react';

/** True inside the frame of the signed-in pages, which has the page's `main` landmark. */
export const FrameContext = createContext(false);
