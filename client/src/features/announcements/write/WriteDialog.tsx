import { msg, plural, t } from '@lingui/core/macro';
import { Box, CircularProgress, Typography } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { useSendOnce } from '~/api/useSendOnce';
import { FormError } from '~/forms/Form';
import { SwitchField } from '~/forms/RadioField';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { useDraft } from '~/forms/useDraft';
import { useTypedNumber } from '~/forms/useTypedNumber';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { countPeople, formatCount } from '~/lib/format';
import { joined } from '~/lib/texts';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Reasons } from '~/ui/LiveFeed';
import { Caption, Note } from '~/ui/Text';

import { type AnnouncementPreview, type AnnouncementRequest, SENT, sendingApi } from '../api';

const LONGEST_TITLE = 120;
const LONGEST_BODY = 4_000;
/** From here on it is said how much room is left. */
const NEAR = 0.9;

/** As the server counts them. */
const lettersOf = (text: string) => Array.from(text).length;
const atMost = (most: number) => z.refine<string>((text) => lettersOf(text) <= most, says(msg`Please use at most ${most} characters`));

const schema = z.object({
  title: z.string().check(z.trim(), z.minLength(1, says(msg`Please give the announcement a title`)), atMost(LONGEST_TITLE)),
  body: z.string().check(z.trim(), z.minLength(1, says(msg`Please write the text`)), atMost(LONGEST_BODY)),
  byMail: z.string(),
});

function Room({ text, most }: { readonly text: string; readonly most: number }) {
  const left = most - lettersOf(text.trim());
  if (left > most * (1 - NEAR)) return null;
  return (
    <Caption component="span" role="status" sx={{ fontVariantNumeric: 'tabular-nums', ...(left < 0 && { color: 'error.main' }) }}>
      {left < 0 ? plural(-left, { one: '# character too many', other: '# characters too many' }) : plural(left, { one: '# character left', other: '# characters left' })}
    </Caption>
  );
}

/** "Mail to 198 people. 3 wait for tomorrow’s digest. 4 have no address or want no mails." */
function sayMails({ reachedInProduct, reachedByMail, waitingForDigest }: AnnouncementPreview): string {
  const without = reachedInProduct - reachedByMail - waitingForDigest;
  return joined(' ', [
    reachedByMail === 0 ? t`Mail to no one now.` : plural(reachedByMail, { one: 'Mail to # person.', other: 'Mail to # people.' }),
    waitingForDigest > 0 && plural(waitingForDigest, { one: '# waits for tomorrow’s digest.', other: '# wait for tomorrow’s digest.' }),
    without > 0 && plural(without, { one: '# person has no address or wants no mails.', other: '# people have no address or want no mails.' }),
  ]);
}

function sayReach({ total, reachedInProduct }: AnnouncementPreview): string {
  if (reachedInProduct === 0) return t`Reaches no one.`;
  return reachedInProduct === total ? plural(total, { one: 'Reaches # person.', other: 'Reaches all # people.' }) : t`Reaches ${{ reached: formatCount(reachedInProduct) }} of ${{ people: countPeople(total) }}.`;
}

function Reach({ preview, byMail }: { readonly preview: AnnouncementPreview | undefined; readonly byMail: boolean }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.75, fontVariantNumeric: 'tabular-nums' }}>
      <Box role="status" sx={{ minHeight: 24 }}>
        {preview === undefined ? (
          <Note sx={{ display: 'flex', alignItems: 'center', gap: 1 }} component="div">
            <CircularProgress size={16} aria-hidden /> {t`Counting…`}
          </Note>
        ) : (
          <>
            <Typography sx={{ fontWeight: 600 }}>{sayReach(preview)}</Typography>
            {byMail && preview.reachedInProduct > 0 && <Note>{sayMails(preview)}</Note>}
          </>
        )}
      </Box>
      {preview !== undefined && <Reasons title={t`Not reached`} reasons={preview.refused} countOf={countPeople} />}
      <Note>{t`You can take it back for a minute before it goes out. You see who has seen it.`}</Note>
    </Box>
  );
}

interface WriteDialogProps {
  readonly to: Pick<AnnouncementRequest, 'select' | 'batchId' | 'stageId'>;
  /** The audience in a sentence. */
  readonly audience: string;
  readonly onClose: () => void;
  /** It is sent: the dialog is closed. */
  readonly onSent: () => void;
}

/** Writes to many people. What is typed stays in this tab for a day, also where the dialog is closed. */
export function WriteDialog({ to, audience, onClose, onSent }: WriteDialogProps) {
  const navigate = useNavigate();
  const form = useZodForm(schema, { title: '', body: '', byMail: 'no' });
  const { control } = form;
  // A text for one batch is not offered for another.
  const dropDraft = useDraft({ form, name: `announcement-${to.batchId ?? to.stageId ?? 'selection'}`, userId: useClaims()?.userId ?? '' });
  const [title, body, mail] = useWatch({ control, name: ['title', 'body', 'byMail'] });
  const byMail = mail === 'yes';
  const counted = sendingApi.useTryAnnouncementQuery({ ...to, byMail }, { refetchOnMountOrArgChange: true });
  const preview = counted.isFetching ? undefined : counted.currentData;
  const countError = counted.isFetching ? undefined : counted.error;
  const [send, { isLoading }] = sendingApi.useSendAnnouncementMutation();
  const sendOnce = useSendOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const reached = preview?.reachedInProduct ?? 0;
  const number = useTypedNumber({ label: t`Number of people`, count: reached });

  const submit = async (values: z.infer<typeof schema>) => {
    if (!number.isConfirmed()) return;
    setFailure(null);
    const words = { title: values.title, body: values.body, byMail, ...(number.field !== false && { confirm: reached }) };
    const { data, error } = await sendOnce(JSON.stringify(words), (idempotencyKey) => send({ idempotencyKey, request: { ...to, ...words } }));
    if (data !== undefined) {
      dropDraft();
      onSent();
      void navigate(`${SENT}/${data.id}`);
    } else if (!showFieldErrors(form, error)) {
      const errors = isProblem(error) ? error.errors : undefined;
      setFailure(errors?.['select'] ?? errors?.['confirm'] ?? messageOf(error, t`The announcement could not be sent.`));
      // They may be others now.
      void counted.refetch();
    }
  };
  return (
    <FormDialog
      title={t`Write announcement`}
      isSheet
      submitLabel={reached > 0 ? plural(reached, { one: 'Send to # Person', other: 'Send to # People' }) : t`Send`}
      busy={isLoading}
      disabled={reached === 0}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <Note sx={{ overflowWrap: 'anywhere' }}>{audience}</Note>
      <FormError message={failure} />
      <TextField control={control} name="title" label={t`Title`} initialFocus enterKeyHint="next" aside={<Room text={title} most={LONGEST_TITLE} />} />
      <TextField control={control} name="body" label={t({ message: 'Text', context: 'announcement' })} multiline hint={t`Plain text. Addresses of your company’s own websites become links.`} aside={<Room text={body} most={LONGEST_BODY} />} />
      <SwitchField control={control} name="byMail" label={t`Also by mail`} hint={t`To those who have an email and want mails. It is on their dashboards in any case.`} on="yes" off="no" />
      {countError === undefined ? <Reach preview={preview} byMail={byMail} /> : <ErrorState message={messageOf(countError, t`The people that this would reach could not be counted.`)} onRetry={() => void counted.refetch()} />}
      {number.field}
    </FormDialog>
  );
}
