import * as z from 'zod/mini';

import type { BatchRecord } from '~/api/batches';

const atMost = (most: number) => z.string().check(z.maxLength(most, `Please use at most ${most} characters`));

export const batchSchema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, { error: 'Please give the batch a name', abort: true }), z.maxLength(100, 'Please use at most 100 characters')),
    code: atMost(40),
    location: atMost(200),
    startsOn: z.string(),
    endsOn: z.string(),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn === '' || endsOn === '' || endsOn >= startsOn, {
      error: 'The last day must not be before the first',
      path: ['endsOn'],
    }),
  );

export type BatchValues = z.infer<typeof batchSchema>;

export const valuesOf = (batch: BatchRecord | null): BatchValues => ({
  name: batch?.name ?? '',
  code: batch?.code ?? '',
  location: batch?.location ?? '',
  startsOn: batch?.startsOn ?? '',
  endsOn: batch?.endsOn ?? '',
});
