import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { formatMoment } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { translated } from '~/lib/sentences';
import { joined, NEWER } from '~/lib/texts';
import type { OutcomeTone } from '~/ui/RowList';

import type { AnnouncementRecord, RecipientRow, RecipientState } from './api';

export const FILTERS = ['seen', 'unseen', 'mailed', 'failed', 'unreachable'] as const satisfies readonly RecipientState[];

/** "Batch CNC-14 · by Tara Trainer · 29 Nov 2026, 10:00 am". */
export const headingOf = ({ audience, author, publishAt }: AnnouncementRecord) =>
  joined(' · ', [translated(audience), author !== null && t`by ${{ fullName: author.fullName }}`, formatMoment(publishAt)]);

type Mail = readonly [tone: OutcomeTone, label: MessageDescriptor];

const MAILS = orNewer<Readonly<Record<NonNullable<RecipientRow['mailState']>, Mail>>>({
  queued: ['none', msg`Waiting`],
  digest: ['none', msg`Waits for the digest of the next morning`],
  sent: ['success', msg`Handed over`],
  failed: ['error', msg`Failed`],
  expired: ['error', msg`Failed`],
  cancelled: ['undone', msg`Taken back`],
}, ['none', NEWER]);

/** What became of the mail to a recipient. Trainers are not shown addresses. */
export function mailOf({ mailState, email }: RecipientRow, { byMail, seesEmails }: { readonly byMail: boolean; readonly seesEmails: boolean }): readonly [tone: OutcomeTone, text: string] | null {
  if (!byMail) return null;
  if (mailState === null && !seesEmails) return ['warning', t`No mail`];
  if (mailState === null) return ['warning', email === null ? t`No address` : t`Wants no mails`];
  const [tone, label] = MAILS[mailState];
  return [tone, t(label)];
}
