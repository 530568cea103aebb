import { plural, t } from '@lingui/core/macro';

import type { RiskItem } from '~/api/training';
import { formatCount } from '~/lib/format';

export const percentOf = ({ percent }: Pick<RiskItem, 'percent'>) => (percent === null ? '—' : `${formatCount(percent)} %`);

/** What the percentages are of. */
export const sayRule = (threshold: number, days: number | null) =>
  days === null ? t`People need ${threshold} % of the sessions of their batch.` : plural(days, { one: `People need ${threshold} % of the sessions on the first day of their batch.`, other: `People need ${threshold} % of the sessions within the first # days of their batch.` });
