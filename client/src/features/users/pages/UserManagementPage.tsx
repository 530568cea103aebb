import { t } from '@lingui/core/macro';
import { Box, Button, ButtonBase, OutlinedInput, Paper, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { BulkDialogProps } from '~/api/bulk';
import { useGetOwnProfileQuery } from '~/api/profile';
import { copyText } from '~/lib/saveFile';
import { radius, shadow } from '~/theme/tokens';
import { AddUserIcon, ArrowRightIcon, CopyIcon, UploadIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Note, TextLink } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { ManageUsers } from '../list/ManageUsers';

interface WayProps {
  readonly to: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: string;
}

function Way({ to, title, icon, children }: WayProps) {
  return (
    <ButtonBase
      component={Link}
      to={to}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-start',
        gap: 2,
        p: { xs: 2, sm: 2.5 },
        textAlign: 'left',
        border: 1,
        borderColor: 'surface.line',
        borderRadius: radius.panel,
        bgcolor: 'background.paper',
        boxShadow: shadow.low,
        transition: 'border-color 120ms, background-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ display: 'grid', placeItems: 'center', flexShrink: 0, width: 44, height: 44, borderRadius: radius.panel, bgcolor: 'soft.accent', color: 'primary.main' }}>
        {icon}
      </Box>
      <Box sx={{ flex: 1 }}>
        <Typography variant="h5" component="h2">
          {title}
        </Typography>
        <Note sx={{ mt: 0.5 }}>{children}</Note>
      </Box>
      <ArrowRightIcon fontSize="small" sx={{ color: 'text.secondary' }} />
    </ButtonBase>
  );
}

function AddUsers({ importHistory }: Pick<UserManagementPageProps, 'importHistory'>) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
        <Way to="/dashboard/users/new" title={t`Create New User`} icon={<AddUserIcon fontSize="small" />}>
          {t`Add one person with a role, a profile and a temporary password.`}
        </Way>
        <Way to="/dashboard/users/imports/new" title={t`Upload CSV File`} icon={<UploadIcon fontSize="small" />}>
          {t`Add many people at once from a spreadsheet, and watch it happen.`}
        </Way>
      </Box>
      <ApplyLink />
      {importHistory}
    </Box>
  );
}

function ApplyLink() {
  const { data: own, isError } = useGetOwnProfileQuery();
  const toasts = useToasts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  if (own === undefined && isError) return null;

  const link = own && new URL(`/apply/${encodeURIComponent(own.companySlug)}`, window.location.origin).href;
  const copy = async () => {
    input.current?.select();
    if (link !== undefined && (await copyText(link))) toasts.success(t`Link copied`);
    else toasts.info(t`Your browser does not allow copying here. The link is selected: copy it with your keyboard.`);
  };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'center', gap: 2, p: { xs: 2, sm: 2.5 } }}
    >
      <Box>
        <Typography id={id} variant="h6" component="h2">
          {t`Application link`}
        </Typography>
        <Note sx={{ mt: 0.5, textWrap: 'pretty' }}>
          {t`Share with applicants. They see nothing until you accept them.`}{' '}
          <TextLink to={`${PATH}?tab=manage&application=waiting&sort=createdAt`}>{t`See the applicants`}</TextLink>
        </Note>
      </Box>
      {link === undefined ? (
        <Skeleton variant="rounded" height={40} />
      ) : (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <OutlinedInput
            value={link}
            readOnly
            fullWidth
            inputRef={input}
            onFocus={({ target }) => target.select()}
            slotProps={{ input: { 'aria-labelledby': id } }}
            sx={{ minHeight: 40, height: 40, '& input': { fontSize: '0.875rem', textOverflow: 'ellipsis' } }}
          />
          <Button variant="outlined" startIcon={<CopyIcon sx={{ fontSize: 18 }} />} onClick={() => void copy()} sx={{ flexShrink: 0 }}>
            {t`Copy`}
          </Button>
        </Box>
      )}
    </Paper>
  );
}

const PATH = '/dashboard/users';

interface UserManagementPageProps {
  readonly importHistory: ReactNode;
  /** The dialog of an action on many people; without it they can only be exported. */
  readonly renderBulk?: (dialog: BulkDialogProps) => ReactNode;
}

/** Title, tabs and links in one line where there is room, left of the toasts: the page's height is the list's. */
const head = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 4, mb: 2, borderBottom: 1, borderColor: 'divider', '& > header': { mt: 1 } } as const;

export function UserManagementPage({ importHistory, renderBulk }: UserManagementPageProps) {
  const [params] = useSearchParams();
  const tab = params.get('tab') === 'manage' || params.get('as') === 'board' ? 'manage' : 'add';
  return (
    <PageShell dense>
      <Box sx={head}>
        <PageHeader dense title={t`User Management`} />
        <Tabs value={tab} aria-label={t`User Management`}>
          <Tab id="tab-add" aria-controls="panel-add" value="add" label={t`Add Users`} component={Link} to={PATH} />
          <Tab id="tab-manage" aria-controls="panel-manage" value="manage" label={t`Manage Users`} component={Link} to={`${PATH}?tab=manage`} />
        </Tabs>
      </Box>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'add' ? <AddUsers importHistory={importHistory} /> : <ManageUsers renderBulk={renderBulk} />}
      </Box>
    </PageShell>
  );
}
