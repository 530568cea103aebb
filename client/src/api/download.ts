import type { FetchArgs } from '@reduxjs/toolkit/query';

import { saveFile } from '~/lib/saveFile';

import type { Problem } from './problem';

interface Answer {
  readonly data?: unknown;
  readonly error?: Problem | undefined;
}

type Call = (args: FetchArgs) => Answer | PromiseLike<Answer>;

interface Download extends Pick<FetchArgs, 'url' | 'params'> {
  /** What the file is called once it is saved. */
  readonly name: string;
}

/** Fetches a file with the bearer that a plain link could not carry, and hands it to the browser byte by byte. */
export async function download(call: Call, { name, ...request }: Download): Promise<{ data: null } | { error: Problem }> {
  const answer = await call({
    ...request,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  });
  if (answer.error !== undefined) return { error: answer.error };
  saveFile(answer.data as Blob, name);
  return { data: null };
}
