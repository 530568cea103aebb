/** How long a test waits for anything, in milliseconds: what takes two seconds here takes eight on a slow machine. */
export const PATIENCE = 30_000;
