import { t } from '@lingui/core/macro';
import { skipToken } from '@reduxjs/toolkit/query';

import { serverApi } from '~/api/generated/serverApi';
import { BRAND_NAME } from '~/lib/brand';
import { formatCount, formatMoment } from '~/lib/format';

const ASKED_EVERY = 60_000;

/** How many of these invitations go out today, and when the others do; null where all do, or it is not known yet. Short, it names no way out. */
export function useInvitationRoom(people: number, { areQueued = false, isShort = false } = {}): string | null {
  const asked = people > 0 ? undefined : skipToken;
  const { data: room } = serverApi.useReadInvitationRoomQuery(asked, { pollingInterval: ASKED_EVERY, refetchOnMountOrArgChange: true });
  if (room === undefined) return null;
  const { daily, left, waiting, resumesAt, isNewCompany } = room;
  const today = Math.max(0, left - (areQueued ? waiting - people : waiting));
  if (people <= today) return null;
  const when = formatMoment(resumesAt);
  const none = t`No invitation can go out today: they go out from ${when} on, at most ${{ daily: formatCount(daily) }} a day.`;
  const some = t`Of the invitations, ${{ today: formatCount(today) }} go out today and ${{ later: formatCount(people - today) }} from ${when} on, at most ${{ daily: formatCount(daily) }} a day.`;
  const days = today === 0 ? none : some;
  return isNewCompany && !isShort ? `${days} ${t`In its first week a company can send no more. To send more, ask the operator of ${BRAND_NAME} to verify your company.`}` : days;
}
