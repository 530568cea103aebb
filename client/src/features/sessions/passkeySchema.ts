import * as z from 'zod/mini';

const LONGEST_NAME = 60;

export const passkeySchema = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'Please give the passkey a name'),
    z.maxLength(LONGEST_NAME, `Please use at most ${LONGEST_NAME} characters`),
  ),
});

export type PasskeyValues = z.infer<typeof passkeySchema>;
