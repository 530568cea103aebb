import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { messageOf } from '~/api/problem';
import { useGetOwnProfileQuery } from '~/api/profile';
import { isProfile, PROFILE_LABELS } from '~/lib/profiles';
import { DownloadIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type Field, FIELDS, useSaveTemplateMutation } from '../api';

const hints: Readonly<Record<Field, string>> = {
  fullName: 'As the person is called',
  email: 'Must be unique; used to log in',
  phone: '10 digits, or with + and the country',
  dateOfBirth: '2003-02-06 or 06 Feb 2003; we ask when 06/02/2003 is not clear',
  gender: 'Male, Female, Other, or Prefer not to say',
  workLocation: 'At least 2 characters',
  role: 'Such as TRAINEE, FACULTY or EMPLOYEE',
  profile: 'What they may do',
};

/** The profiles that the user may give, from the server. */
function useCreatableProfiles(): string | null {
  const { data } = useGetOwnProfileQuery();
  const names = data?.creatableProfiles.filter(isProfile).map((profile) => PROFILE_LABELS[profile]);
  return names === undefined || names.length === 0 ? null : names.join(', ');
}

/** The format of a file, and a template to download. */
export function FileGuide() {
  const creatable = useCreatableProfiles();
  const toasts = useToasts();
  const [download, { isLoading }] = useSaveTemplateMutation();
  const save = async () => {
    const { error } = await download();
    if (error !== undefined) toasts.error(messageOf(error, 'The template could not be downloaded.'));
  };
  return (
    <Panel title="Required headers">
      <Box component="ul" aria-label="Required headers" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.5, listStyle: 'none' }}>
        {FIELDS.map((field) => (
          <Box component="li" key={field} sx={{ py: 0.75 }}>
            <Typography component="code" variant="body2" sx={{ fontWeight: 600, fontFamily: 'inherit' }}>
              {field}
            </Typography>
            <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
              {field === 'profile' && creatable !== null ? `One that you may create: ${creatable}` : hints[field]}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="caption" component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
          A column <code>batch</code> is optional: it puts people into batches by name. Other headings can be matched to these after the upload. Upper and lower case and the order of the columns do not matter.
        </Typography>
        <ProgressButton
          variant="outlined"
          fullWidth
          busy={isLoading}
          startIcon={<DownloadIcon fontSize="small" />}
          onClick={() => void save()}
        >
          Download Sample Template
        </ProgressButton>
      </Box>
    </Panel>
  );
}
