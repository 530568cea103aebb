import { msg, t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { ChangeStageRequest, StageColour, StageKind, StageRecord } from '~/api/generated/serverApi';
import { says } from '~/forms/schemas';
import { texts } from '~/lib/texts';
import type { Change } from '~/ui/ChangeList';

import { differing } from '../fields/fieldValues';

export const KINDS = texts<StageKind>({ entry: msg`Applicants wait`, open: msg`Under way`, won: msg`Goal reached`, lost: msg`Way ended` });

export const COLOURS = texts<StageColour>({ grey: msg`Grey`, blue: msg`Blue`, violet: msg`Violet`, teal: msg`Teal`, amber: msg`Amber`, lime: msg`Lime`, green: msg`Green`, red: msg`Red` });

/** The kinds of new stages: the one in which applicants wait is there from the beginning. */
export const NEW_KINDS = ['open', 'won', 'lost'] as const;

const text = z.string().check(z.trim());

export const stageSchema = z.object({
  name: text.check(z.minLength(1, says(msg`Please give the stage a name`))),
  kind: z.string(),
  colour: z.string(),
  forAccepted: z.boolean(),
  ...{ publicName: text, publicText: text, publicNext: text },
});

export type StageValues = z.infer<typeof stageSchema>;

export function valuesOf(stage: StageRecord | null): StageValues {
  const { name = '', kind = 'open', colour = 'blue', forAccepted = false, publicName = '', publicText = '', publicNext = '' } = stage ?? {};
  return { name, kind, colour, forAccepted, publicName, publicText, publicNext };
}

/** What a stage is to be. People who read no other name read that of the stage. */
export const requestOf = ({ kind, colour, forAccepted, ...values }: StageValues) => ({
  ...values,
  kind: kind as StageKind,
  colour: colour as StageColour,
  forAccepted: kind === 'open' && forAccepted,
  publicName: values.publicName || values.name,
});

/** What an edit of a stage changes. */
export const changesOf = (values: StageValues, base: StageRecord): ChangeStageRequest => ({ ...differing(requestOf(values), requestOf(valuesOf(base))), version: base.version });

export const merge = (mine: StageValues, base: StageRecord, theirs: StageRecord): StageValues => ({ ...valuesOf(theirs), ...differing(mine, valuesOf(base)) });

const wordsOf = ({ name, colour, forAccepted, publicName, publicText, publicNext }: StageRecord): readonly (readonly [name: string, words: string])[] => [
  [t`Name`, name],
  [t`Colour`, COLOURS[colour]],
  [t`Accepted people come here`, forAccepted ? t`Yes` : t`No`],
  [t`Public name`, publicName],
  [t`Public text`, publicText],
  [t`What comes next`, publicNext],
];

/** What another has changed, in words. */
export function describe(before: StageRecord, after: StageRecord): readonly Change[] {
  const now = new Map(wordsOf(after));
  return wordsOf(before).map(([name, words]) => ({ name, before: words, after: now.get(name) ?? null })).filter((change) => change.before !== change.after);
}
