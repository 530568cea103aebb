import { plural, t } from '@lingui/core/macro';
import { Box, Button, LinearProgress, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { useSendOnce } from '~/api/useSendOnce';
import { useTypedNumber } from '~/forms/useTypedNumber';
import { useSecondsUntil } from '~/lib/clock';
import { useAppDispatch } from '~/lib/dispatch';
import { formatCount, formatMoment, formatSeconds } from '~/lib/format';
import { USER_MANAGERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { translated } from '~/lib/sentences';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { useOnChange } from '~/lib/useOnChange';
import { useChanges, usePolledQuery } from '~/realtime/extra';
import { ConfirmButton, ConfirmDialog } from '~/ui/ConfirmDialog';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { Figures } from '~/ui/Figures';
import { FilteredRows } from '~/ui/FilteredRows';
import { AnnounceIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { padding, Panel } from '~/ui/Panel';
import { Announcer } from '~/ui/ProgressPanel';
import { type Column, Outcome, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type AnnouncementDetail, announcementsApi, PATH, type RecipientRow, recipientsChanged, SENT, sendingApi } from '../api';
import { Body } from '../reading/AnnouncementText';
import { FILTERS, headingOf, mailOf } from '../words';

const PAGE_SIZE = 20;
const POLL = 10_000;
const MINUTE = 60;

interface OfAnnouncement {
  readonly announcement: AnnouncementDetail;
}

function useTakeBack({ id, version }: AnnouncementDetail) {
  const { act, busy } = useAct(announcementsApi.useRetractAnnouncementMutation(), t`The announcement could not be taken back.`);
  return { takeBack: () => act({ announcementId: id, retractRequest: { version } }), busy };
}

/** What is announced of a countdown. */
function announce(seconds: number): string {
  if (seconds === 0) return t`The announcement has gone out.`;
  const step = [10, 30, 60].find((each) => seconds <= each);
  return step === undefined ? '' : plural(step, { other: 'Goes out in # seconds.' });
}

/** Counts down to the moment at which it goes out. Until then nothing has left, and taking it back needs no question. */
function Countdown({ announcement }: OfAnnouncement) {
  const { publishAt } = announcement;
  const seconds = useSecondsUntil(publishAt);
  const { takeBack, busy } = useTakeBack(announcement);
  return (
    <>
      <Announcer>{announce(seconds)}</Announcer>
      {seconds > 0 && announcement.canRetract && (
        <Paper variant="outlined" component="section" aria-label={t`Before it goes out`} sx={{ overflow: 'hidden', mb: 2 }}>
          <LinearProgress variant="determinate" aria-hidden value={(Math.min(seconds, MINUTE) / MINUTE) * 100} sx={{ height: 6 }} />
          <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
            <Typography component="p" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {seconds > MINUTE ? t`Goes out ${{ when: formatMoment(publishAt) }}` : t`Goes out in ${{ time: formatSeconds(seconds) }}`}
              <Note component="span" sx={{ display: 'block', fontWeight: 400 }}>{t`No one has received it yet.`}</Note>
            </Typography>
            <ProgressButton variant="outlined" color="error" busy={busy} onClick={() => void takeBack()}>
              {t`Take Back`}
            </ProgressButton>
          </Box>
        </Paper>
      )}
    </>
  );
}

function TakeBackLater({ announcement }: OfAnnouncement) {
  const { title, mailed } = announcement;
  const { takeBack, busy } = useTakeBack(announcement);
  return (
    <ConfirmButton label={t`Take Back`} title={t`Take back “${title}”?`} destructive busy={busy} onConfirm={takeBack}>
      {joined(' ', [
        t`It disappears from all dashboards, and mails that wait are not sent.`,
        mailed > 0 && plural(mailed, { one: '# mail has left, and stays where it is.', other: '# mails have left, and stay where they are.' }),
      ])}
    </ConfirmButton>
  );
}

/** The same to those who have not seen it; the number is that of this moment. */
function WriteAgain({ announcement: { id, total, seen } }: OfAnnouncement) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<number | null>(null);
  const unseen = total - seen;
  const { act, busy } = useAct(useSentAgain(id), t`The announcement could not be sent.`);
  const number = useTypedNumber({ label: t`Number of people`, count: asked ?? 0 });
  const submit = async () => {
    if (!number.isConfirmed() || asked === null) return;
    const sent = await act(number.field === false ? null : asked);
    if (sent !== undefined) void navigate(`${SENT}/${sent.id}`);
  };
  const words = (count: number) => plural(count, { one: 'Write Again to the # Who Has Not Seen It', other: 'Write Again to the # Who Have Not Seen It' });
  return (
    <>
      {unseen > 0 && (
        <Button variant="outlined" size="small" onClick={() => setAsked(unseen)}>
          {words(unseen)}
        </Button>
      )}
      <ConfirmDialog open={asked !== null} title={t`Write again?`} confirmLabel={plural(asked ?? 0, { one: 'Send to # Person', other: 'Send to # People' })} busy={busy} onConfirm={() => void submit()} onClose={() => setAsked(null)}>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {t`The same text goes out in a minute, to those who have not seen it until now. You can take it back until then.`}
          {number.field}
        </Box>
      </ConfirmDialog>
    </>
  );
}

function useSentAgain(announcementId: string) {
  const [send, state] = sendingApi.useSendAgainMutation();
  const sendOnce = useSendOnce();
  const call = (confirm: number | null) =>
    sendOnce(announcementId, (idempotencyKey) => send({ announcementId, idempotencyKey, request: { to: 'unseen', ...(confirm !== null && { confirm }) } }));
  return [call, state] as const;
}

function figuresOf({ total, seen, byMail, mailed, failed, unreachable, waiting, isSending }: AnnouncementDetail) {
  const note = waiting === 0 ? undefined : plural(waiting, { one: '# mail waits', other: '# mails wait' });
  return [
    { term: t`Recipients`, value: formatCount(total), to: '?', ...(isSending && { note: t`Still being added` }) },
    { term: t`Seen`, value: formatCount(seen), tone: 'success' as const, to: '?status=seen', note: plural(total - seen, { one: '# has not', other: '# have not' }) },
    ...(byMail
      ? [
          { term: t`Mails handed over`, value: formatCount(mailed), to: '?status=mailed', note },
          { term: t`Mails failed`, value: formatCount(failed), tone: 'error' as const, to: '?status=failed' },
          { term: t`Not reachable by mail`, value: formatCount(unreachable), to: '?status=unreachable' },
        ]
      : []),
  ];
}

function outcomesOf({ total, seen, mailed, failed, unreachable, byMail }: AnnouncementDetail) {
  return [
    { filter: null, label: t`All recipients`, count: total, shown: true },
    { filter: 'seen' as const, label: t`Seen`, count: seen, shown: true },
    { filter: 'unseen' as const, label: t`Not seen`, count: total - seen, shown: true },
    { filter: 'mailed' as const, label: t`Mails handed over`, count: mailed, shown: byMail },
    { filter: 'failed' as const, label: t`Mails failed`, count: failed, shown: byMail },
    { filter: 'unreachable' as const, label: t`Not reachable by mail`, count: unreachable, shown: byMail },
  ];
}

function useRows(byMail: boolean) {
  const manages = useHasProfile(USER_MANAGERS);
  const person = ({ fullName, userId }: RecipientRow) => <PersonLink name={fullName} id={manages ? userId : null} />;
  const emailOf = ({ email }: RecipientRow) => email === null ? '—' : <Email>{email}</Email>;
  const seen = ({ seenAt }: RecipientRow) => (seenAt === null ? t`Not seen` : formatMoment(seenAt));
  const mail = (row: RecipientRow) => {
    const said = mailOf(row, { byMail, seesEmails: manages });
    return said === null ? '—' : <Outcome tone={said[0]}>{said[1]}</Outcome>;
  };
  const reason = ({ mailError }: RecipientRow) => (mailError === null ? '' : translated(mailError));
  const columns: readonly Column<RecipientRow>[] = [
    { head: t`Name`, width: 190, cell: person, sx: { overflowWrap: 'anywhere' } },
    ...(manages ? [{ head: t`Email`, width: 230, cell: emailOf }] : []),
    { head: t`Seen`, width: 190, cell: seen },
    ...(byMail ? [{ head: t`Mail`, width: 170, cell: mail }, { head: t`Reason`, cell: reason }] : []),
  ];
  const card = (row: RecipientRow) => <RowCard title={person(row)} aside={byMail && mail(row)} lines={[manages ? emailOf(row) : '', row.seenAt === null ? t`Not seen` : t`Seen ${{ when: seen(row) }}`, reason(row)]} />;
  return { columns, card };
}

type Params = ListParams<{ status: typeof FILTERS }>;

function Recipients({ announcement: { id, byMail }, list, state }: OfAnnouncement & { readonly list: Params; readonly state: (typeof FILTERS)[number] | null }) {
  const answer = announcementsApi.useListRecipientsQuery({ announcementId: id, state, page: list.view.page, pageSize: PAGE_SIZE });
  const rows = useRows(byMail);
  return (
    <PagedList answer={answer} failure={t`The recipients could not be loaded.`} label={t`Recipients`} pageSize={PAGE_SIZE} list={list} skeletons={6} empty={<EmptyState title={t`No one to show`}>{t`No recipient is in this state.`}</EmptyState>}>
      {(recipients) => <RowList label={t`Recipients`} rows={recipients} keyOf={({ userId }) => userId} minWidth={720} wraps {...rows} />}
    </PagedList>
  );
}

function AnnouncementView({ announcement }: OfAnnouncement) {
  const { id, title, body, byMail, publishAt, retractedAt, canRetract, mailed } = announcement;
  const list = useListParams({ status: FILTERS });
  const isOut = useSecondsUntil(publishAt) === 0;
  const fileOf = (state: string | null) => ({ url: `${PATH}/${encodeURIComponent(id)}/recipients.csv`, params: state === null ? {} : { state }, name: `recipients-${state ?? 'all'}.csv` });
  return (
    <PageShell>
      <BackLink to={SENT}>{t`Sent announcements`}</BackLink>
      <PageHeader
        title={title}
        subtitle={headingOf(announcement)}
        actions={
          isOut && retractedAt === null && (
            <>
              <WriteAgain announcement={announcement} />
              {canRetract && <TakeBackLater announcement={announcement} />}
            </>
          )
        }
      />
      {retractedAt === null && <Countdown announcement={announcement} />}
      {retractedAt !== null && (
        <Notice role="status" sx={{ mb: 2 }}>
          {joined(' ', [
            t`Taken back ${{ when: formatMoment(retractedAt) }}. It is on no dashboard.`,
            mailed > 0 ? plural(mailed, { one: '# mail had left.', other: '# mails had left.' }) : byMail && t`No mail had left.`,
          ])}
        </Notice>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Paper variant="outlined" component="section" aria-label={t`Totals`} sx={{ overflow: 'hidden' }}>
          <Figures figures={figuresOf(announcement)} />
        </Paper>
        <Panel title={t({ message: 'Text', context: 'announcement' })}>
          <Box sx={padding}>
            <Body body={body} links={[]} />
          </Box>
        </Panel>
        <FilteredRows
          label={t`Recipients`}
          filterLabel={t`Which recipients are shown`}
          outcomes={outcomesOf(announcement)}
          list={list}
          aside={(state) => (
            <DownloadButton file={fileOf(state)} failure={t`The recipients could not be downloaded.`} aria-label={t`CSV of the recipients shown`}>
              CSV
            </DownloadButton>
          )}
        >
          {(state) => <Recipients announcement={announcement} list={list} state={state} />}
        </FilteredRows>
      </Box>
    </PageShell>
  );
}

const countsOf = ({ total, seen, mailed, failed, waiting }: AnnouncementDetail) => [total, seen, mailed, failed, waiting].join(' ');

/** An announcement for its author and for administrators: which people it has reached, and how. */
export function AnnouncementPage() {
  const { announcementId = '' } = useParams();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = usePolledQuery(announcementsApi.useGetAnnouncementQuery, { announcementId }, { intervalOf: () => POLL, refetchOnMountOrArgChange: true });
  useChanges({ events: ['bulk:summary'], concerns: ({ id }) => id === announcementId, pause: 1_000, refetch });
  useOnChange(data && countsOf(data), () => dispatch(recipientsChanged(announcementId)));
  if (data?.id === announcementId) return <AnnouncementView key={announcementId} announcement={data} />;
  const title = t`Announcement`;
  if (error === undefined) return <PageSkeleton title={title} />;
  const list = { to: SENT, label: t`See sent announcements`, back: t`Sent announcements` };
  return <PageProblem error={error} onRetry={() => void refetch()} title={title} list={list} icon={<AnnounceIcon fontSize="small" />} permission="announcement.send" />;
}
