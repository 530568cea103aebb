import { msg, t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';
import { useState } from 'react';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { looksLikeEmail } from '~/lib/contacts';
import { PLACEMENT } from '~/lib/placement';
import { joined } from '~/lib/texts';
import { ActsMenu } from '~/ui/ActsMenu';
import { CountLink, CountRow } from '~/ui/CountLink';
import { EmptyState } from '~/ui/EmptyState';
import { FormDialog } from '~/ui/FormDialog';
import { AddIcon, PlacementIcon } from '~/ui/icons';
import { panelBar } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type Employer, FRESH, placementApi } from '../api';
import { currentOf } from '../words';

const PAGE_SIZE = 20;
const MOST_CONTACTS = 10;
const PHONE = /[\d+][\d\s+-]{5,}$/u;

/** "Asha Rao, hr@example.com, 98000 00001" as a contact. */
function contactOf(line: string) {
  const parts = line.split(',').map((part) => part.trim()).filter((part) => part !== '');
  const email = parts.find(looksLikeEmail) ?? null;
  const phone = parts.find((part) => part !== email && PHONE.test(part)) ?? null;
  const name = parts.filter((part) => part !== email && part !== phone).join(' ');
  return { name: name === '' ? (email ?? phone ?? '') : name, email, phone };
}

const contactsOf = (typed: string) => typed.split('\n').filter((line) => line.trim() !== '').map(contactOf);
const linesOf = (contacts: Employer['contacts']) => contacts.map(({ name, email, phone }) => joined(', ', [name, email ?? false, phone ?? false])).join('\n');

const employerSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, says(msg`Please enter the name of the employer`))),
  industry: z.string().check(z.trim()),
  website: z.string().check(z.trim()),
  contacts: z.string().check(z.refine((typed) => contactsOf(typed).length <= MOST_CONTACTS, says(msg`At most ${MOST_CONTACTS} contacts`))),
});

type EmployerValues = z.infer<typeof employerSchema>;

const valuesOf = (employer: Employer | null): EmployerValues => ({ name: employer?.name ?? '', industry: employer?.industry ?? '', website: employer?.website ?? '', contacts: linesOf(employer?.contacts ?? []) });

function EmployerDialog({ employer, onClose }: { readonly employer: Employer | null; readonly onClose: () => void }) {
  const [known, setKnown] = useState(employer);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useZodForm<EmployerValues>(employerSchema, valuesOf(employer));
  const { control } = form;
  const [add, adding] = placementApi.useAddEmployerMutation();
  const [change, changing] = placementApi.useChangeEmployerMutation();
  const toasts = useToasts();
  const submit = async ({ name, industry, website, contacts }: EmployerValues) => {
    setFailure(null);
    const sent = { name, industry: industry === '' ? null : industry, website: website === '' ? null : website, contacts: contactsOf(contacts) };
    const { data, error } = await (known === null ? add({ addEmployerRequest: sent }) : change({ employerId: known.id, changeEmployerRequest: { ...sent, version: known.version } }));
    const current = currentOf(error) as Employer | undefined;
    if (data !== undefined) {
      toasts.success(t`${name} is saved.`);
      onClose();
    } else if (current !== undefined) {
      setKnown(current);
      setFailure(t`This employer was changed meanwhile. Save overwrites it with what is shown here.`);
    } else if (!showFieldErrors(form, error)) setFailure(messageOf(error, t`The employer could not be saved.`));
  };
  return (
    <FormDialog
      title={employer === null ? t`Add employer` : t`Edit employer`}
      submitLabel={employer === null ? t`Add Employer` : t`Save`}
      busy={adding.isLoading || changing.isLoading}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <FormError message={failure} />
      <TextField control={control} name="name" label={t`Name`} autoComplete="off" />
      <TextField control={control} name="industry" label={t`Industry (optional)`} />
      <TextField control={control} name="website" label={t`Website (optional)`} inputMode="url" hint={t`Such as https://example.com`} />
      <TextField control={control} name="contacts" multiline label={t`Contacts (optional)`} hint={t`One on each line: name, email, phone. Their emails are offered for files.`} />
    </FormDialog>
  );
}

export function Employers({ manages, list }: { readonly manages: boolean; readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void } }) {
  const answer = placementApi.useListEmployersQuery({ page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  const [edited, setEdited] = useState<Employer | 'new' | null>(null);
  const { act: archive } = useAct(placementApi.useChangeEmployerMutation(), t`The employer could not be changed.`, ({ name, archivedAt }) => (archivedAt === null ? t`${name} is taken back.` : t`${name} is archived.`));
  const nameOf = ({ name, archivedAt }: Employer) => (
    <>
      {name} {archivedAt !== null && <StateChip tone="quiet" label={msg`Archived`} />}
    </>
  );
  const openingsAt = ({ id, name }: Employer) => ({ to: `${PLACEMENT}?employer=${id}&state=open`, name: t`${name}: open openings` });
  const openingsOf = (employer: Employer) => <CountLink count={employer.openings} {...openingsAt(employer)} />;
  const actsOf = (employer: Employer) => {
    const { id, name, archivedAt, version } = employer;
    const isArchived = archivedAt !== null;
    return (
      <ActsMenu
        label={t`Actions for ${name}`}
        acts={[
          { label: t`Edit`, run: () => setEdited(employer) },
          { label: isArchived ? t`Take back` : t`Archive`, run: () => void archive({ employerId: id, changeEmployerRequest: { archived: !isArchived, version } }) },
        ]}
      />
    );
  };
  const contactsIn = ({ contacts }: Employer) => contacts.map(({ name, email, phone }) => joined(', ', [name, email ?? phone ?? false])).join(' · ');
  const columns: readonly Column<Employer>[] = [
    { head: t`Employer`, cell: nameOf, sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
    { head: t`Industry`, width: 180, cell: ({ industry }) => industry ?? '—' },
    { head: t`Contacts`, cell: (employer) => contactsIn(employer) || '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Open openings`, width: 130, isNumber: true, cell: openingsOf },
    ...(manages ? [{ head: <span className="visually-hidden">{t`Actions`}</span>, width: 56, cell: actsOf }] : []),
  ];
  const card = (employer: Employer) => (
    <>
      <RowCard title={nameOf(employer)} aside={manages && actsOf(employer)} lines={[employer.industry, contactsIn(employer)]} />
      <CountRow counts={[{ term: t`Open openings`, count: employer.openings, ...openingsAt(employer) }]} />
    </>
  );
  return (
    <Paper variant="outlined" component="section" aria-label={t`Employers`} sx={{ overflow: 'hidden' }}>
      {manages && (
        <Box sx={{ ...panelBar, p: 1.5 }}>
          <Caption>{t`Archived ones get no new openings.`}</Caption>
          <Button variant="outlined" size="small" startIcon={<AddIcon sx={{ fontSize: 18 }} />} onClick={() => setEdited('new')}>
            {t`Add Employer`}
          </Button>
        </Box>
      )}
      <PagedList
        answer={answer}
        failure={t`The employers could not be loaded.`}
        label={t`Employers`}
        pageSize={PAGE_SIZE}
        list={list}
        skeletons={5}
        empty={<EmptyState title={t`No employers yet`} icon={<PlacementIcon fontSize="small" />}>{t`Add those that you place people with. Each opening is of one of them.`}</EmptyState>}
      >
        {(employers) => <RowList label={t`Employers`} rows={employers} keyOf={({ id }) => id} columns={columns} minWidth={760} card={card} />}
      </PagedList>
      {edited !== null && <EmployerDialog employer={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Paper>
  );
}
