import { t } from '@lingui/core/macro';

import type { TextField } from '~/api/fields';
import { serverApi } from '~/api/generated/serverApi';
import { useGetOwnProfileQuery } from '~/api/profile';
import { foldPlace } from '~/lib/places';
import { useSettled } from '~/lib/useSettled';

import { Suggestion } from './DidYouMean';

interface UsualSpellingProps {
  readonly field: TextField;
  readonly typed: string;
  /** The saved text, which is not asked about. */
  readonly before: string;
  readonly onUse: (text: string) => void;
}

/** What the company's people have already, where the typed text is the same in another spelling. */
export function UsualSpelling({ field, typed, before, onUse }: UsualSpellingProps) {
  const { data: own } = useGetOwnProfileQuery();
  const text = useSettled(typed.trim());
  const skip = text === '' || text === before || own?.permissions.includes('user.view') !== true;
  const { data } = serverApi.useListFieldValuesQuery({ field }, { skip });
  const usual = skip ? undefined : data?.values.find(({ value }) => foldPlace(value) === foldPlace(text))?.value;
  return <Suggestion text={usual === undefined || usual === typed.trim() ? null : t`You have ${usual}`} onUse={() => usual !== undefined && onUse(usual)} />;
}
