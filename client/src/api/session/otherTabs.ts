import * as z from 'zod/mini';

import { END_REASONS, type EndReason } from './slice';

const CHANNEL = 'waymark-session';

const messageSchema = z.object({ ended: z.enum(END_REASONS), sid: z.optional(z.string()) });

let channel: BroadcastChannel | null = null;

/**
 * Publishes to the other tabs why the session has ended. That it has ended they also see in storage, which cannot tell a
 * logout, which also removes unsaved forms, from any other end.
 */
export function tellOtherTabs(reason: EndReason, sid: string | undefined): void {
  channel?.postMessage({ ended: reason, sid });
}

/** Subscribes to the other tabs' messages. Returns the function that unsubscribes. */
export function hearOtherTabs(onEnded: (reason: EndReason, sid: string | undefined) => void): () => void {
  const opened = new BroadcastChannel(CHANNEL);
  opened.onmessage = (event: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(event.data);
    if (message.success) onEnded(message.data.ended, message.data.sid);
  };
  channel = opened;
  return () => {
    if (channel === opened) channel = null;
    opened.close();
  };
}
