import { t } from '@lingui/core/macro';

import { type FieldRecord, serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { DOTS, type OwnValue, showValue } from '~/lib/ownFields';

import { Fact } from './Panel';
import { ProgressButton } from './ProgressButton';
import { Caption } from './Text';

interface RevealProps {
  readonly userId: string;
  readonly field: FieldRecord;
}

/** Shows a sensitive value once it is asked for, which the server records. */
export function Reveal({ userId, field }: RevealProps) {
  const [reveal, { data, error, isLoading }] = serverApi.useRevealFieldMutation();
  const { label, key } = field;
  if (data !== undefined) return <span role="status">{showValue(field, data.value)}</span>;
  return (
    <>
      <ProgressButton size="small" variant="text" busy={isLoading} aria-label={t`Show ${label}`} onClick={() => void reveal({ userId, key })} sx={{ minWidth: 0, my: -0.5, px: 1 }}>
        {t`Show`}
      </ProgressButton>
      <Caption role="status" sx={{ order: 1 }}>
        {error === undefined ? t`Viewing is recorded.` : messageOf(error, t`The value could not be shown.`)}
      </Caption>
    </>
  );
}

interface OwnFactsProps {
  readonly userId: string;
  readonly fields: readonly FieldRecord[];
  readonly values: Readonly<Record<string, OwnValue>>;
}

/** What is known of a person by the company's own fields, within a list of facts. */
export function OwnFacts({ userId, fields, values }: OwnFactsProps) {
  return fields
    .filter(({ key }) => values[key] !== undefined)
    .map((field) => (
      <Fact key={field.key} term={field.label} isProse={field.kind === 'long'}>
        {showValue(field, values[field.key])} {values[field.key] === DOTS && <Reveal userId={userId} field={field} />}
      </Fact>
    ));
}
